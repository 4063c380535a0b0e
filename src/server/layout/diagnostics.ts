import type { Diagnostic, Severity } from '../../diagnostic/diagnostic.ts';
import { frame } from '../../text/frame.ts';
import { badge, type Tone } from './badge.ts';
import { type Html, html, nothing } from './html.ts';
import { shownText } from './value.ts';

const tones: Readonly<Record<Severity, readonly [Tone, string]>> = {
  error: ['bad', 'error'],
  warning: ['warn', 'warning'],
  info: ['quiet', 'note'],
};

/** Findings, each with its line and carets under the word that it is about. */
export function diagnosticList(diagnostics: readonly Diagnostic[]): Html {
  if (diagnostics.length === 0) return html`<p class="soft">Nothing was found.</p>`;
  return html`<ul class="findings">${diagnostics.map((found) => html`<li>${diagnosticPart(found)}</li>`)}</ul>`;
}

function diagnosticPart({ code, severity, message, hint, at }: Diagnostic): Html {
  const [tone, word] = tones[severity];
  return html`<p>${badge(tone, word)} <strong>${shownText(message)}</strong> <code class="soft">${code}</code></p>
${at === undefined ? nothing : framed(at.line, at.span)}${hint === undefined ? nothing : html`<p class="hint">${shownText(hint)}</p>`}`;
}

function framed(line: string, span: { readonly start: number; readonly end: number }): Html {
  const { text, carets } = frame(line, span, 96);
  return html`<pre class="frame" tabindex="0">${text}\n<span class="carets">${carets}</span></pre>`;
}
