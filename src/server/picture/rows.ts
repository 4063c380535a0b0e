import { momentText } from '../../text/moment.ts';
import { type Html, html, nothing } from '../layout/html.ts';
import type { DrawOptions } from './draw.ts';
import { colours, cut, measures, rowTop, widthOf, xOf } from './measures.ts';
import type { Mark, Row, Scene } from './scene.ts';
import { sentence } from './words.ts';

/** An entry as a row: when it came, and its arrow, or the change that no line says. */
export function rowParts(row: Row, place: number, scene: Scene, { href, chosen }: DrawOptions): Html {
  const top = rowTop(place);
  const isChosen = row.sequence === chosen;
  const parts = html`<title>${sentence(row, scene.lanes)}</title>
<rect class="picture-row" x="4" y="${top + 2}" width="${widthOf(scene) - 8}" height="${measures.row - 4}" rx="6" fill="${isChosen ? colours.band : 'none'}" fill-opacity="0.25" stroke="${isChosen ? colours.ink : 'none'}" pointer-events="all"/>
<text x="12" y="${top + 34}" font-size="11" class="picture-soft" fill="${colours.soft}">${momentText(row.at).slice(11)}</text>
${row.from === null || row.kind === 'change' || row.to === null ? pointPart(row, top) : arrowPart(row, scene.ofOneItem ? '' : (row.item ?? ''), [row.from, row.to], top)}`;
  const chosenClass = isChosen ? ' picture-chosen' : '';
  const type = row.type === '' ? row.kind : row.type;
  return href === undefined
    ? html`<g class="picture-entry picture-${row.kind}">${parts}</g>\n`
    : html`<a class="picture-entry picture-${row.kind}${chosenClass}" href="${href(row.sequence)}" aria-label="${`${type} in entry ${sentence(row, scene.lanes)}`}"${isChosen ? html` aria-current="true"` : nothing}>${parts}</a>\n`;
}

function arrowPart(row: Row, item: string, [from, to]: readonly [number, number], top: number): Html {
  const { type, label, mark } = row;
  const y = top + 36;
  const way = to >= from ? 1 : -1;
  // what was refused never arrived
  const end = mark === 'refused' ? (xOf(from) + xOf(to)) / 2 : xOf(to) - way * 4;
  const start = xOf(from) + way * 4;
  const middle = (start + (mark === 'refused' ? xOf(to) : end)) / 2;
  const dash = mark === 'refused' ? html` stroke-dasharray="4 4"` : nothing;
  const head = `${end},${y} ${end - way * 9},${y - 5} ${end - way * 9},${y + 5}`;
  const room = Math.max(22, Math.abs(to - from) * 26);
  return html`<text x="${middle}" y="${top + 16}" text-anchor="middle" fill="${colours.ink}" class="picture-halo"${halo}><tspan font-weight="700">${type}</tspan> ${cut(label, room)}</text>
<text x="${middle}" y="${top + 30}" text-anchor="middle" font-size="11" class="picture-soft picture-halo" fill="${colours.soft}"${halo}>${cut(item, room)}</text>
<line x1="${start}" y1="${y}" x2="${end}" y2="${y}" stroke="${colours.ink}" stroke-width="1.5"${dash}/>
<polygon points="${head}" fill="${colours.ink}"/>
${mark === null ? nothing : markPart(mark, end + way * (mark === 'refused' ? 12 : 20), y)}`;
}

/** A change, or a line that could not be read: on the lane that it is about, else at the edge. */
function pointPart({ from, label, mark }: Row, top: number): Html {
  const x = from === null ? measures.gutter + 8 : xOf(from);
  const y = top + 28;
  const sign =
    mark === null
      ? html`<rect x="${x - 5}" y="${y - 5}" width="10" height="10" transform="rotate(45 ${x} ${y})" fill="${colours.card}" stroke="${colours.ink}"/>`
      : markPart(mark, x, y);
  return html`${sign}<text x="${x + 16}" y="${y + 4}" font-size="12" class="picture-soft picture-halo" fill="${colours.soft}"${halo}>${cut(label, 60)}</text>`;
}

/** Words that stand over a lane stay readable. */
const halo: Html = html` paint-order="stroke" stroke="${colours.ground}" stroke-width="4" stroke-linejoin="round"`;

/** The signs of the marks, drawn about their middle: a tick, a cross, a stroke, a bar. */
const signs: Readonly<Record<Mark, string>> = {
  passes: 'M-4 0 L-1 3.5 L4.5 -3.5',
  fails: 'M-3.5 -3.5 L3.5 3.5 M3.5 -3.5 L-3.5 3.5',
  unchecked: 'M0 -4.5 L0 1 M0 4 L0 4.5',
  refused: 'M-4.5 0 L4.5 0',
};

function markPart(mark: Mark, x: number, y: number): Html {
  return html`<g class="picture-mark picture-mark-${mark}" transform="translate(${x} ${y})"><circle r="8" fill="${colours.ground}" stroke="${colours[mark]}" stroke-width="1.5"/><path d="${signs[mark]}" fill="none" stroke="${colours[mark]}" stroke-width="2" stroke-linecap="round"/></g>`;
}
