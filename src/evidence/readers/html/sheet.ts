import { Parser } from 'htmlparser2';
import { listOf } from '../../lists.ts';
import { colourOf } from './colour.ts';

/** What a style says: a property and its value, both in small letters, without comments and escapes. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly important: boolean;
}

/** One value of a property of an element, and how strongly it is said. */
interface Said {
  readonly value: string;
  readonly weight: number;
  /** False where the selector may name the element, and only the whole document could tell. */
  readonly sure: boolean;
}

export type Attributes = Readonly<Record<string, string>>;

/** The values that a property of an element may have: one, unless a selector leaves it open. */
export type Stated = ReadonlyMap<string, readonly string[]>;

/** How an element is styled; null once more rules were held against elements than a mail of its length needs. */
export type Styles = (name: string, attributes: Attributes) => Stated | null;

interface Rule {
  /** Tag, `.class`, `#id`, `[attribute`: all of them, or any element when there are none. */
  readonly names: readonly string[];
  readonly sure: boolean;
  readonly weight: number;
  readonly declarations: readonly Declaration[];
}

const ownWeight = 1e9;
const importantWeight = 1e12;
/** Rules held against elements, for each character of the part: real mails stay far below, and time is linear. */
const mostRules = 50;

/**
 * Reads the style sheets of an HTML part. A selector is held against the element alone: one that also looks at others may
 * or may not name it, and its values stand beside those that are sure. Rules for small screens, dark ones and paper are
 * passed over.
 */
export function readStyles(html: string): Styles {
  const byName = new Map<string, Rule[]>();
  let order = 0;
  for (const { selector, text } of rulesOf(sheetsOf(html))) {
    const declarations = declarationsOf(text);
    for (const { names, sure, weight } of selectorsOf(selector)) {
      order += 1e-6;
      listOf(byName, names.at(-1) ?? '*').push({ names, sure, weight: weight + order, declarations });
    }
  }
  let left = html.length * mostRules;
  return (name, attributes) => {
    const own = namesOn(name, attributes);
    const said = new Map<string, Said[]>();
    for (const one of [...own, '*']) {
      const rules = byName.get(one) ?? [];
      left -= rules.length;
      if (left < 0) return null;
      for (const { names, sure, weight, declarations } of rules) {
        if (names.every((each) => own.has(each))) say(declarations, weight, sure, said);
      }
    }
    say(declarationsOf(plainCss(attributes['style'] ?? '')), ownWeight, true, said);
    return new Map([...said].map(([property, values]) => [property, strongest(property, values)]));
  };
}

function namesOn(name: string, attributes: Attributes): ReadonlySet<string> {
  const classes = (attributes['class'] ?? '').toLowerCase().split(/\s+/);
  return new Set([
    name,
    ...classes.map((one) => `.${one}`),
    `#${(attributes['id'] ?? '').toLowerCase()}`,
    ...Object.keys(attributes).map((one) => `[${one}`),
  ]);
}

function say(
  declarations: readonly Declaration[],
  weight: number,
  sure: boolean,
  said: Map<string, Said[]>,
): void {
  for (const { property, value, important } of declarations)
    listOf(said, property).push({ value, weight: weight + (important ? importantWeight : 0), sure });
}

const number = /^\d*\.?\d+%?$/;
const length = /^(?:\d*\.?\d+(?:[a-z]{1,4}|%)?|x{0,2}-?(?:small|large)|medium|smaller|larger)$/;
const hasColour = (value: string): boolean =>
  /url\(|gradient|^none$/.test(value) ||
  (value.match(/[a-z]+\([^)]*\)|[^\s]+/g) ?? []).some((word) => colourOf(word) !== undefined);

/** Values that a property may have: what is none of them is passed over by a browser, and does not hide a weaker one. */
const valid: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) =>
    /^(?:none|block|inline|contents|list-item|flow-root|(?:inline-)?(?:block|flex|grid|table)|table-[a-z]+(?:-group)?)$/.test(
      value,
    ),
  visibility: (value) => /^(?:visible|hidden|collapse)$/.test(value),
  opacity: (value) => number.test(value),
  'font-size': (value) => length.test(value),
  color: (value) => colourOf(value) !== undefined,
  background: hasColour,
  'background-color': hasColour,
};

/** The strongest value that is sure, and those that may be stronger; all, of a property whose values are not known. */
function strongest(property: string, values: readonly Said[]): readonly string[] {
  const isValid = Object.hasOwn(valid, property) ? valid[property] : undefined;
  const sorted = [...values].reverse().sort((one, other) => other.weight - one.weight);
  const end = sorted.findIndex(({ sure, value }) => sure && isValid?.(value) === true);
  return sorted.slice(0, end < 0 ? sorted.length : end + 1).map(({ value }) => value);
}

