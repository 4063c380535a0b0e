import { expect, test } from 'vitest';
import { SettingsError, withHook, withoutHook } from '../../../../src/mcp/hook/settings.ts';
import { changesIn } from '../../../../src/text/changes.ts';

const others = `{
\t"model": "x",
\t"hooks": {
\t\t"PreToolUse": [
\t\t\t{
\t\t\t\t"matcher": "Bash",
\t\t\t\t"hooks": [
\t\t\t\t\t{
\t\t\t\t\t\t"type": "command",
\t\t\t\t\t\t"command": "lint"
\t\t\t\t\t}
\t\t\t\t]
\t\t\t}
\t\t]
\t}
}
`;

test('the hook is put in for every tool, and blocks when it cannot be started', () => {
  const { hooks } = JSON.parse(withHook('', 'hearback hook')) as { hooks: Record<string, unknown> };
  expect(Object.keys(hooks)).toEqual(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']);
  expect(hooks['PreToolUse']).toEqual([
    {
      matcher: '*',
      hooks: [{ type: 'command', command: 'hearback hook || exit 2 # hearback', timeout: 60 }],
    },
  ]);
});

test('once or ten times, it is there once; another command takes the place of the one before', () => {
  const once = withHook(others, 'hearback hook');
  expect(withHook(once, 'hearback hook')).toBe(once);
  expect(withHook(once, 'other hook').match(/exit 2/g)).toHaveLength(3);
});

test('taken out, the settings are what they were, to the byte', () => {
  expect(withoutHook(withHook(others, 'hearback hook'))).toBe(others);
  expect(withoutHook(others)).toBe(others);
  expect(JSON.parse(withoutHook(withHook('', 'hearback hook')))).toEqual({});
});

test('an entry that somebody put a hook of their own into is left', () => {
  const settings = JSON.parse(withHook('', 'hearback hook')) as {
    hooks: { PreToolUse: { hooks: object[] }[] };
  };
  settings.hooks.PreToolUse[0]?.hooks.push({ type: 'command', command: 'mine' });
  const left = JSON.parse(withoutHook(JSON.stringify(settings))) as typeof settings;
  expect(left.hooks.PreToolUse).toEqual(settings.hooks.PreToolUse);
});

test.each(['{', '[]', '"x"', '{"hooks":[]}', '{"hooks":{"PreToolUse":{}}}'])(
  '%s is none of settings',
  (text) => {
    expect(() => withHook(text, 'hearback hook')).toThrow(SettingsError);
  },
);

test('changes are shown as lines that go and lines that come', () => {
  expect(changesIn('a\nb\nc\n', 'a\nx\nc\nd\n')).toEqual(['- b', '+ x', '+ d']);
  expect(changesIn('', 'a\n')).toEqual(['+ a']);
  expect(changesIn('a\n', '')).toEqual(['- a']);
  expect(changesIn('a\n', 'a\n')).toEqual([]);
});

test('settings by which no hook is run take none', () => {
  expect(() => withHook('{"disableAllHooks": true}', 'hearback hook')).toThrow(SettingsError);
  expect(withHook('{"disableAllHooks": false}', 'hearback hook')).toContain('hearback hook');
});
