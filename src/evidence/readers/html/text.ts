import { Parser } from 'htmlparser2';
import type { Span } from '../../../text/span.ts';
import { listOf } from '../../lists.ts';
import { isApart, isUnseen, type Look, lookWithin, plainLook } from './look.ts';
import { type Attributes, readStyles, type Stated } from './sheet.ts';
import { isUnsure } from './unsure.ts';

const named = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** What is never shown and is no text to anybody. */
const silent = named('head script style title');
/** What is never shown by a reader of mail, whatever it holds. */
const unseen = named(
  'template noscript object iframe svg noframes noembed datalist select video audio canvas meter progress rp applet annotation annotation-xml',
);
/** Text that is struck says nothing. */
const struck = named('s del strike');
/** What begins and ends a line. */
const blocks = named(
  'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main marquee menu nav ol optgroup option p plaintext pre search section summary table tbody tfoot thead tr ul xmp',
);
/** What stands apart from the text beside it, on its line. */
const apart = named(
  'td th img input button textarea select sup sub rt ruby svg math object iframe video audio canvas meter progress picture embed applet label output',
);

/** The text of an HTML part, as a reader sees it. */
export interface HtmlText {
  readonly text: string;
  /** What of the text is doubtful, for one reason or another, in order. */
  readonly unsure: readonly Unsure[];
  /** Some text of it is hidden by a style, or struck: it says nothing. */
  readonly hides: boolean;
  /** Why it cannot be told what of it is seen; nothing of it is evidence then. */
  readonly fault: string | null;
}

/** Pieces of a text that are doubtful, and why. */
export interface Unsure {
  readonly spans: readonly Span[];
  readonly doubt: string;
}

/** Elements may be nested as deep as browsers let them. */
const deepest = 512;

interface Element {
  readonly name: string;
  readonly look: Look;
  readonly unseen: boolean;
  readonly silent: boolean;
  /** What of it is not its summary is folded away. */
  readonly folded: boolean;
  /** Why it may not be seen where it is written, or may be another one's words; null when it is seen. */
  readonly doubt: string | null;
  readonly edge: Edge;
}

type Edge = '' | '\t' | '\n';

/**
 * The text that a reader of an HTML mail sees: a line a block, cells apart, nothing of scripts, comments and what a style
 * hides or strikes. What is shown in another order than it is written in stands between U+202E and U+202C. Never throws;
 * linear.
 */
export function htmlText(html: string): HtmlText {
  const out = page();
  const stylesOf = readStyles(html);
  const stack: Element[] = [];
  let hides = false;
  let fault: string | null = null;
  const refuse = (why: string): void => {
    fault = why;
    parser.pause();
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (fault !== null) return;
      const stated = stylesOf(name, attributes);
      if (stack.length >= deepest) return refuse(`it is nested deeper than ${deepest} levels`);
      if (stated === null) return refuse('it has more style rules than can be looked through');
      const edge = blocks.has(name) ? '\n' : apart.has(name) || isApart(stated) ? '\t' : '';
      const look = lookWithin(stack.at(-1)?.look ?? plainLook, stated, attributes);
      out.edge(edge);
      const doubt = stack.at(-1)?.doubt ?? doubtOf(name, stated);
      stack.push({ name, edge, doubt, ...shownAs(name, attributes, look, stack.at(-1)) });
    },
    ontext: (text) => {
      const element = stack.at(-1);
      if (element === undefined || !(element.unseen || element.folded))
        out.write(text, element?.look.turned ?? false, element?.doubt ?? null);
      else if (!element.silent && text.trim() !== '') hides = true;
    },
    onclosetag: () => {
      const element = stack.pop();
      out.edge(element?.edge ?? '');
    },
  });
  parser.write(html);
  if (fault !== null) return { text: '', unsure: [], hides, fault };
  parser.end();
  return { text: out.text(), unsure: out.unsure(), hides, fault };
}

function doubtOf(name: string, stated: Stated): string | null {
  if (name === 'blockquote') return 'is quoted from another mail';
  return isUnsure(stated) ? 'is styled in a way that may hide it' : null;
}

function shownAs(
  name: string,
  attributes: Attributes,
  look: Look,
  around: Element | undefined,
): Omit<Element, 'name' | 'edge' | 'doubt'> {
  const isOpen = Object.hasOwn(attributes, 'open');
  const isFolded = around?.folded === true && name !== 'summary';
  const isHere = unseen.has(name) || struck.has(name) || (name === 'dialog' && !isOpen);
  const hidden = look.hidden || isHere || isFolded || silent.has(name);
  const own = { ...look, hidden, turned: look.turned || name === 'bdo' };
  return {
    look: own,
    unseen: isUnseen(own),
    silent: silent.has(name) || around?.silent === true,
    folded: name === 'details' && !isOpen,
  };
}

/** Collects text: white space as one blank, the strongest edge between two texts. Linear. */
function page(): {
  readonly edge: (edge: Edge) => void;
  readonly write: (text: string, turned: boolean, doubt: string | null) => void;
  readonly text: () => string;
  readonly unsure: () => readonly Unsure[];
} {
  const out: string[] = [];
  const doubts = new Map<string, Span[]>();
  let length = 0;
  let between: '' | ' ' | '\t' | '\n' | '\n\n' = '';
  const put = (text: string, doubt: string | null): void => {
    if (out.length > 0) {
      out.push(between);
      length += between.length;
    }
    out.push(text);
    if (doubt !== null) listOf(doubts, doubt).push({ start: length, end: length + text.length });
    length += text.length;
    between = '';
  };
  return {
    edge: (edge) => {
      if (edge === '\n') between = between.startsWith('\n') ? '\n\n' : '\n';
      else if (edge === '\t' && !between.startsWith('\n')) between = '\t';
    },
    write: (written, turned, doubt) => {
      const text = written.replaceAll(/[ \t\r\n\f]+/g, ' ');
      const words = text.replaceAll(/^ | $/g, '');
      if (text.startsWith(' ') && between === '') between = ' ';
      if (words !== '') put(turned ? `\u202e${words}\u202c` : words, doubt);
      if (words !== '' && text.endsWith(' ')) between = ' ';
    },
    text: () => out.join(''),
    unsure: () => [...doubts].map(([doubt, spans]) => ({ doubt, spans })),
  };
}
