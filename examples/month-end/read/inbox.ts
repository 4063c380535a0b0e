/** A message of the inbox export, as `email:<n>` names it. */
export interface Mail {
  /** Its place in the export, from 1. */
  readonly number: number;
  /** The address in From:, as the sender wrote it: no proof of who it was. */
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

/** Reads an mbox file (RFC 4155, `>From ` quoting): plain-text messages, in order. */
export function readInbox(mbox: string): readonly Mail[] {
  return mbox
    .split(/^(?=From \S+ )/m)
    .filter((part) => part !== '')
    .map((part, index) => readMail(part, index + 1));
}

function readMail(part: string, number: number): Mail {
  const end = part.indexOf('\n\n');
  const head = part.slice(0, end);
  return {
    number,
    from: /<([^<>]+)>$/.exec(header(head, 'From'))?.[1] ?? header(head, 'From'),
    subject: header(head, 'Subject'),
    text: part.slice(end + 2).replaceAll(/^>(>*From )/gm, '$1'),
  };
}

/** A header's value, its folded lines joined. */
function header(head: string, name: string): string {
  const value = new RegExp(`^${name}:[ \\t]*(.*(?:\\n[ \\t].*)*)$`, 'im').exec(head)?.[1];
  if (value === undefined) throw new Error(`a message of the inbox has no ${name}: header`);
  return value.replaceAll(/\n[ \t]+/g, ' ');
}
