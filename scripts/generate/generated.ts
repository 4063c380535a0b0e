/** A file that is made from others: never edited, kept in git, checked for drift. */
export interface Generated {
  readonly path: string;
  readonly text: string;
}
