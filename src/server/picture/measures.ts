import type { Scene } from './scene.ts';

/** Lengths of the picture, in units of its view box. */
export const measures = { gutter: 96, lane: 200, head: 52, row: 52, foot: 28 } as const;

/** What it is painted with where no stylesheet says otherwise. */
export const colours = {
  ground: '#ffffff',
  card: '#f5f3ee',
  ink: '#1d2327',
  soft: '#565e63',
  lane: '#c9c5bb',
  edge: '#85827a',
  band: '#7fb2bd',
  shade: '#f4e6c8',
  passes: '#1c6236',
  fails: '#9c2222',
  unchecked: '#7a4a00',
  refused: '#9c2222',
} as const;

/** Where a lane stands. */
export function xOf(lane: number): number {
  return measures.gutter + measures.lane * (lane + 0.5);
}

/** Where a row begins. */
export function rowTop(place: number): number {
  return measures.head + measures.row * place;
}

/** How wide a scene is: its lanes, and room for words where it has none. */
export function widthOf({ lanes }: Scene): number {
  return measures.gutter + measures.lane * Math.max(lanes.length, 2);
}

/** A name cut to a width that its place has; the whole one is in the picture's text. */
export function cut(name: string, most: number): string {
  const characters = [...name];
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join('')}…`;
}
