import { misread } from './scenes/1-misread.ts';
import { doubt } from './scenes/2-doubt.ts';
import { ownStatement } from './scenes/3-own-statement.ts';
import { once } from './scenes/4-once.ts';
import { injection } from './scenes/5-injection.ts';
import { rollback } from './scenes/6-rollback.ts';
import { afterwards } from './scenes/7-afterwards.ts';
import type { Stage } from './stage.ts';

/** Plays the scenes in order. One that cannot go on ends the play, and is a point that does not hold. */
export async function play(stage: Stage): Promise<void> {
  try {
    const handoff = await doubt(stage, await misread(stage));
    const token = await ownStatement(stage, handoff);
    const report = await once(stage, handoff, token);
    await injection(stage);
    await rollback(stage, { handoff, report });
    await afterwards(stage);
  } catch (error) {
    stage.story.holds(`the play goes on: ${(error as Error).message}`, false);
  }
}
