import { shown } from '../text/shown.ts';
import type { Answer, Found } from './executor.ts';

/** What came of one attempt; `unsent` is known by the worker that did not send. */
export type Reply = Answer | { readonly outcome: 'unsent'; readonly expired: boolean };

/** Asks an executor, and takes whatever is no answer, too late or thrown for what it is: unknown. */
export async function answerOf(asking: () => Promise<Answer>, timeout: number): Promise<Answer> {
  const answer = await bounded(asking, timeout);
  if (answer instanceof Error) return { outcome: 'unknown', reason: shown(answer.message) };
  const shape = objectOf(answer);
  switch (shape['outcome']) {
    case 'executed': {
      const values = shape['values'];
      if (!isObject(values))
        return { outcome: 'unknown', reason: 'it said executed, and not with what values' };
      return { outcome: 'executed', values: readable(values), ...referenceOf(shape) };
    }
    case 'declined':
      return {
        outcome: 'declined',
        final: shape['final'] === true,
        retry: shape['retry'] === true,
        ...(typeof shape['reason'] === 'string' ? { reason: shown(shape['reason']) } : {}),
      };
    case 'pending':
      return { outcome: 'pending', ...referenceOf(shape) };
    case 'unknown':
      return {
        outcome: 'unknown',
        reason: typeof shape['reason'] === 'string' ? shown(shape['reason']) : 'it does not know',
      };
    default:
      return { outcome: 'unknown', reason: 'its answer is none' };
  }
}

/** Asks an executor's look-up, as strictly. */
export async function foundBy(asking: () => Promise<Found>, timeout: number): Promise<Found> {
  const answer = await bounded(asking, timeout);
  if (answer instanceof Error) return { outcome: 'unknown', reason: shown(answer.message) };
  const shape = objectOf(answer);
  if (shape['outcome'] === 'not-found') return { outcome: 'not-found' };
  const values = shape['values'];
  if (shape['outcome'] === 'found' && isObject(values))
    return { outcome: 'found', values: readable(values), ...referenceOf(shape) };
  return {
    outcome: 'unknown',
    reason: typeof shape['reason'] === 'string' ? shown(shape['reason']) : 'its answer is none',
  };
}

async function bounded<T>(asking: () => Promise<T>, timeout: number): Promise<T | Error> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error(`no answer within ${timeout} ms`)), timeout);
  });
  try {
    return await Promise.race([asking(), late]);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The values that can be read: a yes is not lost because one of them cannot. */
function readable(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const read = Object.keys(values).flatMap((key): [string, unknown][] => {
    try {
      return [[key, values[key]]];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(read);
}

function referenceOf({ reference }: Readonly<Record<string, unknown>>): { readonly reference?: string } {
  return typeof reference === 'string' ? { reference } : {};
}
