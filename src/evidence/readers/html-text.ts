import { Parser } from 'htmlparser2';
import { readStyles } from './html-style.ts';

/** What is never shown, whatever it holds. */
const unseen: ReadonlySet<string> = new Set(
  'head script style template noscript title object iframe svg'.split(' '),
);
/** What begins and ends a line. */
const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote body br dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
const cells: ReadonlySet<string> = new Set(['td', 'th']);
/** Text that is struck says nothing. */
const struck: ReadonlySet<string> = new Set(['s', 'del', 'strike']);

/** The text of an HTML part, as a reader sees it. */
export interface HtmlText {
  readonly text: string;
  /** Some text of it is hidden by a style, or struck: it says nothing. */
  readonly hides: boolean;
}

/** Elements may be nested as deep as browsers let them. */
const deepest = 512;

/**
 * The text that a reader of an HTML mail sees: a line a block, cells apart, nothing of scripts, comments and what a style
 * hides or strikes. Never throws; linear.
 */
export function htmlText(html: string): HtmlText {
  const out: string[] = [];
  const lookOf = readStyles(html);
  const stack: { readonly name: string; readonly hidden: boolean; readonly shaded: boolean }[] = [];
  let tooDeep = 0;
  let hides = false;
  const isHidden = (): boolean => stack.at(-1)?.hidden ?? false;
  const seenAs = (
    name: string,
    attributes: Readonly<Record<string, string>>,
  ): { readonly hidden: boolean; readonly shaded: boolean } => {
    const look = lookOf(name, attributes);
    const shaded = look.shaded || (stack.at(-1)?.shaded ?? false);
    const here = unseen.has(name) || struck.has(name) || look.hidden || (look.pale && !shaded);
    return { hidden: isHidden() || here, shaded };
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (blocks.has(name)) out.push('\n');
      else if (cells.has(name)) out.push('\t');
      if (stack.length >= deepest) tooDeep += 1;
      else stack.push({ name, ...seenAs(name, attributes) });
    },
    ontext: (text) => {
      if (!isHidden()) out.push(text.replaceAll(/[ \t\r\n\f]+/g, ' '));
      else if (!stack.some(({ name }) => unseen.has(name)) && text.trim() !== '') hides = true;
    },
    onclosetag: (name) => {
      if (blocks.has(name)) out.push('\n');
      if (tooDeep > 0) tooDeep -= 1;
      else stack.pop();
    },
  });
  parser.end(html);
  const text = out
    .join('')
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/ *\t */g, '\t')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { text, hides };
}
