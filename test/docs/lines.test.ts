import { expect, test } from 'vitest';
import { catalog, type Diagnostic, decode, digest } from '../../src/index.ts';
import { checksOf, exchangeOf, readingOf, threadOf } from './exchange.ts';
import { fencesFor, fencesOf } from './fences.ts';

const blocks = fencesFor('rw');

/** Why a block is not what its info string says; empty when it is. */
function faultsOf(info: string, text: string): readonly string[] {
  const [, says, code] = info.split(' ');
  const exchange = exchangeOf(text);
  if (exchange.lines.length === 0) return ['it holds no line'];
  if (says === undefined) return readingOf(exchange).map(told);
  if (says === 'fails') return failsOnlyBy(code ?? '', exchange);
  if (says === 'digests') return otherDigests(text);
  if (says !== 'passes') return [`rw ${says} is not known`];
  const { count, found } = checksOf(exchange);
  if (count === 0) return ['it holds nothing that is checked against another line or a record'];
  return errors([...found, ...(exchange.lines.length > 1 ? threadOf(exchange) : [])]);
}

/** `rw fails CODE`: one line alone that is refused, or an exchange that fails, by exactly that error. */
function failsOnlyBy(code: string, exchange: ReturnType<typeof exchangeOf>): readonly string[] {
  if (catalog.get(code)?.severity !== 'error') return [`${code} is no code of an error`];
  const found = code.startsWith('thread/')
    ? threadOf(exchange)
    : exchange.lines.length === 1 && !exchange.given.has('record')
      ? readingOf(exchange)
      : checksOf(exchange).found;
  const codes = found.filter(({ severity }) => severity === 'error').map((one) => one.code);
  return codes.length === 1 && codes[0] === code
    ? []
    : [`expected ${code} alone, got ${codes.join(' ') || 'nothing'}`];
}

/** `rw digests`: each line stands behind its digest. */
function otherDigests(text: string): readonly string[] {
  const rows = text.split('\n').map((row) => row.split(/ {2}(.*)/s, 2));
  return rows.flatMap(([expected, line = '']) => {
    const got = digest(decode(line));
    return got === expected ? [] : [`expected ${expected}, got ${got}`];
  });
}

function errors(found: readonly Diagnostic[]): readonly string[] {
  return found.filter(({ severity }) => severity === 'error').map(told);
}

function told({ code, message }: Diagnostic): string {
  return `${code}: ${message}`;
}

test('there are lines to read', () => {
  expect(blocks.length).toBeGreaterThan(3);
});

test.each(blocks)('$name: rw block', ({ info, text }) => {
  expect(faultsOf(info, text)).toEqual([]);
});

test('a block that is not as it says is found out', () => {
  const page = [
    ...['```rw', 'RW1 HO a-1 from=a to=b item=x:1 ask=FX', '```'],
    ...['```rw fails slot/code', 'RW1 HO a-1 from=a to=b item=x:1 ask=FIX', '```'],
    ...[
      '```rw passes',
      'RW1 HO a-1 from=a to=b item=x:1 ask=FIX',
      'RW1 RB b-1 re=a-1 from=b to=a item=x:2 ask=FIX',
      '```',
    ],
    ...['```rw passes', 'RW1 HO a-1 from=a to=b item=x:1 ask=FIX', '```'],
    ...['```rw digests', '3b5723fb1549  RW1 AN b-1 re=a-1 from=b to=a val=Y', '```'],
    ...['```rw fails slot/unknown', 'RW1 HO a-1 from=a to=b item=x:1 ask=FIX acount=1', '```'],
  ];
  for (const { info, text } of fencesOf('a page', page.join('\n')))
    expect(faultsOf(info, text)).not.toEqual([]);
});
