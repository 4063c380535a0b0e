import { coloursAmong } from './certain.ts';
import { black, type Colour, colourOf, isLost, paper } from './colour.ts';
import { isFar, isNothing, isOpen, lengthOf, smallest } from './length.ts';
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
  const isPicture = written.some((value) => /url\(|var\(/.test(value));
  if (Object.hasOwn(attributes, 'background') || isPicture) return [];
  if (written.some((value) => value.includes('gradient'))) return written.flatMap(coloursOfGradient);
  const given = written.length > 0 ? written : [attributes['bgcolor'] ?? ''];
  const colours = given.flatMap(coloursAmong);
  const seen = colours.filter((colour) => colour !== undefined && colour !== null);
  return seen.length === 0 ? null : seen;
}

/** The colours that a gradient runs through, each of which may be the ground of a text. */
function coloursOfGradient(value: string): readonly Colour[] {
  const words = value.match(/#[\da-f]{3,8}|rgba?\([^)]*\)|[a-z]+/g) ?? [];
  return words.map(colourOf).filter((colour) => colour !== undefined && colour !== null);
}
