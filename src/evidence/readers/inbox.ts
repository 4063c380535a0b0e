import type { Part, Source } from '../source.ts';
import { htmlText } from './html/text.ts';
import { mailSource, tellUnseen } from './mail.ts';
import { type Fault, largestFile, largestPart, type Reading, readValue, refused } from './reading.ts';

/** A file of an inbox export, in its order. */
export interface MailFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const mostMails = 100_000;

/** An inbox export: message n is `email:<n>`, by the export's order (6.6). Never throws for what a file holds. */
export async function readInbox(files: readonly MailFile[]): Promise<Reading> {
  const sources: Source[] = [];
  const faults: Fault[] = [];
  for (const file of files) {
    const read = await readFile(file, sources.length);
    sources.push(...read.sources);
    faults.push(...read.faults);
  }
  return { sources, faults };
}

async function readFile({ name, bytes }: MailFile, before: number): Promise<Reading> {
  if (bytes.length > largestFile) return refused(name, `more than ${largestFile} bytes`);
  if (/\.json$/i.test(name)) return readJsonInbox(name, bytes, before);
  const mails = isMbox(bytes) ? splitMbox(bytes) : [bytes];
  if (mails.length > mostMails) return refused(name, `more than ${mostMails} messages`);
  const sources: Source[] = [];
  for (const mail of mails) sources.push(await mailSource(`email:${before + sources.length + 1}`, mail));
  const faults = sources.flatMap(({ pointer, parts, unread }): Fault[] =>
    parts.length === 0 ? [{ file: name, where: pointer, fault: unread.join(', ') }] : [],
  );
  return { sources, faults };
}

const lineFeed = 0x0a;
const from = new TextEncoder().encode('From ');

function isMbox(bytes: Uint8Array): boolean {
  return startsAt(bytes, 0, from);
}

function startsAt(bytes: Uint8Array, at: number, start: Uint8Array): boolean {
  return start.every((byte, index) => bytes[at + index] === byte);
}

/** The messages of an mbox file (RFC 4155): a `From ` line at the start or behind an empty line begins one. */
function splitMbox(bytes: Uint8Array): readonly Uint8Array[] {
  const starts = [0];
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    if (startsAt(bytes, at + 1, from) && isEmptyLineBefore(bytes, at)) starts.push(at + 1);
  }
  return starts.map((start, index) =>
    unquoted(bytes.subarray(afterLine(bytes, start), starts[index + 1] ?? bytes.length)),
  );
}

function isEmptyLineBefore(bytes: Uint8Array, at: number): boolean {
  const before = bytes[at - 1] === 0x0d ? at - 2 : at - 1;
  return before < 0 || bytes[before] === lineFeed;
}

function afterLine(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(lineFeed, start);
  return end < 0 ? bytes.length : end + 1;
}

const greater = 0x3e;

/** Takes one `>` from lines `>From `, `>>From `, which the mbox form puts there. */
function unquoted(bytes: Uint8Array): Uint8Array {
  const drop: number[] = [];
  for (let at = 0; at >= 0 && at < bytes.length; ) {
    if (bytes[at] === greater) {
      let end = at;
      while (bytes[end] === greater) end += 1;
      if (startsAt(bytes, end, from)) drop.push(at);
    }
    const next = bytes.indexOf(lineFeed, at);
    at = next < 0 ? -1 : next + 1;
  }
  if (drop.length === 0) return bytes;
  const out = new Uint8Array(bytes.length - drop.length);
  let start = 0;
  let length = 0;
  for (const at of [...drop, bytes.length]) {
    out.set(bytes.subarray(start, at), length);
    length += at - start;
    start = at + 1;
  }
  return out;
}

const texts = ['subject', 'from', 'date', 'text', 'html'] as const;

/** A JSON inbox: an array of messages, each an object with some of subject, from, date, text and html. */
function readJsonInbox(file: string, bytes: Uint8Array, before: number): Reading {
  const read = readValue(file, bytes);
  if ('faults' in read) return read;
  const { value: messages } = read;
  if (!Array.isArray(messages)) return refused(file, 'it is no array of messages');
  const told: Fault[] = [];
  const sources = messages.map((message: unknown, index) => {
    const pointer = `email:${before + index + 1}`;
    const read = jsonMail(pointer, message);
    if (read.parts.length === 0)
      told.push({ file, where: pointer, fault: read.unread.join(', ') || 'it is empty' });
    return read;
  });
  return { sources, faults: told };
}

function jsonMail(pointer: string, message: unknown): Source {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return { pointer, title: pointer, parts: [], unread: ['it is no object'] };
  }
  const members = message as Readonly<Record<string, unknown>>;
  const unread = Object.keys(members).flatMap((key) =>
    (texts as readonly string[]).includes(key) && typeof members[key] === 'string'
      ? []
      : [`${key} is not read`],
  );
  const parts = texts.flatMap((name): Part[] => {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (typeof value !== 'string') return [];
    if (value.length > largestPart) unread.push(`${name} behind its first ${largestPart} characters`);
    if (name === 'date') return []; // when a mail was sent is none of its words
    const start = value.slice(0, largestPart);
    if (name === 'text') return [{ name, text: start, alternative: 'plain' }];
    if (name !== 'html') return [{ name, text: start }];
    const seen = htmlText(start);
    if (seen.hides) unread.push('text of the HTML part that its style hides');
    tellUnseen('the HTML', seen, unread);
    return [{ name: 'HTML', text: seen.text, unsure: seen.unsure, alternative: 'shown' }];
  });
  const subject = members['subject'];
  return { pointer, title: typeof subject === 'string' ? subject : pointer, parts, unread };
}
