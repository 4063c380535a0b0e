import { isDay, isTimeOfDay } from '../vocabulary/slot-types.ts';

/** Literal text, or the name of a field: what a form such as `doc:<id>#l<n>-<m>` is made of. */
type Piece = { readonly literal: string } | { readonly field: Field };
type Field = 'n' | 'm' | 'day' | 'hhmm' | 'id';

/** A form of a shape rule, ready to be matched. */
export interface Form {
  readonly text: string;
  /** The text before the first colon, when that is literal; null for a form without a namespace. */
  readonly namespace: string | null;
  readonly pieces: readonly Piece[];
}

/** Reads a form as a profile writes it; `undefined` when it names a field that does not exist. */
export function readForm(text: string): Form | undefined {
  const pieces: Piece[] = [];
  for (const part of text.split(/(<[^<>]*>)/)) {
    if (part === '') continue;
    if (!part.startsWith('<')) pieces.push({ literal: part });
    else {
      const field = part.slice(1, -1);
      if (!isField(field)) return undefined;
      pieces.push({ field });
    }
  }
  const first = pieces[0];
  const colon = first !== undefined && 'literal' in first ? first.literal.indexOf(':') : -1;
  return { text, namespace: colon < 0 ? null : text.slice(0, colon), pieces };
}

/** Whether a value has a form, from its first character to its last. Linear: a field ends where its characters end. */
export function hasForm(value: string, form: Form): boolean {
  let at = 0;
  let n = '';
  for (const piece of form.pieces) {
    if ('literal' in piece) {
      if (!value.startsWith(piece.literal, at)) return false;
      at += piece.literal.length;
      continue;
    }
    const text = fieldAt(value, at, piece.field);
    if (text === undefined || (piece.field === 'm' && !isGreater(text, n))) return false;
    if (piece.field === 'n') n = text;
    at += text.length;
  }
  return at === value.length;
}

function isField(name: string): name is Field {
  return name === 'n' || name === 'm' || name === 'day' || name === 'hhmm' || name === 'id';
}

/** The text of a field that begins at an offset; `undefined` when it is not there. */
function fieldAt(value: string, at: number, field: Field): string | undefined {
  if (field === 'day') return only(value.slice(at, at + 8), isDay);
  if (field === 'hhmm') return only(value.slice(at, at + 4), isTimeOfDay);
  const pattern = field === 'id' ? /[^#+]+/y : /[1-9][0-9]*/y;
  pattern.lastIndex = at;
  return pattern.exec(value)?.[0];
}

function only(text: string, test: (text: string) => boolean): string | undefined {
  return test(text) ? text : undefined;
}

function isGreater(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}
