import type { Stage } from '../stage.ts';

/** What is left when everything was said. */
export async function afterwards({ story, house, release }: Stage): Promise<void> {
  story.scene('Afterwards');
  const thread = await release.call('check_thread');
  story.says('release', `check_thread: ${thread.message}`);
  story.holds('every step came after the checks that it needs', thread.outcome === 'passes');
  const open = await release.call('open');
  story.says('release', `open: ${open.message}`);
  const { count, questions } = open as { readonly count?: number; readonly questions?: readonly unknown[] };
  story.holds('every handoff has ended, and no question waits', count === 0 && questions?.length === 0);
  const [chain = ''] = house.run('ledger verify').trim().split('\n');
  story.says('anybody', `hearback ledger verify: ${chain}`);
}
