/** A part of a mail as the parser keeps it: it does not tell its readers, so nothing of it is taken for granted. */
interface Node {
  readonly childNodes?: readonly Node[];
  readonly contentType?: {
    readonly parsed?: { readonly value?: string };
    readonly multipart?: string | false;
  };
}

/**
 * Whether a mail has two forms of one kind beside each other (multipart/alternative): a reader sees one of them, and
 * which one is the reader's to choose. Null when the parser does not show how the mail is built.
 */
export function hasRivalForms(parser: object): boolean | null {
  const { root } = parser as { readonly root?: Node };
  return root?.contentType === undefined ? null : hasRivals(root);
}

function hasRivals({ childNodes = [], contentType }: Node): boolean {
  const kinds = contentType?.multipart === 'alternative' ? childNodes.flatMap(formOf) : [];
  return new Set(kinds).size < kinds.length || childNodes.some(hasRivals);
}

/** The form that a part of an alternative is; one of several parts is HTML when one of these is. */
function formOf({ childNodes = [], contentType }: Node): readonly string[] {
  const form = /^text\/(html|plain)$/.exec(contentType?.parsed?.value ?? '')?.[1];
  if (form !== undefined) return [form];
  return childNodes.flatMap(formOf).includes('html') ? ['html'] : [];
}
