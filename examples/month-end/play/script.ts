import { parse } from 'hearback';
import type { Stage } from './stage.ts';

/** Says the agents' lines of the folder, each by the agent that wrote it; a line that was said before changes nothing. */
export async function sayLines({ folder, clock, hands }: Stage): Promise<void> {
  for (const { at, line, file, number } of folder.script) {
    clock.reach(at);
    const { heard, message } = parse(line);
    const hand = hands[heard.from as keyof typeof hands];
    if (hand === undefined) throw new Error(`${file}:${number}: nobody plays ${heard.from}`);
    const criteria = message?.type === 'HO' ? folder.policy.kept[String(message.slots['ask'])] : undefined;
    await hand.send(line, criteria === undefined ? {} : { criteria });
  }
}
