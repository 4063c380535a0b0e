/** A connection to a server: texts of messages, one each. */
export interface Link {
  send(text: string): void;
  /** Ends it; resolves when nothing of it runs any more. */
  close(): Promise<void>;
}

/** What is heard of a link. `ended` comes once, and nothing after it. */
export interface LinkEars {
  message(text: string): void;
  ended(why: string): void;
}

/** Makes a new connection to the server; one that cannot be made is told as ended. */
export type OpenLink = (ears: LinkEars) => Link;
