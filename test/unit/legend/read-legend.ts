/** A legend, read back: what its rows say, in the terms of a vocabulary. */
export interface ReadLegend {
  readonly agents: ReadonlySet<string>;
  readonly types: ReadonlyMap<
    string,
    { readonly required: ReadonlySet<string>; readonly optional: ReadonlySet<string> }
  >;
  /** Type -> another type whose slots it may carry too. */
  readonly also: ReadonlyMap<string, string>;
  /** Slot -> its type as a profile writes it. */
  readonly slots: ReadonlyMap<string, string>;
  /** Slot (or `ans`, for the answers) -> the codes that it takes. */
  readonly codes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly exec: ReadonlyMap<string, readonly string[]>;
  readonly criteria: ReadonlyMap<string, 'once' | 'repeatable'>;
  readonly rules: readonly string[];
}

/** Reads a legend by its grammar: headings in capitals, below them rows of `label: names`. Throws on a row that is none. */
export function readLegend(text: string): ReadLegend {
  const parts = sections(text);
  const types = readTypes(parts);
  return {
    agents: readAgents(parts),
    types: types.types,
    also: types.also,
    slots: readSlots(parts, types.types),
    codes: readCodes(parts),
    exec: new Map(rows(parts, 'EXECUTION SLOTS').map(([ask, slots]) => [ask, names(slots)])),
    criteria: readCriteria(parts),
    rules: parts.get('RULES') ?? [],
  };
}

const headings = ['TYPES', 'SLOTS', 'VALUES', 'CODES', 'EXECUTION SLOTS', 'CRITERIA', 'RULES'];

/** The rows below each heading; those above the first are `HEAD`. */
function sections(text: string): Map<string, string[]> {
  const parts = new Map<string, string[]>([['HEAD', []]]);
  let current = parts.get('HEAD') as string[];
  for (const row of text.trimEnd().split('\n')) {
    const heading = headings.find((one) => row === one || new RegExp(`^${one}( |,)`).test(row));
    if (heading === undefined) current.push(row);
    else {
      if (parts.has(heading)) throw new Error(`${heading} stands twice`);
      current = [];
      parts.set(heading, current);
    }
  }
  return parts;
}

function rows(parts: Map<string, string[]>, heading: string): (readonly [string, string])[] {
  return (parts.get(heading) ?? []).map((row) => {
    const colon = row.indexOf(': ');
    if (colon < 0) throw new Error(`no row of a section: ${row}`);
    return [row.slice(0, colon), row.slice(colon + 2)] as const;
  });
}

function names(text: string): string[] {
  return text.split(' ').filter((name) => name !== '');
}

function readAgents(parts: Map<string, string[]>): Set<string> {
  const row = parts.get('HEAD')?.find((one) => one.startsWith('Agents: ')) ?? '';
  const [, listed = '', reserved = ''] = /^Agents: (.*), (\S+) \(the person\)$/.exec(row) ?? [];
  return new Set([...(listed === 'any name' ? [] : names(listed)), reserved]);
}

interface Types {
  readonly types: Map<string, { required: Set<string>; optional: Set<string> }>;
  readonly also: Map<string, string>;
}

function readTypes(parts: Map<string, string[]>): Types {
  const types: Types['types'] = new Map();
  const also: Types['also'] = new Map();
  for (const [label, text] of rows(parts, 'TYPES')) {
    const [type = ''] = label.split(' ');
    const [own = '', other] = text.split(/, (?=\w+'s slots$)/);
    const [required = '', optional = ''] = own.split(/ ?\| ?/);
    types.set(type, {
      required: new Set(['from', 'to', ...names(required)]),
      optional: new Set(names(optional)),
    });
    if (other !== undefined) also.set(type, other.replace("'s slots", ''));
  }
  for (const [label, text] of rows(parts, 'SLOTS')) {
    const isRequired = label.endsWith(' must');
    const keys = parts.has('CRITERIA') ? glossedNames(text) : names(text); // the lean legend has no meanings
    for (const type of names(label.replace(/ must$/, ''))) {
      const row = types.get(type);
      if (row === undefined) throw new Error(`${type} is no type`);
      for (const key of keys) row[isRequired ? 'required' : 'optional'].add(key);
    }
  }
  return { types, also };
}

/** Names with their meanings, `name meaning; name meaning`. */
function glossedNames(text: string): string[] {
  return text.split('; ').map((entry) => entry.split(' ')[0] ?? '');
}

const bases: Readonly<Record<string, string>> = {
  'message id': 'msgid',
  agent: 'agent',
  reference: 'ref',
  YYYYMMDD: 'date',
  YYYYMMDDTHHMMZ: 'time',
  'amount 0.00': 'money',
  'number as written or two, 7.2 148/92': 'num',
  days: 'days',
  'Y or N': 'bool',
  '12 hex': 'digest',
};

/** Every slot that a type carries, and p, has a type: that of its row, an enum's when it takes codes, else a word's. */
function readSlots(parts: Map<string, string[]>, types: Types['types']): Map<string, string> {
  const elements = new Map<string, string>();
  let lists: string[] = [];
  for (const [label, text] of rows(parts, 'VALUES')) {
    if (label === 'lists joined by +') lists = names(text);
    else if (label === 'number') {
      for (const [, key = '', bounds = ''] of text.matchAll(/(\S+) ([0-9]+-[0-9]+)/g))
        elements.set(key, `int:${bounds}`);
    } else if (label !== 'others') {
      const base = bases[label];
      if (base === undefined) throw new Error(`${label} is no type of value`);
      for (const key of names(text)) elements.set(key, base);
    }
  }
  for (const [label] of rows(parts, 'CODES')) {
    if (label !== 'opts val') for (const key of names(label)) elements.set(key, `codes of ${label}`);
  }
  const keys = new Set([
    'p',
    ...[...types.values()].flatMap(({ required, optional }) => [...required, ...optional]),
  ]);
  return new Map(
    [...keys].map((key) => {
      const element = elements.get(key) ?? 'token';
      return [key, lists.includes(key) ? `list:${element}` : element];
    }),
  );
}

function readCodes(parts: Map<string, string[]>): Map<string, Set<string>> {
  const codes = new Map<string, Set<string>>();
  for (const [label, text] of rows(parts, 'CODES')) {
    const listed = new Set(names(text.replaceAll(/ \([^()]*\)/g, '')));
    if (label === 'opts val') codes.set('ans', listed);
    else for (const key of names(label)) codes.set(key, listed);
  }
  return codes;
}

function readCriteria(parts: Map<string, string[]>): Map<string, 'once' | 'repeatable'> {
  return new Map(
    rows(parts, 'CRITERIA').flatMap(([label, text]) =>
      glossedNames(text).map((key) => [key, label as 'once' | 'repeatable'] as const),
    ),
  );
}
