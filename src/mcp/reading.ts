import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { UsageError } from '../diagnostic/usage-error.ts';
import { type LegendOptions, legend } from '../legend/index.ts';
import type { McpParts } from './parts.ts';

/** What a model reads before it works: the legend of each profile, the skill, and a prompt with both. */
export function offerReading(server: McpServer, parts: McpParts): void {
  offerLegends(server, parts);
  offerSkill(server, parts);
  offerPrompt(server, parts);
}

const plain = 'text/plain; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';

function offerLegends(server: McpServer, parts: McpParts): void {
  const { core, names } = parts.profiles;
  const about = (name: string) => ({
    title: `Legend of ${name}`,
    description: `What a model must know to read and write lines${name === core.name ? '' : ` under the profile ${name}`}`,
    mimeType: plain,
  });
  for (const name of [core.name, ...names]) {
    const uri = `hearback://legend/${name}`;
    server.registerResource(`legend-${name}`, uri, about(name), () => ({
      contents: [{ uri, mimeType: plain, text: legendOf(parts, name, {}) }],
    }));
  }
  const forms = new ResourceTemplate('hearback://legend/{profile}/{role}', { list: undefined });
  const ofRole = {
    title: 'Legend for one agent',
    description: 'Only what this agent has a use for',
    mimeType: plain,
  };
  server.registerResource('legend-role', forms, ofRole, (uri, { profile, role }) => ({
    contents: [
      { uri: uri.href, mimeType: plain, text: legendOf(parts, String(profile), { role: String(role) }) },
    ],
  }));
}

function offerSkill(server: McpServer, { skill }: McpParts): void {
  for (const [path, text] of skill ?? []) {
    const uri = `hearback://skill/${path}`;
    const about = {
      title: `Skill: ${path}`,
      description: 'The agent skill of hearback',
      mimeType: markdown,
    };
    server.registerResource(`skill-${path}`, uri, about, () => ({
      contents: [{ uri, mimeType: markdown, text }],
    }));
  }
}

function offerPrompt(server: McpServer, parts: McpParts): void {
  server.registerPrompt(
    'hearback',
    {
      title: 'Work with hearback',
      description: 'How to hand over, read back and act, with the legend of a profile',
      argsSchema: z.object({
        profile: z.string().describe('The profile; core unless given').optional(),
        role: z.string().describe('The agent that reads it').optional(),
      }),
    },
    ({ profile = parts.profiles.core.name, role }) => {
      const skill = parts.skill?.get('SKILL.md')?.replace(/^---\n.*?\n---\n/s, '') ?? '';
      const text = `${skill}\n${legendOf(parts, profile, role === undefined ? {} : { role })}`.trim();
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  );
}

function legendOf({ profiles }: McpParts, name: string, options: LegendOptions): string {
  const vocabulary = name === profiles.core.name ? profiles.core : profiles.get(name);
  if (vocabulary === undefined) throw new ResourceNotFoundError(`hearback://legend/${name}`);
  try {
    return legend(vocabulary, options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
  }
}
