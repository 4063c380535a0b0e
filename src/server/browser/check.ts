// Judges what is pasted into the page while it is typed: the core runs here, and nothing is sent.
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { frame } from '../../text/frame.ts';
import { timeOf } from '../../text/moment.ts';
import { escaped } from '../../text/shown.ts';
import { builtIn, type ProfileData, profilesOf } from '../../vocabulary/index.ts';
import { type JudgedLine, judged } from './judged.ts';

const field = document.querySelector<HTMLTextAreaElement>('#lines');
const place = document.querySelector<HTMLElement>('#findings');
const pause = 150;

if (field !== null && place !== null) void begin(field, place);

async function begin(lines: HTMLTextAreaElement, findings: HTMLElement): Promise<void> {
  const answer = await fetch('/check/profiles.json');
  const more = answer.ok ? ((await answer.json()) as readonly ProfileData[]) : [];
  const profiles = profilesOf(builtIn, more, { replace: true }).profiles ?? builtIn;
  let timer = 0;
  const show = (): void => {
    const found = judged(lines.value, { profiles, now: timeOf(Date.now()) });
    const parts = found.lines.map(lineCard);
    if (found.thread !== null) parts.push(card('Between the lines', found.thread));
    if (found.left > 0) parts.push(card(`${found.left} more lines were not looked at`, []));
    findings.replaceChildren(...parts);
  };
  lines.addEventListener('input', () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(show, pause);
  });
  findings.dataset['ready'] = 'yes';
  if (lines.value !== '') show();
}

function lineCard({ number, means, diagnostics }: JudgedLine): HTMLElement {
  return card(`Line ${number}: ${means ?? 'not valid'}`, diagnostics);
}

function card(title: string, diagnostics: readonly Diagnostic[]): HTMLElement {
  const list = diagnostics.map(finding);
  const rest =
    list.length === 0 ? [element('p', 'soft', 'Nothing was found.')] : [element('ul', 'findings', ...list)];
  return element('section', 'card', element('h2', '', escaped(title)), ...rest);
}

const words = {
  error: ['bad', '✕', 'error'],
  warning: ['warn', '!', 'warning'],
  info: ['quiet', '·', 'note'],
} as const;

function finding({ code, severity, message, hint, at }: Diagnostic): HTMLElement {
  const [tone, sign, word] = words[severity];
  const parts = [
    element(
      'p',
      '',
      element('span', `badge badge-${tone}`, `${sign} ${word}`),
      ' ',
      element('strong', '', escaped(message)),
      ' ',
      element('code', 'soft', code),
    ),
  ];
  if (at !== undefined) parts.push(framed(at.line, at.span));
  if (hint !== undefined) parts.push(element('p', 'hint', escaped(hint)));
  return element('li', '', ...parts);
}

function framed(line: string, span: { readonly start: number; readonly end: number }): HTMLElement {
  const { text, carets } = frame(line, span, 96);
  const drawn = element('pre', 'frame', `${text}\n`, element('span', 'carets', carets));
  drawn.tabIndex = 0;
  return drawn;
}

function element(name: string, kind: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  if (kind !== '') made.className = kind;
  made.append(...children);
  return made;
}
