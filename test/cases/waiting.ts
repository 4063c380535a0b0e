/** Cases of which no test can be written before there is what they are about. */
export const waiting: Readonly<Record<string, string>> = {
  A20: 'a page, its hosts, its forms and its frames',
  F09: 'a page that shows a question after a restart',
  F17: 'a page that shows every slot of a statement',
  F18: 'an MCP client that answers what it is asked',
  F19: 'an address that a scanner of mail opens',
  F21: 'the commit tool of MCP beside a hook that is ignored',
  F22: 'a stream of MCP on standard output',
};

/** Cases whose test is run by hand, and what of it runs with the others. */
export const byHand: Readonly<Record<string, string>> = {
  A18: 'test/storm/storm.test.ts',
};
