import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/diagnostic/diagnostic.ts';
import { renderHuman, renderLine } from '../../../src/diagnostic/render.ts';
import { renderGithub } from '../../../src/diagnostic/render-github.ts';
import { diagnosticJson, jsonText } from '../../../src/diagnostic/render-json.ts';
import { sarifLog } from '../../../src/diagnostic/render-sarif.ts';

const line = 'RW1 RB b-1 re=a-1 from=b to=a item=x:1 ask=BUILD';
const finding: Diagnostic = {
  code: 'echo/mismatch',
  severity: 'error',
  message: 'tier3 echo: ask mismatch, sent FIX, heard BUILD',
  hint: 'read ask back as it was sent',
  at: { line, span: { start: 39, end: 48 }, number: 14 },
  data: { slot: 'ask', sent: 'FIX', heard: 'BUILD' },
};
const { at: _, hint: __, ...bare } = finding;
const hostile: Diagnostic = {
  ...bare,
  message: 'a\x1b[2J\nerror: forged',
  hint: 'b\u202e',
  at: { line: 'x\x1b[2J\ny', span: { start: 0, end: 7 } },
};

describe('for a person', () => {
  test('says what, where, the line with carets, and what to do', () => {
    expect(renderHuman(finding, { name: 'day.rw' }).split('\n')).toEqual([
      'error[echo/mismatch]: tier3 echo: ask mismatch, sent FIX, heard BUILD',
      '  at day.rw:14:40',
      `    ${line}`,
      `    ${' '.repeat(39)}^^^^^^^^^`,
      '  hint: read ask back as it was sent',
    ]);
  });

  test('names the line of a finding that has no number', () => {
    const given = { ...finding, at: { line, span: { start: 39, end: 48 } } };
    expect(renderHuman(given, { name: 'RB' })).toContain('  at RB, column 40\n');
    expect(renderHuman(given)).toContain('  at column 40\n');
  });

  test('leaves out the place and the hint where there are none', () => {
    expect(renderHuman(bare)).toBe('error[echo/mismatch]: tier3 echo: ask mismatch, sent FIX, heard BUILD');
  });

  test('colours only when asked to', () => {
    expect(renderHuman(finding)).not.toContain('\x1b');
    expect(renderHuman(finding, { color: true })).toContain('\x1b[1;31merror[echo/mismatch]\x1b[0m');
    expect(renderHuman({ ...bare, severity: 'warning' }, { color: true })).toContain('\x1b[1;33mwarning');
    expect(renderHuman({ ...bare, severity: 'info' })).toMatch(/^note\[/);
  });
});

describe('hostile text is never printed raw', () => {
  const rendered = {
    human: renderHuman(hostile, { name: 'f\x1b.rw' }).replaceAll('\n', ''),
    line: renderLine(hostile, { name: 'f\x1b\n.rw' }),
    github: renderGithub(hostile, 'f\x1b,:\n.rw'),
    json: jsonText(diagnosticJson(hostile)),
    sarif: sarifLog('1').result(hostile, 'f\x1b\u202e.rw').replaceAll('\n', ''),
  };
  test.each(Object.entries(rendered))('as %s', (_name, text) => {
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test('as many lines of human output as the finding has parts', () => {
    expect(renderHuman(hostile).split('\n')).toHaveLength(5);
  });
});

describe('on one line', () => {
  test('file, line, column, severity, message, hint, code', () => {
    expect(renderLine(finding, { name: 'day.rw' })).toBe(
      'day.rw:14:40: error: tier3 echo: ask mismatch, sent FIX, heard BUILD; read ask back as it was sent [echo/mismatch]',
    );
  });

  test('without a place', () => {
    expect(renderLine(bare)).toBe('error: tier3 echo: ask mismatch, sent FIX, heard BUILD [echo/mismatch]');
  });
});

describe('as a GitHub annotation', () => {
  test('names file, line and column, and escapes what the form uses itself', () => {
    expect(renderGithub({ ...finding, message: '100% a,b:c' }, 'a,b.rw')).toBe(
      '::error file=a%2Cb.rw,line=14,col=40,title=echo/mismatch::100%25 a,b:c%0Aread ask back as it was sent',
    );
  });

  test('a warning and a note have their own command', () => {
    expect(renderGithub({ ...bare, severity: 'warning' })).toMatch(/^::warning title=echo\/mismatch::/);
    expect(renderGithub({ ...bare, severity: 'info' })).toMatch(/^::notice title=/);
  });
});

describe('as JSON', () => {
  test('adds the column and the quoted text', () => {
    expect(diagnosticJson(finding)).toEqual({
      ...finding,
      at: { line, number: 14, span: { start: 39, end: 48 }, column: 40, quoted: 'ask=BUILD' },
    });
    expect(diagnosticJson(bare)).toEqual(bare);
  });

  test('escapes what hides or turns text and keeps the value', () => {
    const value = { tail: 'a\u202eb\u200b\u{e0041}\u007f\u2028', list: ['日本 😀'] };
    expect(jsonText(value)).toBe(
      '{"tail":"a\\u202eb\\u200b\\udb40\\udc41\\u007f\\u2028","list":["日本 😀"]}',
    );
    expect(JSON.parse(jsonText(value, 2))).toEqual(value);
  });
});

describe('as SARIF', () => {
  test('is one JSON document with the places in code points', () => {
    const log = sarifLog('1.2.3');
    const text = log.result(finding, 'a b.rw') + log.result(bare, 'a b.rw') + log.result(bare) + log.end();
    const [run] = JSON.parse(text).runs;
    expect(run.tool.driver).toEqual({ name: 'hearback', version: '1.2.3', rules: [{ id: 'echo/mismatch' }] });
    expect(run.columnKind).toBe('unicodeCodePoints');
    expect(run.results).toHaveLength(3);
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'a%20b.rw' },
      region: { startLine: 14, startColumn: 40, endColumn: 49, snippet: { text: 'ask=BUILD' } },
    });
    expect(run.results[2].locations).toEqual([]);
  });

  test('is valid without results', () => {
    const log = sarifLog('1');
    expect(JSON.parse(log.end()).runs[0].results).toEqual([]);
  });
});
