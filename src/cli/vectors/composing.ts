import { encode, parse, type Read } from '../../codec/index.ts';
import { makeDone, makeHandoff, makeReadback } from '../../compose/index.ts';
import { reply } from '../../reply/index.ts';
import type { Ran } from './kinds.ts';
import type { Row, Vector } from './vector.ts';

/** A handoff is composed of a record; `composed`, where the vector has it, is its line. */
export function runMakeHandoff(vector: Vector): Ran {
  const record = vector.needed('record') as Row;
  return ranComposer(makeHandoff({ record, ...given(vector, ['set', 'tail']), ...vector.options }), vector);
}

/** A readback is composed of its handoff and of what only the receiver can say. */
export function runMakeReadback(vector: Vector): Ran {
  const options = given(vector, ['acc', 'do', 'eta', 'set', 'tail', 'hash', 'partial']);
  return ranComposer(makeReadback({ ...vector.messages({ ho: 'HO' }), ...options }), vector);
}

/** A done report is composed of its handoff and of what the executor returned. */
export function runMakeDone(vector: Vector): Ran {
  const result = vector.needed('result') as Row;
  const options = given(vector, ['out', 'set', 'tail']);
  return ranComposer(makeDone({ ...vector.messages({ ho: 'HO' }), result, ...options }), vector);
}

/** What code answers to a line by itself: a line passes, nothing fails, `model` is left to a model. */
export function runReply(vector: Vector): Ran {
  const thread = vector.row['thread'] === undefined ? [] : vector.texts('thread');
  const answer = reply({
    parsed: vector.line(),
    as: vector.text('as'),
    thread: thread.map((line) => parse(line, vector.options)),
    now: vector.now,
  });
  if (answer.outcome === 'none') return { diagnostics: answer.diagnostics };
  if (answer.outcome === 'model') return { diagnostics: [], value: ['model', ...answer.open].join(' ') };
  return { diagnostics: [], ...faultOf(answer.line, vector) };
}

function ranComposer({ message, diagnostics }: Read, vector: Vector): Ran {
  return { diagnostics, ...(message === null ? {} : faultOf(encode(message), vector)) };
}

function faultOf(line: string, vector: Vector): { readonly fault?: string } {
  const expected = vector.optionalText('composed');
  return expected === undefined || expected === line ? {} : { fault: `its line is ${line}` };
}

/** The id of the new line, and members that the row has, as they stand: an option of another type is what it is about. */
function given(vector: Vector, names: readonly string[]): Row {
  const id = vector.optionalText('new_id');
  const { row } = vector;
  const options = names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]] as const);
  return { ...Object.fromEntries(options), ...(id === undefined ? {} : { id }) };
}
