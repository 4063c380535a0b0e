import { expect, test } from 'vitest';
import { readRow, rowText } from '../../../src/ledger/sql/row-text.ts';

const row = { id: 'scheduler-1', exp: 1_790_960_400_000, stoppedBy: [], tail: '300 emoji 😀, "quoted"' };

test('a row comes back as it was', () => {
  expect(readRow(rowText(row))).toEqual(row);
  expect(JSON.parse(rowText(row))).toMatchObject(row); // for SQL, too
});

test('a row that version 1 of the schema wrote is read without a sum', () => {
  expect(readRow(JSON.stringify(row))).toEqual(row);
});

test('a flipped bit of what it says is told; one of its sum changes nothing of it', () => {
  const bytes = Buffer.from(rowText(row));
  const sum = bytes.length - '"sum":"01234567"}'.length;
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const at = bit >> 3;
    const flipped = Buffer.from(bytes);
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (bit & 7)), at);
    const read = (): unknown => readRow(flipped.toString('utf8'));
    if (at < sum - 1)
      expect(read).toThrow(expect.objectContaining({ code: 'ledger/damaged', retryable: false }));
    else {
      try {
        expect(read()).toMatchObject(row);
      } catch (error) {
        expect(error).toMatchObject({ code: 'ledger/damaged' });
      }
    }
  }
});
