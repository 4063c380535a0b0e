/** Cases of which no test can be written before there is what they are about. */
export const waiting: Readonly<Record<string, string>> = {};

/** Cases whose test is run by hand, and what of it runs with the others. */
export const byHand: Readonly<Record<string, string>> = {
  A18: 'test/storm/storm.test.ts',
};
