import { momentText } from '../../text/moment.ts';
import { shown } from '../../text/shown.ts';
import { type Html, html, nothing } from '../layout/html.ts';
import { bandParts, shadeParts } from './areas.ts';
import { colours, cut, measures, rowTop, widthOf, xOf } from './measures.ts';
import { rowParts } from './rows.ts';
import type { Scene } from './scene.ts';
import { description } from './words.ts';

export interface DrawOptions {
  readonly title: string;
  /** Where a row leads to, by the sequence of its entry; without it nothing leads anywhere. */
  readonly href?: (sequence: number) => string;
  /** The row that is looked at. */
  readonly chosen?: number | null;
}

/**
 * A scene as SVG: a lane an agent, a row an entry. Every colour is an attribute with a class beside it, so that the
 * picture stands alone and a stylesheet may still change it; whatever the entries say is text.
 */
export function draw(scene: Scene, options: DrawOptions): Html {
  const { title, href } = options;
  const [width, height] = [widthOf(scene), rowTop(scene.rows.length) + measures.foot];
  const role = href === undefined ? 'img' : 'group';
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="picture" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="${role}" aria-labelledby="picture-title picture-desc" font-family="system-ui, sans-serif" font-size="13">
<title id="picture-title">${shown(title)}</title>
<desc id="picture-desc">${description(scene)}</desc>
<rect class="picture-ground" width="${width}" height="${height}" fill="${colours.ground}"/>
${shadeParts(scene)}
${lanes(scene, height)}
${bandParts(scene)}
${days(scene, width)}
${scene.rows.map((row, place) => rowParts(row, place, scene, options))}
</svg>
`;
}

function lanes(scene: Scene, height: number): Html {
  return html`${scene.lanes.map((name, lane) => {
    const x = xOf(lane);
    return html`<g class="picture-lane"><line x1="${x}" y1="${measures.head}" x2="${x}" y2="${height - 8}" stroke="${colours.lane}" stroke-width="1.5"/>
<rect x="${x - 76}" y="12" width="152" height="30" rx="15" fill="${colours.card}" stroke="${colours.edge}"/>
<text x="${x}" y="32" text-anchor="middle" font-weight="600" fill="${colours.ink}">${cut(name, 20)}</text></g>\n`;
  })}`;
}

/** The day over the first row of each. */
function days({ rows }: Scene, width: number): Html {
  let before = '';
  return html`${rows.map(({ at }, place) => {
    const day = momentText(at).slice(0, 10);
    if (day === before) return nothing;
    before = day;
    const y = rowTop(place) + 1;
    return html`<g class="picture-day"><line x1="0" y1="${y}" x2="${width}" y2="${y}" stroke="${colours.edge}" stroke-dasharray="1 4"/><text x="12" y="${y + 14}" font-size="11" class="picture-soft" fill="${colours.soft}">${day}</text></g>\n`;
  })}`;
}
