import { Parser } from 'htmlparser2';
import { listOf } from '../../lists.ts';
import { certain } from './certain.ts';
import { bracesOf, emptied, plainCss, splitCss, strange } from './css.ts';

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
  /** The same in the letters of the sheet: browsers differ on whether other ones name them too. */
  readonly exact: readonly string[];
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
  for (const { selector, text, sure } of sheetsOf(html).flatMap((sheet) => [...rulesOf(sheet)])) {
    const declarations = declarationsOf(text);
    if (declarations.length === 0) continue;
    for (const one of selectorsOf(selector)) {
      order += 1e-6;
      const rule = { ...one, sure: sure && one.sure, weight: one.weight + order, declarations };
      listOf(byName, one.names.at(-1) ?? '*').push(rule);
    }
  }
  let left = html.length * mostRules;
  return (name, attributes) => {
    const written = namesOn(name, attributes);
    const own = new Set([...written].map((one) => one.toLowerCase()));
    const said = new Map<string, Said[]>();
    for (const one of [...own, '*']) {
      const rules = byName.get(one) ?? [];
      left -= rules.length;
      if (left < 0) return null;
      for (const { names, exact, sure, weight, declarations } of rules) {
        if (!names.every((each) => own.has(each))) continue;
        say(declarations, weight, sure && exact.every((each) => written.has(each)), said);
      }
    }
    say(declarationsOf(plainCss(attributes['style'] ?? '')), ownWeight, true, said);
    return new Map([...said].map(([property, values]) => [property, strongest(property, values)]));
  };
}

