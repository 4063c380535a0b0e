// Cyrillic and Greek letters that a reader takes for Latin ones (spec 2 R7), by the letter they look like.
const table =
  'A:АΑ B:ВΒ C:СϹ E:ЕΕ F:Ϝ H:НΗ I:ІΙ J:ЈͿ K:КΚ M:МΜ N:Ν O:ОΟ P:РΡ Q:Ԛ S:Ѕ T:ТΤ V:Ѵ W:Ԝ X:ХΧ Y:ҮΥ Z:Ζ ' +
  'a:аα b:Ьь c:сϲ d:ԁ e:е g:ɡ h:һ i:іι j:јϳ k:кκ l:ӏ n:пη o:оοσ p:рρ q:ԛ r:г s:ѕ t:т u:υ v:ѵν w:ԝω x:хχ y:уүγ';

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
      const latinLetter = latinFor.get(letter);
      if (latinLetter !== undefined) return { letter, latin: latinLetter, at };
      at += letter.length;
    }
  }
  return undefined;
}
