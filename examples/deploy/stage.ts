import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from './cast/agent.ts';
import { type Console, openConsole } from './cast/console.ts';
import { type House, openHouse } from './cast/house.ts';
import { Person } from './cast/person.ts';
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
  readonly kim: Person;
}

/** Sets the stage in a folder: the house is copied there, every process is started, and Kim has a passkey. */
export async function setStage(folder: string, place: string, story: Story): Promise<Stage> {
  const house = openHouse(folder, place);
  const console = await openConsole(house);
  const at = { house, console: console.origin };
  const release = new Agent({ ...at, name: 'release', scope: 'read,send,confirm' });
  const operator = new Agent({ ...at, name: 'operator', scope: 'read,send,prepare,commit' });
  const kim = new Person();
  const link = house.run('person add', 'kim', '--console', console.origin).trim();
  await Promise.all([release.start(), operator.start(), kim.enrol(link)]);
  const change = JSON.parse(readFileSync(join(place, 'change.json'), 'utf8')) as Stage['change'];
  return { house, console, production: new Production(place), story, change, release, operator, kim };
}

/** Ends every process. */
export async function strike({ release, operator, console }: Stage): Promise<void> {
  await Promise.all([release.end(), operator.end(), console.end()]);
}
