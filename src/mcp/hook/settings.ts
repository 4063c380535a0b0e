/** The events that the hook is for. */
const events = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] as const;

/** By which our own entries are known again. */
const mark = '# hearback';

/** Seconds that the program waits; the hook gives up, and blocks, well before. */
const timeout = 60;

type Members = Record<string, unknown>;

/** What a settings file is not: whoever reads it is told, and it is left as it is. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * The text of a settings file with the hook in it, once; what it holds besides stays. The hook is called for every tool, so
 * that a rule that is added later is kept. Throws SettingsError for a text that is none of a settings file.
 */
export function withHook(text: string, command: string): string {
  const settings = settingsIn(text);
  if (settings['disableAllHooks'] === true)
    throw new SettingsError('its disableAllHooks is true, and no hook would be run: take that out first');
  const hooks = hooksOf(settings);
  for (const event of events) {
    const others = groupsOf(hooks, event).filter((group) => !isOurs(group));
    const own = { type: 'command', command: `${command} || exit 2 ${mark}`, timeout };
    hooks[event] = [...others, { matcher: '*', hooks: [own] }];
  }
  return textOf({ ...settings, hooks }, text);
}

/** The text without the hook; what it holds besides stays. Throws SettingsError like `withHook`. */
export function withoutHook(text: string): string {
  const settings = settingsIn(text);
  const hooks = hooksOf(settings);
  let isChanged = false;
  for (const event of events) {
    const groups = groupsOf(hooks, event);
    const others = groups.filter((group) => !isOurs(group));
    if (others.length === groups.length) continue;
    isChanged = true;
    if (others.length > 0) hooks[event] = others;
    else delete hooks[event];
  }
  if (!isChanged) return text;
  const { hooks: _, ...rest } = settings;
  return textOf(Object.keys(hooks).length === 0 ? rest : { ...settings, hooks }, text);
}

/** Whether there is nothing left of the settings. */
export function isEmpty(text: string): boolean {
  return Object.keys(settingsIn(text)).length === 0;
}

function settingsIn(text: string): Members {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`it is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) throw new SettingsError('it is no JSON object');
  return value;
}

function hooksOf({ hooks = {} }: Members): Members {
  if (!isObject(hooks)) throw new SettingsError('its member hooks is no object');
  return { ...hooks };
}

function groupsOf(hooks: Members, event: string): readonly unknown[] {
  const groups = Object.hasOwn(hooks, event) ? hooks[event] : [];
  if (!Array.isArray(groups)) throw new SettingsError(`its member hooks.${event} is no list`);
  return groups;
}

/** One that somebody put other hooks beside is theirs too, and is left. */
function isOurs(group: unknown): boolean {
  const hooks = isObject(group) ? group['hooks'] : null;
  return (
    Array.isArray(hooks) &&
    hooks.length === 1 &&
    isObject(hooks[0]) &&
    String(hooks[0]['command']).endsWith(mark)
  );
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Written as it was: with its own indent, and a line end at its end. */
function textOf(settings: Members, before: string): string {
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? '  ';
  return `${JSON.stringify(settings, null, indent)}\n`;
}
