// Cyrillic and Greek letters that a reader takes for Latin ones (spec 2 R7), by the letter they look like; those with
// accents are found by the letter that carries them.
const table =
  'A:АΑ B:ВΒ C:СϹ E:ЕΕ F:Ϝ G:Ԍ H:НΗҺ I:ІΙӀ J:ЈͿ K:КΚ M:МΜ N:Ν O:ОΟ P:РΡ Q:Ԛ S:Ѕ T:ТΤ V:Ѵ W:ԜѠ X:ХΧ Y:ҮΥУϒ Z:Ζ ' +
  'a:аα b:Ьь c:сϲ d:ԁԀ e:еҽ g:ɡ h:һ i:іι j:јϳ k:кκϰ l:ӏ n:пη o:оοσ p:рρϱ q:ԛ r:г s:ѕ t:тτ u:υ v:ѵν w:ԝωѡ x:хχ y:уүγ';

const latinFor: ReadonlyMap<string, string> = new Map(
  table
    .split(' ')
    .flatMap((group) => [...group.slice(2)].map((letter) => [letter, group.slice(0, 1)] as const)),
);

const word = /[\p{L}\p{M}\p{N}]+/gu;
const latin = /\p{Script=Latin}/u;

/** A letter of another script that stands, looking Latin, in a word with Latin letters. */
export interface LookAlike {
  readonly letter: string;
  readonly latin: string;
  /** Offset in the text, in UTF-16 units. */
  readonly at: number;
}

/** The first look-alike letter of a text, if it has one. */
export function lookAlike(text: string): LookAlike | undefined {
  for (const match of text.matchAll(word)) {
    if (!latin.test(match[0])) continue;
    let at = match.index;
    for (const letter of match[0]) {
      const latinLetter = looksLike(letter);
      if (latinLetter !== undefined) return { letter, latin: latinLetter, at };
      at += letter.length;
    }
  }
  return undefined;
}

/** The Latin letter that a letter of another script is taken for. */
export function looksLike(letter: string): string | undefined {
  return latinFor.get(letter) ?? latinFor.get(withoutAccents(letter));
}

function withoutAccents(letter: string): string {
  return letter.normalize('NFD').slice(0, 1);
}

/** Latin letters that digits, other letters and pairs of them are taken for. */
const taken: readonly (readonly [RegExp, string])[] = [
  [/[1i|!]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/2/g, 'z'],
  [/8/g, 'b'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** Whether a reader takes two different texts for the same one: `mar1ow` and `marlow`. */
export function areAlike(one: string, other: string): boolean {
  return one !== other && skeletonOf(one) === skeletonOf(other);
}

function skeletonOf(text: string): string {
  const letters = [...text.normalize('NFKC')].map((letter) => looksLike(letter) ?? letter);
  return taken.reduce((skeleton, [form, as]) => skeleton.replace(form, as), letters.join('').toLowerCase());
}
