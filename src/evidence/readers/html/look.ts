import { coloursAmong } from './certain.ts';
import { black, type Colour, colourOf, isLost, paper } from './colour.ts';
import type { Attributes, Stated } from './sheet.ts';

/** How the text of an element looks: what it has from the elements around it, and its own. */
export interface Look {
  /** Nothing in it is seen, whatever it says of itself. */
  readonly hidden: boolean;
  /** Its letters are too small to be seen, unless an element within says otherwise. */
  readonly tiny: boolean;
  /** Its characters are shown in another order than they are written in. */
  readonly turned: boolean;
  readonly colours: readonly (Colour | null)[];
  /** The colours that may lie behind it; none when that is a picture or unknown. */
  readonly grounds: readonly Colour[];
}

export const plainLook: Look = {
  hidden: false,
  tiny: false,
  turned: false,
  colours: [black],
  grounds: [paper],
};

/** Whether a text of this look is not seen. */
export function isUnseen({ hidden, tiny, colours, grounds }: Look): boolean {
  return hidden || tiny || colours.some((colour) => grounds.some((ground) => isLost(colour, ground)));
}

/** The look of an element within one of another look. */
export function lookWithin(around: Look, stated: Stated, attributes: Attributes): Look {
  const ownColours = coloursIn(stated, attributes);
  return {
    hidden:
      around.hidden ||
      Object.hasOwn(attributes, 'hidden') ||
      Object.hasOwn(attributes, 'popover') ||
      some(stated, hiding) ||
      isClosedBox(stated),
    tiny: isTiny(stated) ?? around.tiny,
    turned: around.turned || says(stated, 'unicode-bidi', (value) => value.includes('override')),
    colours: ownColours.length > 0 ? ownColours : around.colours,
    grounds: groundsIn(stated, attributes) ?? around.grounds,
  };
}

/** Whether a style sets an element apart from the text beside it: no figure runs over its edge. */
export function isApart(stated: Stated): boolean {
  return some(stated, parting);
}

type Tests = Readonly<Record<string, (value: string) => boolean>>;

/** Places, also by the direction of a text: `margin-inline-start`. */
const offPage: Tests = Object.fromEntries(
  ['inset', 'inset-inline', 'inset-block', 'margin-inline', 'margin-block']
    .flatMap((name) => [name, `${name}-start`, `${name}-end`])
    .concat('left', 'right', 'top', 'bottom')
    .map((name) => [name, isFar]),
);

/** Values by which the text of an element is not seen, or struck; lengths in what they are written in. */
const hiding: Tests = {
  display: (value) => value === 'none' || isOpen(value),
  visibility: (value) => value === 'hidden' || value === 'collapse' || isOpen(value),
  'content-visibility': (value) => value === 'hidden',
  opacity: isFaint,
  zoom: isFaint,
  scale: isFaint,
  filter: (value) => /opacity|alpha|blur|contrast|brightness/.test(value),
  'mso-hide': (value) => value === 'all',
  'text-decoration': isStruck,
  'text-decoration-line': isStruck,
  'text-indent': isFar,
  'z-index': (value) => value.startsWith('-'),
  'letter-spacing': (value) =>
    /^-(?!0?\.\d)/.test(value) && (lengthOf(value.slice(1)) ?? smallest) >= smallest,
  'mix-blend-mode': (value) => isSet(value) && value !== 'normal',
  'text-security': isSet,
  '-webkit-text-security': isSet,
  'font-size-adjust': isSet,
  content: (value) => isSet(value) && value !== 'normal',
  contain: (value) => /strict|size/.test(value),
  offset: isSet,
  'offset-path': isSet,
  ...offPage,
  margin: isFar,
  'margin-left': isFar,
  'margin-right': isFar,
  'margin-top': isFar,
  'margin-bottom': isFar,
  'padding-left': isFar,
  translate: isFar,
  transform: (value) => /scale|matrix|rotate|skew|perspective/.test(value) || isFar(value),
  rotate: isSet,
  clip: isSet,
  'clip-path': isSet,
  mask: isSet,
  '-webkit-mask': isSet,
  'mask-image': isSet,
  'max-height': isNothing,
  'max-width': isNothing,
  'max-block-size': isNothing,
  'max-inline-size': isNothing,
};

const parting: Tests = {
  display: (value) => !['inline', 'contents', 'none'].includes(value),
  position: (value) => value !== 'static',
  float: isSet,
  margin: isSome,
  'margin-left': isSome,
  'margin-right': isSome,
  padding: isSome,
  'padding-left': isSome,
  'padding-right': isSome,
  'vertical-align': (value) => /super|sub|top|bottom/.test(value),
};

function some(stated: Stated, tests: Tests): boolean {
  return [...stated].some(
    ([property, values]) => Object.hasOwn(tests, property) && values.some(tests[property] ?? isSet),
  );
}

