/** A text with places for slots: `./pay.sh --amount {amt}`. */
export interface Template {
  readonly slots: readonly string[];
  /** The text with these values in their places; null when one is missing. */
  readonly fill: (values: Readonly<Record<string, string>>) => string | null;
}

const place = /\{([a-z][a-z0-9_]{0,23})\}/g;

/** Reads a template: every `{slot}` is a place, all else stands for itself. */
export function templateOf(text: string): Template {
  const slots = [...text.matchAll(place)].map(([, slot]) => slot as string);
  return {
    slots,
    fill: (values) => {
      if (!slots.every((slot) => Object.hasOwn(values, slot))) return null;
      return text.replaceAll(place, (_, slot: string) => values[slot] as string);
    },
  };
}
