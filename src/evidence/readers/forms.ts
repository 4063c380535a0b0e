/** A part of a mail as the parser keeps it: it does not tell its readers, so nothing of it is taken for granted. */
interface Node {
  readonly childNodes?: readonly Node[];
  readonly headers?: readonly { readonly key: string; readonly value: string }[];
  readonly contentType?: {
    readonly parsed?: {
      readonly value?: string;
      readonly params?: Readonly<Record<string, string | undefined>>;
    };
    readonly multipart?: string | false;
  };
  readonly contentTransferEncoding?: { readonly encoding?: string };
}

/**
 * Why two readers may see different bodies of one mail, so that none of it is evidence; null when there is no reason.
 * The parser shows how the mail is built, `bytes` are the mail.
 */
export function bodyFault(parser: object, bytes: Uint8Array): string | null {
  const { root } = parser as { readonly root?: Node };
  if (root?.contentType === undefined) return 'whose parts cannot be told';
  const nodes = withChildren(root);
  const fault = nodes.map(faultOf).find((one) => one !== null) ?? null;
  const isEncoded = nodes.some((node) => isText(node) && node.contentTransferEncoding?.encoding === 'base64');
  return fault ?? (isEncoded && goesOn(bytes) ? 'whose base64 goes on behind its end' : null);
}

function withChildren(node: Node): readonly Node[] {
  return [node, ...(node.childNodes ?? []).flatMap(withChildren)];
}

function faultOf(node: Node): string | null {
  if (hasRivals(node)) return 'which has two forms of one kind, and a reader sees one of them';
  if (isToldTwice(node)) return 'whose headers say twice how to read it';
  if (!isText(node)) return null;
  const { parsed } = node.contentType ?? {};
  const encoding = node.contentTransferEncoding?.encoding ?? '';
  if (!encodings.has(encoding)) return `whose encoding ${encoding} is none`;
  const charset = parsed?.params?.['charset'];
  return charset === undefined || isCharset(charset) ? null : `whose charset ${charset} is not known`;
}

const encodings: ReadonlySet<string> = new Set(['', '7bit', '8bit', 'binary', 'base64', 'quoted-printable']);

function isText({ contentType }: Node): boolean {
  return /^text\/(?:html|plain)$/.test(contentType?.parsed?.value ?? '');
}

/** Two alike among alternatives, or a second text beside the root of related parts: a reader sees one of them. */
function hasRivals({ childNodes = [], contentType }: Node): boolean {
  if (contentType?.multipart === 'related') return childNodes.flatMap(formOf).length > 1;
  const kinds = contentType?.multipart === 'alternative' ? childNodes.flatMap(formOf) : [];
  return new Set(kinds).size < kinds.length;
}

/** The form that a part of an alternative is; one of several parts is HTML when one of these is. */
function formOf({ childNodes = [], contentType }: Node): readonly string[] {
  const form = /^text\/(html|plain)$/.exec(contentType?.parsed?.value ?? '')?.[1];
  if (form !== undefined) return [form];
  const forms = childNodes.flatMap(formOf);
  return forms.includes('html') ? ['html'] : forms.slice(0, 1);
}

const reading = ['content-type', 'content-transfer-encoding'];

/** A header that says how to read a part, or a parameter of it, stands twice: each reader takes the one that it likes. */
function isToldTwice({ headers = [] }: Node): boolean {
  return reading.some((name) => {
    const values = headers.filter(({ key }) => key === name).map(({ value }) => value);
    return values.length > 1 || ['boundary', 'charset'].some((parameter) => standsTwice(parameter, values));
  });
}

function standsTwice(parameter: string, values: readonly string[]): boolean {
  const named = new RegExp(`;\\s*${parameter}\\s*(?:\\*0?\\*?)?\\s*=`, 'giu');
  return values.some((value) => [...value.matchAll(named)].length > 1);
}

/** Names of charsets that hold ASCII, whoever made them; the others are those that a decoder is there for. */
const asciiBased =
  /^(?:x-)?(?:ascii|us-ascii|ansi|latin|iso|windows|win|shift|sjis|euc|gb|big5|koi|tis|uhc|junet|unknown-8bit|utf-?8|(?:cp|ms|ibm)-?(?:4\d\d|7\d\d|8\d\d|9\d\d|12\d\d)$)/i;

function isCharset(label: string): boolean {
  if (asciiBased.test(label)) return true;
  try {
    return new TextDecoder(label).encoding !== 'replacement';
  } catch {
    return false;
  }
}

/** Base64 with its closing marks and more behind them: some readers stop there. */
const goingOn = /^[A-Za-z0-9+/]{2,}={1,2}(?:\r?\n)?[A-Za-z0-9+/]{2,}={0,2}\r?$/m;

function goesOn(bytes: Uint8Array): boolean {
  return goingOn.test(new TextDecoder('latin1').decode(bytes));
}