function says(stated: Stated, property: string, test: (value: string) => boolean): boolean {
  return stated.get(property)?.some(test) ?? false;
}

/** A value that another place of the document or a sum decides. */
function isOpen(value: string): boolean {
  return /(?:^|[^a-z])(?:var|env|attr|if|calc|min|max|clamp)\(/.test(value);
}

function isFaint(value: string): boolean {
  if (isOpen(value)) return true;
  const number = Number.parseFloat(value);
  return (value.endsWith('%') ? number / 100 : number) < 0.3;
}

function isStruck(value: string): boolean {
  return value.includes('line-through');
}

function isSet(value: string): boolean {
  return !['none', 'auto', 'initial', 'unset', 'inherit', ''].includes(value);
}

function isSome(value: string): boolean {
  return /[1-9]/.test(value);
}

/** Lengths of one kind that take a text off the page. */
const far: Readonly<Record<string, number>> = {
  px: 100,
  pt: 100,
  em: 9,
  rem: 9,
  ch: 9,
  vw: 90,
  vh: 90,
  '%': 90,
};
/** So much further to the right or down it is off every page. */
const further = 20;

function isFar(value: string): boolean {
  return [...value.matchAll(/(-?)(\d*\.?\d+)([a-z]+|%)?/g)].some(([, minus, number, unit = 'px']) => {
    const most = far[unit] ?? 100;
    return Number(number) >= (minus === '-' ? most : most * further);
  });
}

/** Units of a length in pixels, about. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  pt: 1.3,
  em: 16,
  rem: 16,
  '%': 0.16,
  pc: 16,
  mm: 3.8,
  cm: 38,
  in: 96,
};
const smallest = 3;

/** A length as pixels; null for what is none. */
function lengthOf(value: string): number | null {
  const [, number, power = '', unit = 'px'] =
    /^\+?(\d{1,9}(?:\.\d{1,20})?|\.\d{1,20})(e[+-]?\d{1,3})?([a-z]+|%)?$/.exec(value) ?? [];
  return number === undefined ? null : Number(number + power) * (pixels[unit] ?? 16);
}

function isNothing(value: string): boolean {
  const length = lengthOf(value);
  return length === null ? /^calc\([^1-9]*\)$|var\(/.test(value) : length < smallest;
}

const boxes = ['height', 'width', 'line-height', 'block-size', 'inline-size'];

/** A box of no height or width that shows nothing beyond it. */
function isClosedBox(stated: Stated): boolean {
  const closes = (value: string): boolean => /hidden|clip|scroll|auto/.test(value);
  const closed = ['overflow', 'overflow-x', 'overflow-y'].some((property) => says(stated, property, closes));
  const isPushed = (value: string): boolean => /^(?:9\d|\d{3,})(?:\.\d+)?(?:%|vw)/.test(value);
  const pushed = ['text-indent', 'padding-left'].some((property) => says(stated, property, isPushed));
  return closed && (pushed || boxes.some((property) => says(stated, property, isNothing)));
}

/** Whether the letters are too small to be seen; null when the style gives them no size. */
function isTiny(stated: Stated): boolean | null {
  const shorthand = (stated.get('font') ?? []).map((value) => sizeIn(value));
  const sizes = [...shorthand, ...(stated.get('font-size') ?? [])]
    .map((size) => (isOpen(size) ? 0 : lengthOf(size)))
    .filter((size) => size !== null);
  return sizes.length === 0 ? null : sizes.some((size) => size < smallest);
}

/** The size of `italic 0/1 Arial`: its first length. */
function sizeIn(font: string): string {
  return (
    font
      .split(/[\s/]+/)
      .find((word) => /^(?:\d+(?:\.\d+)?|\.\d+)(?:px|pt|r?em|%)?$/.test(word) && !/^[1-9]00$/.test(word)) ??
    ''
  );
}

function coloursIn(stated: Stated, attributes: Attributes): readonly (Colour | null)[] {
  const written = ['color', '-webkit-text-fill-color'].flatMap((property) => stated.get(property) ?? []);
  const given = written.length > 0 ? written : [attributes['color'] ?? attributes['text'] ?? ''];
  return given.map(colourOf).filter((colour) => colour !== undefined);
}

/** The grounds that an element may lie on; null for that of the element around it. */
function groundsIn(stated: Stated, attributes: Attributes): readonly Colour[] | null {
  const written = ['background', 'background-color', 'background-image'].flatMap(
    (property) => stated.get(property) ?? [],
  );
  if (Object.hasOwn(attributes, 'background') || written.some((value) => /url\(|gradient|var\(/.test(value)))
    return [];
  const given = written.length > 0 ? written : [attributes['bgcolor'] ?? ''];
  const colours = given.flatMap(coloursAmong);
  const seen = colours.filter((colour) => colour !== undefined && colour !== null);
  return seen.length === 0 ? null : seen;
}
