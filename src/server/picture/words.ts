import type { Fact } from '../../ledger/fact.ts';
import { momentText } from '../../text/moment.ts';
import { plural } from '../../text/plural.ts';
import { shown } from '../../text/shown.ts';
import type { Mark, Row, Scene } from './scene.ts';

/** A change that no line says, in a few words. */
export function changeWords(fact: Fact): string {
  const about = 'handoff' in fact ? ` ${shown(fact.handoff)}` : '';
  const cause = 'cause' in fact ? `: ${shown(fact.cause)}` : '';
  return `${fact.fact.replaceAll('-', ' ')}${about}${cause}`;
}

/** What a mark means. */
export const markWords: Readonly<Record<Mark, string>> = {
  passes: 'passes',
  fails: 'fails',
  unchecked: 'not checked yet',
  refused: 'refused',
};

/** A row as a sentence: the text alternative of its part of the picture. */
export function sentence(row: Row, lanes: readonly string[]): string {
  const { sequence, at, type, label, item, mark, kind, person } = row;
  const name = (lane: number | null): string => (lane === null ? 'nobody known' : (lanes[lane] ?? ''));
  const way = kind === 'change' || type === '' ? '' : `, ${name(row.from)} to ${name(row.to)}`;
  const what = type === '' ? label : `${type} ${label}`;
  const parts = [
    `${sequence}. ${momentText(at)}: ${what}${way}`,
    item === null ? '' : `about ${item}`,
    mark === null ? '' : markWords[mark],
    person ? 'by a person' : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** What a picture shows, for whoever cannot see it. */
export function description({ lanes, rows, bands, shades }: Scene): string {
  const owners = bands.map(({ lane, item, from, to }) => {
    const until = to >= rows.length ? 'to the end' : `until entry ${rows[to]?.sequence ?? ''}`;
    return `${lanes[lane] ?? ''} has ${item} from entry ${rows[from]?.sequence ?? ''} ${until}`;
  });
  const over = shades.map(
    ({ handoff, exp }) => `the window of ${handoff} closed ${momentText(exp)} with the handoff open`,
  );
  const agents = `${plural(rows.length, 'entry', 'entries')} between ${lanes.join(', ') || 'nobody'}`;
  return [agents, ...owners, ...over].join('. ');
}
