import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { Part, Source } from '../source.ts';
import { bodyFault } from './forms.ts';
import { type HtmlText, htmlText } from './html/text.ts';
import { largestMail, largestPart, textOf } from './reading.ts';
import { tableParts } from './table.ts';

/** A mail as a source; what could not be read of it stands in `unread`. Never throws. */
export async function mailSource(pointer: string, bytes: Uint8Array): Promise<Source> {
  if (bytes.length > largestMail) return unreadable(pointer, `the mail has more than ${largestMail} bytes`);
  try {
    const parser = new PostalMime(limits);
    const email = await parser.parse(bytes);
    return sourceOf(pointer, email, { fault: bodyFault(parser, bytes), isEmpty: bytes.length === 0 });
  } catch (error) {
    return unreadable(pointer, `the mail cannot be taken apart: ${(error as Error).message}`);
  }
}

/** A mail within the mail is another one's words: it stays an attachment, and is not opened. */
const limits = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true };

function unreadable(pointer: string, why: string): Source {
  return { pointer, title: pointer, parts: [], unread: [why] };
}

function sourceOf(
  pointer: string,
  email: Email,
  { fault, isEmpty }: { readonly fault: string | null; readonly isEmpty: boolean },
): Source {
  const parts: Part[] = [];
  const unread: string[] = [];
  const subject = email.subject ?? '';
  const said = { subject, from: email.from?.address ?? '' };
  for (const name of ['subject', 'from'] as const) {
    if (email.headers.filter(({ key }) => key === name).length > 1)
      unread.push(`its ${name}, which stands twice`);
    else if (said[name] !== '') parts.push({ name, text: said[name] });
  }
  if (fault === null) readBody(email, parts, unread);
  else unread.push(`its body, ${fault}`);
  for (const [index, attachment] of email.attachments.entries())
    readAttachment(attachment, index + 1, parts, unread);
  if (parts.length === 0 && !isEmpty) unread.push('no part of it is text');
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
  if (text !== undefined && seen?.hides !== true)
    keep({ name: 'text', text, alternative: 'plain' }, parts, unread);
  if (html === undefined || seen === null) return;
  keep({ name: 'HTML', text: seen.text, unsure: seen.unsure, alternative: 'shown' }, parts, unread);
  if (seen.hides)
    unread.push('text that the style of the HTML hides, and the plain text, which may repeat it');
  tellUnseen('the HTML', seen, unread);
  if (html.length > largestPart) unread.push(`the HTML behind its first ${largestPart} characters`);
}

/** Why nothing of an HTML part is evidence, if that is so. */
export function tellUnseen(name: string, { fault }: HtmlText, unread: string[]): void {
  if (fault !== null) unread.push(`${name}, since ${fault}`);
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
  const kind = kindOf(mimeType, filename ?? '');
  if (kind === null) return void unread.push(`${name} (${mimeType}) is not opened`);
  if (bytes.length > largestPart) return void unread.push(`${name} has more than ${largestPart} bytes`);
  const text = textOf(bytes);
  if (text === null) return void unread.push(`${name} is no UTF-8`);
  if (kind === 'html') {
    const seen = htmlText(text);
    parts.push({ name, text: seen.text, unsure: seen.unsure });
    if (seen.hides) unread.push(`text of ${name} that its style hides`);
    tellUnseen(name, seen, unread);
  } else if (kind === 'table') parts.push(...tableParts(name, text));
  else parts.push({ name, text });
}

type Kind = 'table' | 'html' | 'plain';

/** Kinds by the second half of a text's type, and by the ending of a name. */
const kinds: Readonly<Record<string, Kind>> = {
  csv: 'table',
  html: 'html',
  htm: 'html',
  plain: 'plain',
  txt: 'plain',
};
/** Types that say nothing of what they hold, and what programs for tables call a CSV file. */
const openType =
  /^(?:application\/(?:octet-stream|csv|vnd\.ms-excel)|text\/(?:plain|comma-separated-values))$/;

/** What an attachment is read as: by its type, and by its name where the type leaves it open. */
function kindOf(mimeType: string, filename: string): Kind | null {
  const type = mimeType.toLowerCase();
  const ofText = /^text\/(csv|html|plain)$/.exec(type)?.[1];
  const ending = openType.test(type) ? /\.(csv|html?|txt)$/i.exec(filename)?.[1]?.toLowerCase() : undefined;
  return kinds[ending ?? ofText ?? ''] ?? null;
}
