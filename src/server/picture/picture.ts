import { type DrawOptions, draw } from './draw.ts';
import type { PictureEntry } from './entry.ts';
import { type SceneOptions, sceneOf } from './scene.ts';

export { pictured } from './entry.ts';

/** Entries of a conversation in order as an SVG document. Pure: the same entries at the same time make the same picture. Throws nothing, whatever they say. */
export function picture(entries: readonly PictureEntry[], options: SceneOptions & DrawOptions): string {
  return String(draw(sceneOf(entries, options), options));
}
