import { setTimeout as pause } from 'node:timers/promises';
import type { Story } from '../story.ts';
import { Person } from './person.ts';

/** The person of the play, who decides on the console. */
export interface Kim {
  /** Takes the link by which a passkey is made; returns who Kim is, for the head of the play. */
  arrive(link: string): Promise<string>;
  /** Answers the question at an address; `answered` says whether the ledger has the answer. */
  decide(story: Story, url: string, answered: () => Promise<boolean>): Promise<void>;
}

/** Kim as this program plays it. */
export function playedKim(): Kim {
  const person = new Person();
  return {
    arrive: async (link) => {
      await person.enrol(link);
      return `is a person, and decides on the console at ${new URL(link).origin}`;
    },
    decide: async (story, url) => {
      const page = await person.read(url);
      story.says('kim', 'opens the link, signed in with a passkey');
      const values = ['PROD', '3.4.1', '3.4.0', 'CHG-1042'];
      const shown = values.every((value) => page.includes(value));
      story.holds('the page shows every value that would run', shown);
      await person.answer(url, 'APPROVE', '1042');
      story.says('kim', 'presses APPROVE, and confirms it with the last four digits of CHG-1042');
    },
  };
}

/** You, in the place of Kim: what there is to do is told, and the play waits until you have done it. */
export const you: Kim = {
  arrive: async (link) => `is you. Make a passkey, once: ${link}`,
  decide: async (story, url, answered) => {
    story.says('kim', `is you. Sign in and answer: ${url}`);
    while (!(await answered())) await pause(1_000);
  },
};
