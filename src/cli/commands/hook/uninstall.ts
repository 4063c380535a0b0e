import { withoutHook } from '../../../mcp/hook/settings.ts';
import type { Verb } from '../../verb.ts';
import { changeSettings, settingsOptions } from './settings-file.ts';

/** `hook uninstall`: out of the settings again. */
export const uninstall: Verb = {
  name: 'hook uninstall',
  group: 'Beside an agent',
  uses: 'config',
  summary: 'take the hook out of the settings of Claude Code; all else stays as it is',
  arguments: [],
  options: settingsOptions,
  example: { command: 'hearback hook uninstall', output: '.claude/settings.json is as it should be' },
  run: (call) => changeSettings(call, withoutHook),
};
