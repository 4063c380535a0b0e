import { type Diagnostic, renderHuman } from 'hearback';
import { type Catch, catchesOf } from './catches.ts';
import { count, heading, type Paint, width, wrap } from './layout.ts';
import type { Story } from './story.ts';

/** Each planted fault, where it was caught, the finding under its line, and what came of it. */
export function faultSection(story: Story, paint: Paint): string {
  const catches = catchesOf(story);
  const stopped = catches.filter(({ caught }) => caught !== null).length;
  return [
    heading(`${count(catches.length, 'fault')} planted, ${stopped} caught`, paint),
    catches.map((one, index) => faultText(one, index + 1, paint)).join('\n\n'),
  ].join('\n');
}

function faultText({ fault, caught }: Catch, number: number, paint: Paint): string {
  const title = wrap(`${number}. ${fault.name} (${fault.ask} ${fault.item})`);
  if (caught === null) return `${title}\n     ${paint('NOT CAUGHT by any check', 'bad')}`;
  const { check, finding, result } = caught;
  const shown =
    finding === null
      ? []
      : [indented(renderHuman(finding, { name: idOn(finding), color: paint.on, width: width - 10 }))];
  return [title, `     caught by ${paint(check, 'good')}`, ...shown, wrap(result, '     ')].join('\n');
}

/** The id of the line that a finding points to. */
function idOn({ at }: Diagnostic): string | undefined {
  return at?.line.split(' ')[2];
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '     ');
}