function namesOn(name: string, attributes: Attributes): ReadonlySet<string> {
  const classes = (attributes['class'] ?? '').split(/\s+/);
  return new Set([
    name,
    ...classes.map((one) => `.${one}`),
    `#${attributes['id'] ?? ''}`,
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

/** The strongest value that is certain, and those that may be stronger; all, of a property whose values are not known. */
function strongest(property: string, values: readonly Said[]): readonly string[] {
  const isCertain = Object.hasOwn(certain, property) ? certain[property] : undefined;
  const sorted = [...values].reverse().sort((one, other) => other.weight - one.weight);
  const end = sorted.findIndex(({ sure, value }) => sure && isCertain?.(value) === true);
  const least = sorted[end]?.weight ?? 0;
  const isOwn = least % importantWeight >= ownWeight;
  // layers and what stands in brackets turn weights round: only an element's own style is above an open selector
  return sorted
    .filter(({ sure }, index) => end < 0 || index <= end || !(sure || isOwn))
    .map(({ value }) => value);
}

interface Sheet {
  readonly text: string;
  /** It is one for every reader at a screen, and stands where a browser looks for it. */
  readonly sure: boolean;
}

const homes = new Set(['html', 'head', 'body']);

function sheetsOf(html: string): readonly Sheet[] {
  const sheets: Sheet[] = [];
  const strangers: string[] = [];
  let style: { readonly pieces: string[]; readonly sure: boolean } | null = null;
  const parser = new Parser({
    onopentag: (name, { media = 'all', type = '' }) => {
      if (name === 'style') {
        const isPlain = /^\s*(?:all|screen)\s*$/i.test(media) && /^(?:text\/css)?$/i.test(type);
        style = { pieces: [], sure: isPlain && strangers.length === 0 };
      } else if (!homes.has(name)) strangers.push(name);
    },
    ontext: (text) => {
      style?.pieces.push(text);
    },
    onclosetag: (name) => {
      if (name === 'style' && style !== null)
        sheets.push({ text: plainCss(style.pieces.join('')), sure: style.sure });
      if (name === 'style') style = null;
      else if (!homes.has(name)) strangers.pop();
    },
  });
  parser.end(html);
  return sheets;
}

/** The declarations of plain CSS, in small letters. */
function declarationsOf(text: string): readonly Declaration[] {
  return splitCss(text.toLowerCase(), ';').flatMap((each): Declaration[] => {
    const colon = each.indexOf(':');
    if (colon < 0) return [];
    const [first = '', ...marks] = each.slice(colon + 1).split('!');
    const important = marks.length === 1 && marks[0]?.trim() === 'important';
    const value = marks.length === 0 || important ? first : each; // another mark makes it none
    return [{ property: each.slice(0, colon).trim(), value: value.trim(), important }];
  });
}

interface Prelude {
  /** What its declarations are for: that of the rule around it, where it is a condition. */
  readonly selector: string;
  /** What stands in it is for others than a reader at a screen. */
  readonly isPassed: boolean;
  /** It stands by itself in its sheet, behind nothing that a browser may read otherwise. */
  readonly sure: boolean;
}

interface Block {
  readonly selector: string;
  readonly text: string;
  readonly sure: boolean;
}

/** The rules of a style sheet, those within an at-rule and within another rule too; what is not closed ends with it. */
function* rulesOf(sheet: Sheet): Generator<Block> {
  const preludes: Prelude[] = [];
  let start = 0;
  let isStrayed = !sheet.sure;
  for (const { index, mark } of [...bracesOf(sheet.text), { index: sheet.text.length, mark: '}' }]) {
    const statements = splitCss(sheet.text.slice(start, index), ';').map((each) => each.trim());
    start = index + 1;
    const within = preludes.at(-1);
    const selector = mark === '{' ? (statements.pop() ?? '') : '';
    if (within?.isPassed === false)
      yield { selector: within.selector, text: statements.join(';'), sure: within.sure };
    if (mark === '{') {
      const isFirst =
        within === undefined && statements.every((each) => /^@(?:charset|import)\b/i.test(each));
      const isCondition = selector.startsWith('@');
      preludes.push({
        selector: isCondition ? (within?.selector ?? '') : selector,
        isPassed: within?.isPassed === true || isPassedOver(selector.toLowerCase()),
        sure: isFirst && !isStrayed && !isCondition,
      });
    } else isStrayed = preludes.pop() === undefined || isStrayed;
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
      return !/\b(?:not|or)\b/.test(query) && (isSmall || isOther);
    });
}

/** States and pieces of an element that are not its text as it lies there. */
const passing = /:(?:hover|active|focus[a-z-]*|visited|target|:?before|:?after|:[a-z-]+)/;

/** Whether a selector is a tag, classes and an id alone, of which every browser thinks alike. */
function isPlainSelector(text: string): boolean {
  return /^[a-z*.#][\w.#-]*$/i.test(text) && !/[.#](?![a-z_])|^\*[^.#]/i.test(text);
}

/** The last part of each selector: what it names, whether that is all that it asks, and how specific it is. */
function selectorsOf(selectors: string): readonly Omit<Rule, 'declarations'>[] {
  const all = splitCss(selectors, ',').map((each) => each.trim());
  const sure = all.every(isPlainSelector); // one that is none makes the others none
  return all.flatMap((selector) => {
    const outer = emptied(selector).replaceAll(/\[\s*([\w-]+)[^[\]]*\]/g, '[$1');
    if (selector === '' || passing.test(outer.toLowerCase())) return [];
    const last = (outer.split(/[\s>+~]+/).at(-1) ?? '').replace(/^[^|[]*\|/, '');
    const tag = /^[a-z][a-z0-9-]*/i.exec(last)?.[0];
    const marked = last.match(/[.#[][^\s.#[\]():*|=^$"{}&%!]+/gu) ?? [];
    const exact = [...(tag === undefined ? [] : [tag.toLowerCase()]), ...marked].filter(
      (name) => !name.includes(strange),
    );
    const weight =
      1e4 * (selector.match(/#/g)?.length ?? 0) +
      1e2 * (selector.match(/[.[:]/g)?.length ?? 0) +
      (selector.match(/(?:^|[\s>+~])[a-z]/gi)?.length ?? 0);
    return [{ names: exact.map((name) => name.toLowerCase()), exact, sure, weight }];
  });
}
