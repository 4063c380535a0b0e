import { checkAnswer } from '../../checks/answer.ts';
import { checkDone } from '../../checks/done.ts';
import { checkHandoff } from '../../checks/handoff.ts';
import { checkReadback } from '../../checks/readback.ts';
import { checkRelay } from '../../checks/relay.ts';
import { checkThread } from '../../checks/thread.ts';
import { canonical, digest, encode, fromJson, parse, toJson } from '../../codec/index.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { checkSources } from '../../evidence/check-src.ts';
import { type Part, sourcesOf } from '../../evidence/source.ts';
import { findLines } from '../../reply/find.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { loadProfile } from '../../vocabulary/index.ts';
import { runMakeDone, runMakeHandoff, runMakeReadback, runReply } from './composing.ts';
import { runAcross, runCrosswalk, runTranslate } from './crosswalks.ts';
import type { Row, Vector } from './vector.ts';

/** What came of a vector: `value` where there is a text to compare, `fault` where it passed with another result. */
export interface Ran {
  readonly diagnostics: readonly Diagnostic[];
  readonly value?: string;
  readonly fault?: string;
}

/** How the vectors of a kind run, and the words that say how one ended. */
interface Kind {
  readonly passes: 'valid' | 'match';
  readonly fails: 'invalid' | 'mismatch';
  readonly run: (vector: Vector) => Ran;
}

const line = { passes: 'valid', fails: 'invalid' } as const;
const exchange = { passes: 'match', fails: 'mismatch' } as const;

/** The kinds of vectors: those of the published suite, and relay, src, crosswalk, translate, across, profile, text, make-ho, make-rb, make-dn and reply. */
export const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['parse', { ...line, run: runParse }],
  ['encode', { ...line, run: runEncode }],
  ['digest', { ...line, run: runDigest }],
  ['roundtrip', { ...line, run: runRoundTrip }],
  ['profile', { ...line, run: runProfile }],
  ['text', { ...line, run: runText }],
  ['make-ho', { ...line, run: runMakeHandoff }],
  ['make-rb', { ...line, run: runMakeReadback }],
  ['make-dn', { ...line, run: runMakeDone }],
  ['reply', { ...line, run: runReply }],
  ['readback', { ...exchange, run: runReadback }],
  ['presend', { ...exchange, run: runPresend }],
  ['relay', { ...exchange, run: runRelay }],
  ['done', { ...exchange, run: runDone }],
  ['answer', { ...exchange, run: (vector) => checkAnswer(vector.messages({ aq: 'AQ', an: 'AN' })) }],
  ['thread', { ...exchange, run: runThread }],
  ['crosswalk', { ...line, run: runCrosswalk }],
  ['translate', { ...line, run: runTranslate }],
  ['across', { ...exchange, run: runAcross }],
  ['src', { ...exchange, run: runSources }],
]);

function runParse(vector: Vector): Ran {
  const { message, diagnostics } = vector.line();
  const { json } = vector.row;
  if (message === null || json === undefined || isTwin(json, toJson(message))) return { diagnostics };
  return { diagnostics, fault: `its JSON is ${canonical(message)}` };
}

function runEncode(vector: Vector): Ran {
  const { message, diagnostics } = fromJson(vector.needed('json'), vector.options);
  const expected = vector.optionalText('line');
  if (message === null || expected === undefined || encode(message) === expected) return { diagnostics };
  return { diagnostics, fault: `its line is ${encode(message)}` };
}

function runDigest(vector: Vector): Ran {
  const { message, diagnostics } = vector.line();
  return message === null ? { diagnostics } : { diagnostics, value: digest(message) };
}

/** Line to message to line, and message to JSON to message, keep it equal (spec 4). */
function runRoundTrip(vector: Vector): Ran {
  const { message, diagnostics } = vector.line();
  if (message === null) return { diagnostics };
  const written = encode(message);
  const back = [parse(written, vector.options), fromJson(JSON.stringify(toJson(message)), vector.options)];
  const isEqual = back.every((one) => one.message !== null && canonical(one.message) === canonical(message));
  return isEqual ? { diagnostics } : { diagnostics, fault: `it does not come back equal from ${written}` };
}

