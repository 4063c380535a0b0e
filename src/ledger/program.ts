/** What every entry names as the judge of its line. */
export const program: string = 'hearback 0.1.0';
