import type { Fact } from '../../../ledger/fact.ts';
import { momentText } from '../../../text/moment.ts';
import { type Html, html, nothing, shownText } from '../../layout/index.ts';

/** What an entry changed, in words, each with its members; nothing where it changed nothing. */
export function factList(found: readonly Fact[]): Html {
  if (found.length === 0) return nothing;
  return html`<ul class="changes">${found.map((fact) => html`<li>${factPart(fact)}</li>`)}</ul>`;
}

function factPart(fact: Fact): Html {
  const { fact: name, ...members } = fact;
  const told = Object.entries(members).flatMap(([key, value]) => toldOf(key, value));
  return html`<strong>${name.replaceAll('-', ' ')}</strong>${told.map(([key, value]) => html` <span class="member"><span class="key">${key}</span> ${shownText(value)}</span>`)}`;
}

/** A member as names and texts; what lies deeper is told with its path. */
function toldOf(key: string, value: unknown): readonly (readonly [key: string, value: string])[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.length === 0 ? [] : [[key, value.join(', ')]];
  if (typeof value !== 'object') return [[key, isMoment(key, value) ? momentText(value) : String(value)]];
  return Object.entries(value).flatMap(([inner, one]) => toldOf(`${key}.${inner}`, one));
}

const moments: readonly string[] = ['exp', 'at', 'since', 'lease', 'readbackBy', 'until', 'retryAt'];

function isMoment(key: string, value: unknown): value is number {
  return typeof value === 'number' && moments.includes(key.slice(key.lastIndexOf('.') + 1));
}
