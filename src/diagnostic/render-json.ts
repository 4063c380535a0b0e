import { columnOf } from '../text/frame.ts';
import { quoted, type Span } from '../text/span.ts';
import type { Diagnostic } from './diagnostic.ts';

/** A finding as plain JSON; `column` counts code points from 1, `quoted` is the text under the span. */
export interface DiagnosticJson extends Omit<Diagnostic, 'at'> {
  readonly at?: {
    readonly line: string;
    readonly number?: number;
    readonly span: Span;
    readonly column: number;
    readonly quoted: string;
  };
}

/** The JSON form of a finding, for programs that match on `code`. */
export function diagnosticJson({ at, ...rest }: Diagnostic): DiagnosticJson {
  if (at === undefined) return rest;
  return { ...rest, at: { ...at, column: columnOf(at.line, at.span), quoted: quoted(at.line, at.span) } };
}

/** Most texts: nothing in them is looked for. */
const plain = /^[\n\x20-\x7e]*$/;
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u3164\u115F\u1160]/gu;

/** JSON text, equal in value to what JSON.stringify gives, in which nothing hides, turns or moves on a terminal (T6). */
export function jsonText(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, null, indent);
  if (plain.test(text)) return text;
  return text.replace(unsafe, (character) => (character === '\n' ? character : asEscapes(character)));
}

function asEscapes(character: string): string {
  let escapes = '';
  for (let at = 0; at < character.length; at++) {
    escapes += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }
  return escapes;
}
