import { encode } from '../../codec/index.ts';
import { checkReadbackAcross } from '../../evidence/crosswalk/check-across.ts';
import { type Crosswalk, type LoadedCrosswalk, loadCrosswalk } from '../../evidence/crosswalk/load.ts';
import { translate } from '../../evidence/crosswalk/translate.ts';
import { type Profiles, profilesOf } from '../../vocabulary/index.ts';
import type { Ran } from './kinds.ts';
import { MalformedVector, Vector } from './vector.ts';

/** Whether a text is a crosswalk, between the built-in profiles and those of the one that is shipped. */
export function runCrosswalk(vector: Vector): Ran {
  return loaded(vector, vector.text('crosswalk_json'));
}

/** A line in the other profile's words; `to`, where the vector has it, is how it comes out. */
export function runTranslate(vector: Vector): Ran {
  const { crosswalk, vector: across } = both(vector);
  const { message, diagnostics } = across.line();
  if (message === null) return { diagnostics };
  const translated = translate(message, crosswalk);
  const expected = vector.optionalText('to');
  const line = translated.message && encode(translated.message);
  if (line === null || expected === undefined || line === expected)
    return { diagnostics: translated.diagnostics };
  return { diagnostics: translated.diagnostics, fault: `it comes out as ${line}` };
}

/** A readback of the other profile against its handoff. */
export function runAcross(vector: Vector): Ran {
  const { crosswalk, vector: across } = both(vector);
  return checkReadbackAcross({ ...across.messages({ ho: 'HO', rb: 'RB' }), crosswalk, now: vector.now });
}

function both(vector: Vector): { readonly crosswalk: Crosswalk; readonly vector: Vector } {
  const { crosswalk, profiles } = loaded(
    vector,
    vector.optionalText('crosswalk_json') ?? vector.crosswalk?.text ?? '',
  );
  if (crosswalk === null) throw new MalformedVector('there is no crosswalk to translate by');
  return { crosswalk, vector: new Vector(vector.row, { profiles, now: vector.now }) };
}

function loaded(vector: Vector, text: string): LoadedCrosswalk & { readonly profiles: Profiles } {
  const base = vector.options.profiles;
  const profiles = base && profilesOf(base, vector.crosswalk?.profiles ?? []).profiles;
  if (profiles == null) throw new MalformedVector('the name of a profile of the crosswalk is taken');
  return { ...loadCrosswalk(text, { profiles }), profiles };
}
