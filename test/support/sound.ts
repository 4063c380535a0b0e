import {
  canonical,
  decode,
  digest,
  encode,
  fromJson,
  fullDigest,
  parse,
  toJson,
} from '../../src/codec/index.ts';
import type { AnyMessage } from '../../src/codec/message.ts';
import type { Diagnostic } from '../../src/diagnostic/diagnostic.ts';
import { faultOf } from '../../src/text/characters.ts';

const code = /^[a-z]+\/[a-z0-9-]+$/;

/**
 * What the answer to a line owes and lacks, undefined when it lacks nothing: a message or an error and never both,
 * findings that a person can act on; and, of a line that is accepted, the same message by every way round.
 */
export function unsound(line: string): string | undefined {
  const parsed = parse(line);
  const hasError = parsed.diagnostics.some(({ severity }) => severity === 'error');
  if ((parsed.message === null) !== hasError) return `a message and an error, or neither: ${line}`;
  for (const finding of parsed.diagnostics) {
    const fault = lacking(finding, parsed.line);
    if (fault) return `${fault}: ${JSON.stringify(finding)}`;
  }
  return parsed.message ? changed(parsed.message) : undefined;
}

/** T6, issue 3: every finding has a code, a span inside the line and a hint, and shows no character that hides. */
function lacking({ code: name, severity, message, hint, at }: Diagnostic, line: string): string | undefined {
  if (!code.test(name)) return 'no code';
  if (message === '' || !isShowable(message)) return 'a message that cannot be shown';
  if (hint === undefined && severity === 'error') return 'no hint';
  if (hint === '' || !isShowable(hint ?? '')) return 'a hint that cannot be shown';
  if (at === undefined || at.line !== line) return 'no place';
  const { start, end } = at.span;
  return start >= 0 && start <= end && end <= line.length ? undefined : 'a span outside the line';
}

function isShowable(text: string): boolean {
  for (const character of text) if (faultOf(character.codePointAt(0) ?? 0) !== undefined) return false;
  return true;
}

/** Spec 4: line to JSON to line, and JSON to line to JSON, keep the message and its digest. */
function changed(message: AnyMessage): string | undefined {
  const twin = toJson(message);
  const kept = canonical(message);
  const byJson = fromJson(twin).message;
  const byText = fromJson(JSON.stringify(twin)).message;
  if (!byJson || !byText) return `the twin of a valid line is refused: ${kept}`;
  const again = [decode(encode(message)), byJson, byText];
  if (again.some((one) => canonical(one) !== kept)) return `another message by line or JSON: ${kept}`;
  if (again.some((one) => digest(one) !== digest(message))) return `another digest by line or JSON: ${kept}`;
  if (encode(byJson) !== encode(message)) return `another line by JSON: ${kept}`;
  return fullDigest(message).startsWith(digest(message)) ? undefined : `a digest of another text: ${kept}`;
}
