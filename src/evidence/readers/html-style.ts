import { Parser } from 'htmlparser2';
import { listOf } from '../lists.ts';

/** Declarations by which an element is not seen, or its text struck. */
const hidingDeclaration =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?(?![.\d])|font-size\s*:\s*[0-2](?:\.\d+)?(?:px|pt)?\s*(?:!important)?\s*(?:;|$)|max-height\s*:\s*0|mso-hide\s*:\s*all|text-decoration[a-z-]*\s*:[^;]*line-through|(?:text-indent|left|right|top|margin-left)\s*:\s*-\d{3,}|clip(?:-path)?\s*:|transform\s*:[^;]*scale\(0)/i;
/** The colour of paper, or of nothing: seen only on a ground that is another. */
const paperColour =
  /(?:^|;)\s*color\s*:\s*(?:white|transparent|#f{3}\b|#f{6}\b|rgba?\(\s*255\s*,\s*255\s*,\s*255|rgba\([^)]*,\s*0\s*\))/i;
const ground = /(?:^|;)\s*background(?:-color|-image)?\s*:/i;

/** What a style does to the text of an element. */
export interface Look {
  readonly hidden: boolean;
  /** It is written in the colour of paper. */
  readonly pale: boolean;
  /** It has a ground of its own. */
  readonly shaded: boolean;
}

/** How an element looks by its own style and by the rules of the mail that name it. */
export type LookOf = (name: string, attributes: Readonly<Record<string, string>>) => Look;

/**
 * Reads the style sheets of an HTML part. A rule counts for every element that the last part of its selector names, by
 * class, id or tag: more may be taken for hidden than is, never less. Rules for small screens and for print are passed over.
 */
export function readStyles(html: string): LookOf {
  const rules = new Map<string, string[]>();
  for (const { selector, declarations } of rulesOf(sheetsOf(html))) {
    for (const name of namesOf(selector)) listOf(rules, name).push(declarations);
  }
  return (name, attributes) => {
    const own = attributes['style'] ?? '';
    const classes = (attributes['class'] ?? '').split(/\s+/).map((one) => `.${one}`);
    const named = [name, ...classes, `#${attributes['id'] ?? ''}`].flatMap((one) => rules.get(one) ?? []);
    const all = [own, ...named];
    return {
      hidden: Object.hasOwn(attributes, 'hidden') || all.some((one) => hidingDeclaration.test(one)),
      pale:
        all.some((one) => paperColour.test(one)) ||
        /^(?:white|#f{3}|#f{6})$/i.test(attributes['color'] ?? ''),
      shaded: all.some((one) => ground.test(one)) || Object.hasOwn(attributes, 'bgcolor'),
    };
  };
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
  return sheets.join('').replaceAll(/\/\*[^*]*\*\//g, ' ');
}

const passedOver = /max-(?:device-)?width|print/i;

/** The rules of a style sheet, those within an at-rule too. */
function* rulesOf(sheet: string): Generator<{ readonly selector: string; readonly declarations: string }> {
  const preludes: string[] = [];
  let start = 0;
  for (let at = 0; at < sheet.length; at++) {
    const mark = sheet[at];
    if (mark !== '{' && mark !== '}') continue;
    const text = sheet.slice(start, at).trim();
    start = at + 1;
    if (mark === '{') preludes.push(text);
    else {
      const selector = preludes.pop();
      const isPassed = preludes.some((prelude) => passedOver.test(prelude));
      if (selector !== undefined && text !== '' && !isPassed) yield { selector, declarations: text };
    }
  }
}

/** What the last part of each selector names. */
function namesOf(selectors: string): readonly string[] {
  return selectors.split(',').flatMap((selector) => {
    const last =
      selector
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? '';
    const names = last.match(/[.#][\w-]+/g);
    return names ?? last.match(/^[a-z][a-z0-9]*/i)?.map((tag) => tag.toLowerCase()) ?? [];
  });
}