function sheetsOf(html: string): string {
  const sheets: string[] = [];
  let isStyle = false;
  const parser = new Parser({
    onopentag: (name) => {
      isStyle = name === 'style';
    },
    ontext: (text) => {
      if (isStyle) sheets.push(text);
    },
    onclosetag: () => {
      isStyle = false;
    },
  });
  parser.end(html);
  return plainCss(sheets.join(''));
}

/** CSS without comments and escapes, in small letters: `d\69splay/**\/` is `display`. */
function plainCss(text: string): string {
  return text
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, code: string) => unescaped(Number.parseInt(code, 16)))
    .replaceAll('\\', '')
    .toLowerCase();
}

/** A character by its code; what would end a name or a declaration is none. */
function unescaped(code: number): string {
  const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  return /^[\p{L}\p{N}_-]$/u.test(character) ? character : '';
}

/** The declarations of plain CSS. */
function declarationsOf(text: string): readonly Declaration[] {
  return text.split(';').flatMap((each): Declaration[] => {
    const colon = each.indexOf(':');
    if (colon < 0) return [];
    const [first = '', mark] = each.slice(colon + 1).split('!');
    const value = mark === undefined || mark.trim() === 'important' ? first : each; // another mark makes it none
    return [
      { property: each.slice(0, colon).trim(), value: value.trim(), important: mark?.trim() === 'important' },
    ];
  });
}

interface Prelude {
  readonly selector: string;
  /** What stands in it is for others than a reader at a screen. */
  readonly isPassed: boolean;
}

/** The rules of a style sheet, those within an at-rule and within another rule too. */
function* rulesOf(sheet: string): Generator<{ readonly selector: string; readonly text: string }> {
  const preludes: Prelude[] = [];
  let start = 0;
  for (const { index, 0: mark } of sheet.matchAll(/[{}]/g)) {
    const text = sheet.slice(start, index).trim();
    start = index + 1;
    const within = preludes.at(-1);
    const end = mark === '{' ? text.lastIndexOf(';') : text.length;
    if (within?.isPassed === false && end > 0) yield { selector: within.selector, text: text.slice(0, end) };
    if (mark === '{') {
      const selector = text.slice(end + 1).trim();
      preludes.push({ selector, isPassed: within?.isPassed === true || isPassedOver(selector) });
    } else preludes.pop();
  }
}

const widestSmall = { px: 800, em: 50, rem: 50 } as const;

/** Whether what stands in an at-rule is for small screens, dark ones, paper or a movement alone. */
function isPassedOver(prelude: string): boolean {
  if (/^@(?:-\w+-)?keyframes|^@font-face|^@page/.test(prelude)) return true;
  if (!prelude.startsWith('@media')) return false;
  return prelude
    .slice('@media'.length)
    .split(',')
    .every((query) => {
      const [, width = '', unit = 'px'] = /max-(?:device-)?width\s*:\s*([\d.]+)(px|r?em)/.exec(query) ?? [];
      const isSmall = width !== '' && Number(width) <= widestSmall[unit as keyof typeof widestSmall];
      const isOther = /^\s*(?:only\s+)?print\b|prefers-color-scheme\s*:\s*dark/.test(query);
      return !/\bnot\b/.test(query) && (isSmall || isOther);
    });
}

/** States and pieces of an element that are not its text as it lies there. */
const passing = /:(?:hover|active|focus[a-z-]*|visited|target|:?before|:?after|:[a-z-]+)/;

/** The last part of each selector: what it names, whether that is all that it asks, and how specific it is. */
function selectorsOf(selectors: string): readonly Omit<Rule, 'declarations'>[] {
  return selectors.split(',').flatMap((each) => {
    const selector = each.trim();
    if (selector.startsWith('@') || passing.test(selector)) return [];
    const last = selector.split(/[\s>+~]+/).at(-1) ?? '';
    const bare = last.replaceAll(/:not\([^)]*\)?/g, '');
    const tag = /^[a-z][a-z0-9-]*/.exec(bare)?.[0];
    const names = [...(tag === undefined ? [] : [tag]), ...(bare.match(/[.#[][\p{L}\p{N}_-]+/gu) ?? [])];
    const weight =
      1e4 * (selector.match(/#/g)?.length ?? 0) +
      1e2 * (selector.match(/[.[:]/g)?.length ?? 0) +
      (selector.match(/(?:^|[\s>+~])[a-z]/g)?.length ?? 0);
    const sure = last === selector && !/[[:&()]/.test(selector);
    return [{ names, sure, weight }];
  });
}
