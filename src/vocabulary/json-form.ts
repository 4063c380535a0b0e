import { codePointName, faultOf } from '../text/characters.ts';
import { memberPath } from '../text/json.ts';
import { nearest } from '../text/nearest.ts';
import type { Tell } from './profile-faults.ts';

/**
 * The form of a JSON value, as data. A text with a test is a name, one without is prose; a choice is one of a few
 * texts; a map has free names, an object fixed ones; `needs` says what an empty list or map lacks; whatever is `any` is
 * judged by somebody else.
 */
export type JsonForm =
  | {
      readonly is: 'text';
      readonly orNull?: boolean;
      readonly test?: (text: string) => boolean;
      readonly expected?: string;
    }
  | { readonly is: 'choice'; readonly kind: string; readonly names: readonly string[] }
  | { readonly is: 'flag' }
  | { readonly is: 'integer'; readonly least: number; readonly most: number }
  | { readonly is: 'any' }
  | { readonly is: 'list'; readonly of: JsonForm; readonly unique?: boolean; readonly needs?: string }
  | { readonly is: 'map'; readonly key?: JsonForm; readonly of: JsonForm; readonly needs?: string }
  | {
      readonly is: 'object';
      readonly keys: Readonly<Record<string, JsonForm>>;
      readonly required: readonly string[];
    };

const typeNames: Readonly<Record<JsonForm['is'], string>> = {
  text: 'a text',
  choice: 'a text',
  flag: 'true or false',
  integer: 'a whole number',
  any: 'a value',
  list: 'a list',
  map: 'an object',
  object: 'an object',
};

/** Tells every place where a value has not the form; `path` is its own. */
export function checkForm(form: JsonForm, value: unknown, path: string, tell: Tell): void {
  if (value === null && form.is === 'text' && form.orNull) return;
  if (!hasType(form, value)) {
    tell('profile/wrong-type', path, { expected: typeNames[form.is], found: typeName(value) });
    return;
  }
  if (form.is === 'text') checkText(form, value as string, path, 'value', tell);
  if (form.is === 'integer') checkInteger(form, value as number, path, tell);
  if (form.is === 'choice') checkChoice(form, value as string, path, tell);
  if (form.is === 'list') checkList(form, value as readonly unknown[], path, tell);
  if (form.is === 'map') checkMap(form, value as Members, path, tell);
  if (form.is === 'object') checkObject(form, value as Members, path, tell);
}

type Members = Readonly<Record<string, unknown>>;
type FormOf<K extends JsonForm['is']> = Extract<JsonForm, { is: K }>;

function hasType({ is }: JsonForm, value: unknown): boolean {
  if (is === 'text' || is === 'choice') return typeof value === 'string';
  if (is === 'flag') return typeof value === 'boolean';
  if (is === 'integer') return typeof value === 'number';
  if (is === 'any') return true;
  if (is === 'list') return Array.isArray(value);
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Joiners and the selectors of emoji: invisible, and part of how words are written. */
const joining: ReadonlySet<number> = new Set([0x200c, 0x200d, 0xfe0e, 0xfe0f]);

function checkText(
  form: FormOf<'text'>,
  text: string,
  path: string,
  part: 'key' | 'value',
  tell: Tell,
): void {
  if (form.test !== undefined) {
    if (!form.test(text))
      tell('profile/form', path, { value: text, expected: form.expected ?? 'a text' }, part);
    return;
  }
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    const fault = faultOf(codePoint);
    if (fault === undefined || fault === 'blank' || fault === 'mark' || joining.has(codePoint)) continue;
    tell('profile/text', path, { codePoint: codePointName(codePoint) }, part);
    return;
  }
}

function checkChoice({ kind, names }: FormOf<'choice'>, name: string, path: string, tell: Tell): void {
  if (!names.includes(name)) tell('profile/unknown-name', path, { kind, name, near: nearest(name, names) });
}

function checkInteger({ least, most }: FormOf<'integer'>, value: number, path: string, tell: Tell): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  tell('profile/form', path, { value: String(value), expected: `a whole number from ${least} to ${most}` });
}

function checkList(
  { of, unique, needs }: FormOf<'list'>,
  list: readonly unknown[],
  path: string,
  tell: Tell,
): void {
  if (needs !== undefined && list.length === 0) tell('profile/empty', path, { needs });
  const seen = new Set<unknown>();
  for (const [index, element] of list.entries()) {
    const own = memberPath(path, index);
    checkForm(of, element, own, tell);
    if (unique && seen.has(element)) tell('profile/twice', own, { kind: 'the name', name: String(element) });
    seen.add(element);
  }
}

function checkMap({ key, of, needs }: FormOf<'map'>, map: Members, path: string, tell: Tell): void {
  const keys = Object.keys(map);
  if (needs !== undefined && keys.length === 0) tell('profile/empty', path, { needs });
  for (const name of keys) {
    const own = memberPath(path, name);
    checkText(key?.is === 'text' ? key : { is: 'text' }, name, own, 'key', tell);
    checkForm(of, map[name], own, tell);
  }
}

function checkObject({ keys, required }: FormOf<'object'>, object: Members, path: string, tell: Tell): void {
  for (const key of required) {
    if (!Object.hasOwn(object, key)) tell('profile/missing-key', path, { key });
  }
  for (const key of Object.keys(object)) {
    const own = memberPath(path, key);
    const form = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (form !== undefined) checkForm(form, object[key], own, tell);
    else tell('profile/unknown-key', own, { key, near: nearest(key, Object.keys(keys)) }, 'key');
  }
}
