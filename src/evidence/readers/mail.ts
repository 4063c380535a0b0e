import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { Part, Source } from '../source.ts';
import { htmlText } from './html-text.ts';
import { largestMail, largestPart, textOf } from './reading.ts';
import { tableParts } from './table.ts';

/** A mail as a source; what could not be read of it stands in `unread`. Never throws. */
export async function mailSource(pointer: string, bytes: Uint8Array): Promise<Source> {
  if (bytes.length > largestMail) return unreadable(pointer, `the mail has more than ${largestMail} bytes`);
  try {
    const email = await PostalMime.parse(bytes, limits);
    return sourceOf(pointer, email, bytes);
  } catch (error) {
    return unreadable(pointer, `the mail cannot be taken apart: ${(error as Error).message}`);
  }
}

const limits = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 3 };

function unreadable(pointer: string, why: string): Source {
  return { pointer, title: pointer, parts: [], unread: [why] };
}

function sourceOf(pointer: string, email: Email, bytes: Uint8Array): Source {
  const parts: Part[] = [];
  const unread: string[] = [];
  const subject = email.subject ?? '';
  if (subject !== '') parts.push({ name: 'subject', text: subject });
  for (const { name, text } of [
    { name: 'from', text: email.from?.address ?? '' },
    { name: 'date', text: email.headers.find(({ key }) => key === 'date')?.value ?? '' },
  ]) {
    if (text !== '') parts.push({ name, text });
  }
  readBody(email, parts, unread);
  for (const [index, attachment] of email.attachments.entries())
    readAttachment(attachment, index + 1, parts, unread);
  if (parts.length === 0 && bytes.length > 0) unread.push('no part of it is text');
  if (parts.some(({ text }) => text.includes('\ufffd')))
    unread.push('characters that its charset does not have');
  return { pointer, title: subject === '' ? pointer : subject, parts, unread };
}

/**
 * The text of a mail, and of its HTML what is seen. Where the HTML hides something, its plain text is left alone: the
 * parser writes HTML parts into it, hidden words too.
 */
function readBody({ text, html }: Email, parts: Part[], unread: string[]): void {
  const seen = html === undefined ? null : htmlText(html.slice(0, largestPart));
  if (text !== undefined && seen?.hides !== true) keep({ name: 'text', text }, parts, unread);
  if (html === undefined || seen === null) return;
  keep({ name: 'HTML', text: seen.text }, parts, unread);
  if (seen.hides)
    unread.push('text that the style of the HTML hides, and the plain text, which may repeat it');
  if (html.length > largestPart) unread.push(`the HTML behind its first ${largestPart} characters`);
}

function keep(part: Part, parts: Part[], unread: string[]): void {
  if (part.text.length <= largestPart) parts.push(part);
  else {
    parts.push({ ...part, text: part.text.slice(0, largestPart) });
    unread.push(`${part.name} behind its first ${largestPart} characters`);
  }
}

/** An attachment that is text, by what it says of itself; anything else is named and left alone. */
function readAttachment(attachment: Attachment, number: number, parts: Part[], unread: string[]): void {
  const { filename, mimeType } = attachment;
  const name = `attachment ${filename ?? number}`;
  const content = attachment.content;
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  const isTable = /^text\/csv$/i.test(mimeType) || /\.csv$/i.test(filename ?? '');
  const isHtml = /^text\/html$/i.test(mimeType) || /\.html?$/i.test(filename ?? '');
  const isPlain = /^text\/plain$/i.test(mimeType) || /\.txt$/i.test(filename ?? '');
  if (!isTable && !isHtml && !isPlain) return void unread.push(`${name} (${mimeType}) is not opened`);
  if (bytes.length > largestPart) return void unread.push(`${name} has more than ${largestPart} bytes`);
  const text = textOf(bytes);
  if (text === null) return void unread.push(`${name} is no UTF-8`);
  if (isHtml) {
    const { text: seen, hides } = htmlText(text);
    parts.push({ name, text: seen });
    if (hides) unread.push(`text of ${name} that its style hides`);
  } else if (isTable) parts.push(...tableParts(name, text));
  else parts.push({ name, text });
}
