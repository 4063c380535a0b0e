import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from './cast/agent.ts';
import { type Console, openConsole } from './cast/console.ts';
import { type House, openHouse } from './cast/house.ts';
import type { Kim } from './cast/kim.ts';
import { Production } from './cast/production.ts';
import type { Story } from './story.ts';

/** Everybody on stage, and what they stand on. */
export interface Stage {
  readonly house: House;
  readonly console: Console;
  readonly production: Production;
  readonly story: Story;
  /** The change as it was written down, value by value. */
  readonly change: Readonly<Record<string, string>>;
  /** Hands acts over and confirms them; nothing that it can call runs anything. */
  readonly release: Agent;
  /** Reads them back and runs them; nothing that it can call confirms anything. */
  readonly operator: Agent;
  /** Decides, on the console. */
  readonly kim: Kim;
}

export interface Setting {
  /** The house, and the folder in which a copy of it is played. */
  readonly folder: string;
  readonly place: string;
  readonly kim: Kim;
  readonly story: Story;
}

/** Sets the stage: the house is copied, every process is started, and everybody is introduced. */
export async function setStage({ folder, place, kim, story }: Setting): Promise<Stage> {
  const house = openHouse(folder, place);
  const console = await openConsole(house);
  const at = { house, console: console.origin };
  const release = new Agent({ ...at, name: 'release', scope: 'read,send,confirm' });
  const operator = new Agent({ ...at, name: 'operator', scope: 'read,send,prepare,commit' });
  const link = house.run('person add', 'kim', '--console', console.origin).trim();
  const [who] = await Promise.all([kim.arrive(link), release.start(), operator.start()]);
  story.says('release', 'hands acts over and confirms them; its key may read, send and confirm');
  story.says('operator', 'reads them back and runs them; its key may read, send, prepare and commit');
  story.says('kim', who);
  const change = JSON.parse(readFileSync(join(place, 'change.json'), 'utf8')) as Stage['change'];
  return { house, console, production: new Production(place), story, change, release, operator, kim };
}

/** Ends every process. */
export async function strike({ release, operator, console }: Stage): Promise<void> {
  await Promise.all([release.end(), operator.end(), console.end()]);
}
