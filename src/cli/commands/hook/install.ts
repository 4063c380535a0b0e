import { resolve } from 'node:path';
import { UsageError } from '../../../diagnostic/usage-error.ts';
import { withHook } from '../../../mcp/hook/settings.ts';
import { configOf } from '../../config/read.ts';
import type { Call, Verb } from '../../verb.ts';
import { hookRulesOf } from './desk.ts';
import { changeSettings, settingsOptions } from './settings-file.ts';

/** `hook install`: into the settings of Claude Code. */
export const install: Verb = {
  name: 'hook install',
  group: 'Beside an agent',
  uses: 'config',
  summary:
    'put the hook into the settings of Claude Code, once however often it is called; shows what changes',
  about:
    'It is called for every tool, so that a rule that you add later is kept. The key is read from the config file’s keyFile ' +
    'or from HEARBACK_KEY. hook uninstall takes it out again and leaves all else as it is.',
  arguments: [],
  options: {
    ...settingsOptions,
    command: { value: 'TEXT', about: 'how the shell starts hearback; this very installation unless given' },
  },
  example: {
    command: `hearback hook install --config hook.json --dry-run --command hearback | grep '^+ *"PreToolUse"'`,
    output: '+     "PreToolUse": [',
  },
  run: (call) => {
    const found = configOf(call);
    hookRulesOf(found);
    const config = quoted(resolve(found.file ?? 'hearback.json'));
    changeSettings(call, (text) => withHook(text, `${programOf(call)} hook --config ${config}`));
  },
};

function programOf({ options }: Call): string {
  const given = options.value('command');
  // what ends a command would take the blocking behind it away
  if (given !== undefined && (/[#;&|\r\n]/.test(given) || given.trim() === ''))
    throw new UsageError('usage/option', '--command is one command, without # ; & and |');
  return given ?? `${quoted(process.execPath)} ${quoted(process.argv[1] ?? 'hearback')}`;
}

/** As a POSIX shell takes a text without reading it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
