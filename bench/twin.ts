import { Ajv, type ValidateFunction } from 'ajv';
import type { SlotRow, Vocabulary } from '../src/vocabulary/vocabulary.ts';

const agent = '^[A-Za-z0-9._-]+$';
const patterns: Readonly<Record<string, string>> = {
  token: '^[^\\s]+$',
  ref: '^[^\\s]+$',
  msgid: '^[A-Za-z0-9._-]+-[0-9]+$',
  date: '^[0-9]{8}$',
  time: '^[0-9]{8}T[0-9]{4}Z$',
  money: '^-?(?:0|[1-9][0-9]*)\\.[0-9]{2}$',
  num: '^-?[0-9]+(?:\\.[0-9]+)?(?:/[0-9]+(?:\\.[0-9]+)?)?$',
  digest: '^[0-9a-f]{12}$',
};

/** JSON.parse of the twin and Ajv with a schema a type, compiled once: what a careful user would have without us. */
export class TwinReader {
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(vocabularies: readonly Vocabulary[]) {
    const ajv = new Ajv();
    for (const vocabulary of vocabularies) {
      for (const type of vocabulary.types.keys()) {
        this.#validators.set(`${vocabulary.name} ${type}`, ajv.compile(schemaOf(vocabulary, type)));
      }
    }
  }

  /** The message of a JSON text; throws when the schema of its profile and type refuses it. */
  read(json: string): unknown {
    const message = JSON.parse(json);
    const validate = this.#validators.get(`${message.slots.p ?? 'core'} ${message.type}`);
    if (!validate?.(message)) throw new Error(`${json}: ${JSON.stringify(validate?.errors)}`);
    return message;
  }
}

function schemaOf(vocabulary: Vocabulary, type: string): object {
  const envelope = new Set(['re', 'from', 'to', 'item']);
  const required = vocabulary.types.get(type)?.required ?? [];
  const slots = [...vocabulary.slots.values()].filter(({ key }) => !envelope.has(key));
  const isNeeded = (key: string): boolean => required.includes(key);
  const optional = (key: string, schema: object): object =>
    isNeeded(key) ? schema : { anyOf: [schema, { type: 'null' }] };
  return {
    type: 'object',
    additionalProperties: false,
    required: ['v', 'type', 'id', 'from', 'to', 'slots', 're', 'item', 'tail'],
    properties: {
      v: { const: 'RW1' },
      type: { const: type },
      id: { type: 'string', pattern: patterns['msgid'] },
      re: optional('re', { type: 'string', pattern: patterns['msgid'] }),
      from: { type: 'string', pattern: agent },
      to: { type: 'string', pattern: agent },
      item: optional('item', { type: 'string', pattern: patterns['ref'] }),
      tail: { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 300 }] },
      slots: {
        type: 'object',
        additionalProperties: false,
        patternProperties: { '^x_[a-z0-9_]+$': { type: 'string', pattern: patterns['token'] } },
        properties: Object.fromEntries(slots.map((slot) => [slot.key, schemaOfSlot(vocabulary, slot)])),
        required: required.filter((key) => !envelope.has(key)),
      },
    },
  };
}

function schemaOfSlot(vocabulary: Vocabulary, { type }: SlotRow): object {
  if (type.startsWith('list:')) {
    return { type: 'array', minItems: 1, items: schemaOfType(vocabulary, type.slice('list:'.length)) };
  }
  return schemaOfType(vocabulary, type);
}

function schemaOfType(vocabulary: Vocabulary, type: string): object {
  const [name = '', argument = ''] = type.split(':');
  if (name === 'enum') return { enum: [...(vocabulary.enums.get(argument)?.keys() ?? [])] };
  if (name === 'agent' && vocabulary.agents.size > 0) return { enum: [...vocabulary.agents, 'human'] };
  if (name === 'agent') return { type: 'string', pattern: agent };
  if (name === 'bool') return { type: 'boolean' };
  if (name === 'days') return { type: 'integer', minimum: 0 };
  if (name === 'int') {
    const [minimum = 0, maximum = 0] = argument.split('-').map(Number);
    return { type: 'integer', minimum, maximum };
  }
  return { type: 'string', pattern: patterns[name] };
}
