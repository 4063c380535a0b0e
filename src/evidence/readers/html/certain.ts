import { colourOf, isPlainColour } from './colour.ts';

const number = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)%?$/;
const length =
  /^(?:(?:\d+(?:\.\d+)?|\.\d+)(?:px|pt|pc|r?em|ex|ch|cm|mm|in|q|v[wh]|%)|0|(?:xx?-)?(?:small|large)|xxx-large|medium|smaller|larger)$/;
/** Words of a background that are none of its colours. */
const beside =
  /^(?:none|url\(\)|(?:no-)?repeat(?:-[xy])?|center|top|left|right|bottom|scroll|fixed|cover|contain|\/|[\d.]+(?:px|%)?)$/;

const isBackground = (value: string): boolean => {
  const words = wordsOf(value).filter((word) => !beside.test(word));
  return value !== '' && words.length <= 1 && words.every(isPlainColour);
};

/**
 * Values that every browser takes for a property. Any other may be passed over by one, which then shows or hides by a
 * weaker one: it stands beside that.
 */
export const certain: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) =>
    /^(?:none|block|contents|list-item|flow-root|inline|(?:inline-)?(?:block|flex|grid|table)|table-(?:cell|row|column|caption|(?:row|column|header|footer)-group))$/.test(
      value,
    ),
  visibility: (value) => /^(?:visible|hidden|collapse)$/.test(value),
  opacity: (value) => number.test(value),
  'font-size': (value) => length.test(value),
  color: isPlainColour,
  background: isBackground,
  'background-color': isPlainColour,
};

/** The words of a value, what stands in brackets together. */
export function wordsOf(value: string): readonly string[] {
  return value.match(/[a-z-]+\([^)]*\)|[^\s]+/g) ?? [];
}

/** The colours among the words of a value. */
export function coloursAmong(value: string): readonly ReturnType<typeof colourOf>[] {
  return wordsOf(value).map(colourOf);
}
