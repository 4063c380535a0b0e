import { lengthOf } from './length.ts';
import type { Stated } from './sheet.ts';

type Test = (value: string) => boolean;

const any: Test = () => true;
const one =
  (...words: readonly string[]): Test =>
  (value) =>
    words.join(' ').split(' ').includes(value);
/** Lengths, each between a least and a most, in pixels; words beside them do no harm. */
const within =
  (least: number, most: number): Test =>
  (value) =>
    value.split(/[\s,/]+/).every((word) => {
      const length = lengthOf(word.replace(/^-/, ''));
      const signed = length === null || !word.startsWith('-') ? length : -length;
      return length === null
        ? /^[a-z-]+$|^#[\da-f]+$|^rgba?\([\d%.]+$|^[\d%.]+\)?$/.test(word)
        : (signed ?? 0) >= least && (signed ?? 0) <= most;
    });
const named = (names: string, test: Test): Readonly<Record<string, Test>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, test]));
const sided = (name: string): string =>
  ['', '-left', '-right', '-top', '-bottom'].map((side) => name + side).join(' ');

/**
 * Properties and values of which it is known that the text of an element is seen with them where it is written, unless
 * what hides says otherwise (look.ts). With any other it may be pushed away, cut off, painted over or moved in time:
 * which are all of these, nobody can list.
 */
const harmless: Readonly<Record<string, Test>> = {
  ...named(
    'color background background-color background-position background-repeat background-size background-image opacity visibility font font-size ' +
      'font-weight font-style font-variant text-transform text-align text-align-last vertical-align white-space word-break word-wrap overflow-wrap hyphens ' +
      'border-collapse border-radius border-color border-style border-top-color border-bottom-color border-left-color border-right-color ' +
      'border-top-style border-bottom-style border-left-style border-right-style table-layout box-sizing float clear list-style list-style-type ' +
      'list-style-position list-style-image cursor direction text-decoration text-decoration-color text-decoration-style ' +
      'text-underline-offset text-underline-color text-shadow text-rendering -webkit-font-smoothing -moz-osx-font-smoothing -webkit-text-size-adjust -ms-text-size-adjust ' +
      'text-size-adjust -ms-interpolation-mode -webkit-nbsp-mode line-break -webkit-line-break page-break-before page-break-after page-break-inside ' +
      'break-inside break-before break-after orphans widows user-select -webkit-user-select pointer-events caption-side align-items align-content ' +
      'align-self justify-content justify-items flex-direction flex-wrap gap row-gap column-gap aspect-ratio object-fit object-position tab-size ' +
      'src unicode-range font-display color-scheme supported-color-schemes -webkit-tap-highlight-color outline-color outline-style resize page size ' +
      'mso-line-height-rule mso-table-lspace mso-table-rspace mso-hide mso-fareast-font-family mso-bidi-font-family mso-ascii-font-family ' +
      'mso-hansi-font-family mso-style-priority mso-style-type mso-style-name mso-style-parent mso-style-unhide mso-style-link mso-style-noshow ' +
      'mso-style-next mso-style-qformat mso-generic-font-family mso-font-charset mso-font-pitch mso-font-signature mso-pagination mso-margin-top-alt ' +
      'mso-margin-bottom-alt mso-fareast-language mso-ansi-language mso-bidi-language mso-themecolor mso-color-alt mso-special-character ' +
      'mso-border-alt mso-level-number-format mso-level-text mso-level-tab-stop mso-list mso-ligatures mso-para-margin mso-style-textfill-type panose-1 ' +
      'mso-header-margin mso-footer-margin mso-paper-source mso-yfti-irow mso-yfti-tbllook mso-cellspacing',
    any,
  ),
  // the letters of the first family may be none, or others
  'font-family': (value) => !/^[^,]*(?:blank|empty|barcode|dings|symbol)/.test(value),
  display: (value) =>
    /^(?:none|block|inline|contents|list-item|flow-root|(?:inline-)?(?:block|flex|grid|table)|table-[a-z-]+)$/.test(
      value,
    ),
  position: one('static', 'relative'),
  overflow: any,
  'overflow-x': any,
  'overflow-y': any,
  'line-height': (value) =>
    value === 'normal' || /^(?:0?\.[89]\d*|[1-4](?:\.\d+)?)$/.test(value) || within(7, 80)(value),
  'letter-spacing': within(-1, 12),
  'word-spacing': within(-1, 24),
  'text-indent': within(-60, 100),
  ...named('mso-padding-alt mso-text-raise', within(-20, 400)),
  'border-spacing': within(0, 40),
  ...named(
    `${sided('padding')} ${sided('margin')} padding-inline-start padding-inline-end margin-inline-start margin-inline-end`,
    within(-20, 400),
  ),
  ...named(
    `${sided('border')} border-width border-top-width border-bottom-width border-left-width border-right-width outline outline-width`,
    within(0, 20),
  ),
  ...named('width height max-width max-height min-width min-height', within(0, 2_000)),
  'box-shadow': (value) => !value.includes('inset'),
  'text-overflow': one('clip', 'inherit'),
  ...named(
    'transform filter animation transition mask clip clip-path content',
    one('none', 'auto', 'normal'),
  ),
};

/** Names that no reader of mail does anything with. */
const inert = /^(?:--|-premailer-)/;

/** Whether a style has what is not known to leave a text where it is seen. */
export function isUnsure(stated: Stated): boolean {
  const isStrange = [...stated].some(
    ([property, values]) =>
      !inert.test(property) &&
      !values.every(
        (value) => value === 'inherit' || (Object.hasOwn(harmless, property) && harmless[property]?.(value)),
      ),
  );
  return isStrange || isCut(stated);
}

/** Boxes that cut off what does not fit, smaller than a line or a figure would be. */
function isCut(stated: Stated): boolean {
  const cuts = ['overflow', 'overflow-x', 'overflow-y'].some((name) =>
    stated.get(name)?.some((value) => /hidden|clip|scroll|auto/.test(value)),
  );
  const isBelow = (names: readonly string[], least: number): boolean =>
    names.some((name) => stated.get(name)?.some((value) => (lengthOf(value) ?? least) < least));
  return cuts && (isBelow(['width', 'max-width'], 120) || isBelow(['height', 'max-height'], 14));
}
