import { shown } from '../../text/shown.ts';
import type { Answer, Found } from '../executor.ts';

/** What came of one attempt; `unsent` is known by the worker that did not send. */
export type Reply = Answer | { readonly outcome: 'unsent'; readonly expired: boolean };

/**
 * Asks an executor, and takes whatever is no answer, too late or thrown for what it is: unknown. An answer that names a
 * key names the one that it was asked with. `late` hears what it says when nobody waits for it any more.
 */
export async function answerOf(
  asking: () => Promise<Answer>,
  timeout: number,
  key: string,
  late: (answer: Answer) => void = () => undefined,
): Promise<Answer> {
  return answerIn(await shapeOf(asking, timeout, key, (shape) => late(answerIn(shape))));
}

function answerIn(shape: Shape): Answer {
  switch (shape['outcome']) {
    case 'executed':
      return withValues('executed', shape);
    case 'declined':
      return {
        outcome: 'declined',
        final: shape['final'] === true,
        retry: shape['retry'] === true,
        ...(shape['mismatch'] === true ? { mismatch: true } : {}),
        ...reasonOf(shape),
      };
    case 'pending':
      return { outcome: 'pending', ...referenceOf(shape) };
    case 'unknown':
      return { outcome: 'unknown', reason: 'it does not know', ...reasonOf(shape), ...afterOf(shape) };
    default:
      return none;
  }
}

/** Asks an executor's look-up, as strictly. */
export async function foundBy(asking: () => Promise<Found>, timeout: number, key: string): Promise<Found> {
  return foundIn(await shapeOf(asking, timeout, key));
}

/** What a look-up or a callback says. */
export function foundIn(shape: Shape): Found {
  switch (shape['outcome']) {
    case 'found':
    case 'executed':
      return withValues('found', shape);
    case 'not-found':
      return { outcome: 'not-found' };
    case 'declined':
      return { outcome: 'declined', final: shape['final'] === true, ...reasonOf(shape) };
    case 'pending':
      return { outcome: 'pending', ...referenceOf(shape) };
    default:
      return { ...none, ...reasonOf(shape) };
  }
}

type Shape = Readonly<Record<string, unknown>>;

const none = { outcome: 'unknown', reason: 'its answer is none' } as const;

async function shapeOf(
  asking: () => Promise<unknown>,
  timeout: number,
  key: string,
  late: (shape: Shape) => void = () => undefined,
): Promise<Shape> {
  const read = (said: unknown): Shape => {
    const shape = objectOf(said);
    const other = typeof shape['key'] === 'string' && shape['key'] !== key;
    return other ? { outcome: 'unknown', reason: 'it answered another key' } : shape;
  };
  const answer = await bounded(asking, timeout, (said) => late(read(said)));
  return answer instanceof Error ? { outcome: 'unknown', reason: answer.message } : read(answer);
}

/** A yes says what ran: without values it tells nothing. */
function withValues<O extends 'executed' | 'found'>(
  outcome: O,
  shape: Shape,
): { outcome: O; values: Shape; reference?: string } | { outcome: 'unknown'; reason: string } {
  const values = shape['values'];
  if (!isObject(values))
    return { outcome: 'unknown', reason: `it said ${outcome}, and not with what values` };
  return { outcome, values: readable(values), ...referenceOf(shape) };
}

function reasonOf({ reason }: Shape): { readonly reason?: string } {
  return typeof reason === 'string' ? { reason: shown(reason) } : {};
}

function afterOf({ after }: Shape): { readonly after?: number } {
  return typeof after === 'number' && Number.isFinite(after) && after > 0 ? { after } : {};
}

async function bounded(
  asking: () => Promise<unknown>,
  timeout: number,
  late: (said: unknown) => void,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const over = new Promise<Error>((resolve) => {
    timer = setTimeout(() => {
      isOver = true;
      resolve(new Error(`no answer within ${timeout} ms`));
    }, timeout);
  });
  const said = Promise.resolve().then(asking);
  said.then((value) => (isOver ? late(value) : undefined)).catch(() => undefined); // told below, or never waited for
  try {
    return await Promise.race([said, over]);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
}

function objectOf(value: unknown): Shape {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values that can be read: a yes is not lost because one of them cannot. */
function readable(values: Shape): Shape {
  const read = Object.keys(values).flatMap((key): [string, unknown][] => {
    try {
      return [[key, values[key]]];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(read);
}

function referenceOf({ reference }: Shape): { readonly reference?: string } {
  return typeof reference === 'string' && reference !== '' ? { reference } : {};
}
