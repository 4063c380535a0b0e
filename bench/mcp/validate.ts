import { HO0 as line } from '../../test/support/ledger/lines.ts';
import { type Version, versions } from '../../test/support/mcp.ts';
import type { Figure } from '../figures.ts';
import { medianOf, turns } from '../rounds.ts';
import { type Calling, calls, connected, flights, hearback, type Size, twin } from './contestants.ts';

/** `validate` beside the twin that gives the same answer, and beside one that gives the line back. */
export async function validateFigures(size: Size): Promise<readonly Figure[]> {
  const found: Figure[] = [];
  for (const version of versions) found.push(...(await figuresOf(version, size)));
  return found;
}

async function figuresOf(version: Version, size: Size): Promise<readonly Figure[]> {
  const ours = await connected(hearback('mcp'), version);
  const { content, structuredContent } = await ours.callTool({ name: 'validate', arguments: { line } });
  if ((structuredContent as { readonly outcome?: unknown }).outcome !== 'valid')
    throw new Error('the line of the bench is not valid');
  const theirs = await connected(twin({ answer: { content, structuredContent } }), version);
  try {
    const figures: Figure[] = [];
    for (const [how, inFlight] of Object.entries(flights)) {
      const validating = { ...size, tool: 'validate', line, inFlight };
      figures.push(...(await compare(`${how}, ${version}`, { ours, theirs, validating }, size)));
    }
    return figures;
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
  }
}

interface Compared {
  readonly ours: Awaited<ReturnType<typeof connected>>;
  readonly theirs: Awaited<ReturnType<typeof connected>>;
  readonly validating: Calling;
}

async function compare(
  what: string,
  { ours, theirs, validating }: Compared,
  { rounds }: Size,
): Promise<readonly Figure[]> {
  const times = await turns(
    [
      calls('ours', ours, validating),
      calls('twin', theirs, validating),
      calls('echo', theirs, { ...validating, tool: 'echo' }),
    ],
    { rounds, warm: rounds },
  );
  const of = (name: string): readonly number[] => times.get(name) ?? [];
  const share = (other: string): number =>
    medianOf(of('ours'), of(other), (one, beside) => (100 * beside) / one);
  const perSecond = (name: string): string =>
    Math.round(1 / medianOf(of(name), of(name), (one) => one)).toLocaleString('en');
  return [
    {
      what: `validate, ${what}: calls a second, beside a tool that gives the same answer`,
      ...{ got: share('twin'), unit: '%', target: 90 },
      how: `${perSecond('ours')} beside ${perSecond('twin')} a second`,
    },
    {
      what: `the same beside a tool that gives the line back`,
      ...{ got: share('echo'), unit: '%', target: null },
      how: `${perSecond('echo')} a second, with an answer of its line alone`,
    },
  ];
}