/** The lines found in a text, where the vector names them, are exactly these; what is no text is refused there. */
/** A profile is loaded beside those that are there, whose names are taken. */
function runProfile(vector: Vector): Ran {
  return loadProfile(vector.needed('profile_json'), { beside: vector.options.profiles });
}

/** The lines found in a text, where the vector names them, are exactly these. */
function runText(vector: Vector): Ran {
  const { lines, diagnostics } = findLines(vector.needed('text') as string);
  if (vector.row['lines'] === undefined) return { diagnostics };
  const found = lines.map((one) => one.line);
  const isEqual = canonicalJson(found) === canonicalJson(vector.texts('lines'));
  return isEqual ? { diagnostics } : { diagnostics, fault: `its lines are ${JSON.stringify(found)}` };
}

function runReadback(vector: Vector): Ran {
  const { now } = vector;
  return checkReadback({
    ...vector.messages({ ho: 'HO', rb: 'RB' }),
    ...keptOf(vector),
    ...recordOf(vector),
    now,
  });
}

function runPresend(vector: Vector): Ran {
  const { ho } = vector.messages({ ho: 'HO' });
  const add = vector.row['add'] === undefined ? {} : { add: vector.texts('add') };
  return checkHandoff({ ho, record: vector.needed('record') as Row, ...add, now: vector.now });
}

function runRelay(vector: Vector): Ran {
  return checkRelay({ ...vector.messages({ ho: 'HO', received: 'HO' }), now: vector.now });
}

function runDone(vector: Vector): Ran {
  const rb = vector.row['rb'] === undefined ? {} : vector.messages({ rb: 'RB' });
  const confirmed = vector.optionalText('confirmed');
  return checkDone({
    ...vector.messages({ ho: 'HO', dn: 'DN' }),
    ...rb,
    ...recordOf(vector),
    ...keptOf(vector),
    ...(confirmed === undefined ? {} : { confirmed }),
    now: vector.now,
  });
}

function runThread(vector: Vector): Ran {
  const lines = vector.texts('lines').map((text) => parse(text, vector.options));
  return checkThread({ lines, now: vector.now, excerpt: vector.row['excerpt'] === true });
}

/**
 * Lines against texts by their pointers; a list is a text whose lines can be named, an object the forms of a mail's body
 * (`plain`, `shown`), and a day of a bank feed has amounts whose sign is a direction. `given` names kinds that hold nothing.
 */
function runSources(vector: Vector): Ran {
  const lines = vector.texts('lines').map((text) => parse(text, vector.options));
  const given = vector.row['given'] === undefined ? [] : vector.texts('given');
  const sources = Object.entries(vector.needed('sources') as Row).map(([pointer, held]) => ({
    pointer,
    title: pointer,
    unread: [],
    parts: partsOf(pointer, held),
  }));
  return checkSources({ lines, sources: sourcesOf(sources, given) });
}

function partsOf(pointer: string, held: unknown): readonly Part[] {
  if (typeof held === 'object' && held !== null && !Array.isArray(held)) {
    const { plain, shown } = held as Row;
    return [
      { name: 'text', text: String(plain), alternative: 'plain' },
      { name: 'HTML', text: String(shown), alternative: 'shown' },
    ];
  }
  const directed = pointer.startsWith('bank:') ? { isDirected: true as const } : {};
  const texts = Array.isArray(held) ? held : [held];
  return texts.map((text, at) => ({ name: `line ${at + 1}`, text: String(text), ...directed }));
}

/** A value of another type is a usage error of the check. */
function keptOf({ row }: Vector): { readonly kept?: string | readonly string[] } {
  return row['expect_acc'] === undefined ? {} : { kept: row['expect_acc'] as string | readonly string[] };
}

/** Anything but an object is a usage error of the check. */
function recordOf({ row }: Vector): { readonly record?: Row } {
  return row['record'] === undefined ? {} : { record: row['record'] as Row };
}

/** Two JSON twins are equal; null is absent. */
function isTwin(expected: unknown, twin: object): boolean {
  const withoutNulls = (object: object): object =>
    Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
  if (typeof expected !== 'object' || expected === null) return false;
  return canonicalJson(withoutNulls(expected)) === canonicalJson(withoutNulls(twin));
}
