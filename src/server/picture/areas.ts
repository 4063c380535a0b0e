import { momentText } from '../../text/moment.ts';
import { type Html, html } from '../layout/html.ts';
import { colours, measures, rowTop, widthOf, xOf } from './measures.ts';
import type { Band, Scene } from './scene.ts';

/** Beyond so many bands beside each other on a lane they lie on the last one's place. */
const mostBeside = 5;

/** Who has which item: a band on the owner's lane, named where it begins. */
export function bandParts({ bands, rows }: Scene): Html {
  return html`${bands.map((band) => bandPart(band, rows.length))}`;
}

function bandPart({ lane, item, from, to, place }: Band, rows: number): Html {
  const x = xOf(lane) - 5 - Math.min(place, mostBeside) * 9;
  const [top, end] = [
    rowTop(from) + measures.row / 2 + 6,
    rowTop(to) + (to >= rows ? 8 : measures.row / 2 + 6),
  ];
  const height = Math.max(8, end - top);
  return html`<rect class="picture-band" x="${x}" y="${top}" width="6" height="${height}" rx="3" fill="${colours.band}"><title>has ${item}</title></rect>\n`;
}

/** Windows that were over while their handoffs were open: hatched, with the time at which they closed. */
export function shadeParts(scene: Scene): Html {
  const width = widthOf(scene);
  return html`<defs><pattern id="picture-over" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="picture-shade" width="4" height="8" fill="${colours.shade}"/></pattern></defs>
${scene.shades.map(({ handoff, exp, from, to }) => {
  const top = rowTop(from);
  const height = Math.max(measures.foot - 4, rowTop(to) - top);
  return html`<g class="picture-over"><rect x="${measures.gutter - 8}" y="${top}" width="${width - measures.gutter + 4}" height="${height}" fill="url(#picture-over)"/><text x="${width - 8}" y="${top + 12}" text-anchor="end" font-size="11" fill="${colours.unchecked}">window of ${handoff} closed ${momentText(exp).slice(11)}</text></g>\n`;
})}`;
}
