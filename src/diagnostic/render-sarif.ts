import { countCodePoints } from '../text/characters.ts';
import { columnOf } from '../text/frame.ts';
import { quoted } from '../text/span.ts';
import type { Diagnostic } from './diagnostic.ts';
import { jsonText } from './render-json.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** Writes a SARIF 2.1.0 log piece by piece, so that a file of any size needs no memory: `result`s, then `end`. */
export interface SarifLog {
  result(diagnostic: Diagnostic, file?: string): string;
  end(): string;
}

/** A SARIF log of one run; `version` is the tool's. */
export function sarifLog(version: string): SarifLog {
  const codes = new Set<string>();
  return {
    result: (diagnostic, file) => {
      const text = (codes.size > 0 ? ',\n' : head) + jsonText(resultOf(diagnostic, file));
      codes.add(diagnostic.code);
      return text;
    },
    end: () => {
      const driver = { name: 'hearback', version, rules: [...codes].map((id) => ({ id })) };
      const start = codes.size > 0 ? '' : head;
      return `${start}\n],"columnKind":"unicodeCodePoints","tool":${jsonText({ driver })}}]}\n`;
    },
  };
}

const head =
  '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[\n';

function resultOf(diagnostic: Diagnostic, file: string | undefined): object {
  const { code, severity, message, hint } = diagnostic;
  const text = hint === undefined ? message : `${message} (${hint})`;
  const locations = file === undefined ? [] : [locationOf(diagnostic, file)];
  return { ruleId: code, level: levels[severity], message: { text }, locations };
}

function locationOf({ at }: Diagnostic, file: string): object {
  const artifactLocation = { uri: encodeURI(file.replaceAll('\\', '/').toWellFormed()) };
  if (at?.number === undefined) return { physicalLocation: { artifactLocation } };
  const startColumn = columnOf(at.line, at.span);
  const words = quoted(at.line, at.span);
  const region = {
    startLine: at.number,
    startColumn,
    endColumn: startColumn + Math.max(1, countCodePoints(words)),
    snippet: { text: words },
  };
  return { physicalLocation: { artifactLocation, region } };
}
