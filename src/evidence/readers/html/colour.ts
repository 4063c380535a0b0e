/** Red, green and blue, 0 to 255; a name of a colour that is not pale stands for itself. */
export type Colour = readonly [number, number, number] | string;

export const black: Colour = [0, 0, 0];
export const paper: Colour = [255, 255, 255];

/** Names of colours near that of paper, about as bright as each other. */
const pale: ReadonlySet<string> = new Set(
  (
    'white snow ivory azure aliceblue ghostwhite floralwhite mintcream honeydew seashell lavenderblush whitesmoke ' +
    'oldlace linen beige cornsilk lightyellow lightcyan lavender mistyrose antiquewhite papayawhip lemonchiffon ' +
    'lightgoldenrodyellow gainsboro bisque blanchedalmond moccasin ' +
    // what a system has for paper, or may have
    'canvas field window buttonface menu infobackground background threedface threedlightshadow threedhighlight ' +
    'buttonhighlight appworkspace scrollbar highlighttext'
  ).split(' '),
);

/**
 * A colour as CSS or an attribute writes it: null for nothing that can be seen, or that cannot be made out
 * (`var(--x)`, `oklch(1 0 0)`), undefined for what is no colour.
 */
export function colourOf(written: string): Colour | null | undefined {
  const text = written.trim().toLowerCase();
  if (text === 'transparent') return null;
  if (text === 'black') return black;
  if (pale.has(text)) return paper;
  const hex = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(text)?.[1];
  if (hex !== undefined && (text.startsWith('#') || /\d/.test(text))) return ofHex(hex);
  const [, model, inside = ''] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text) ?? [];
  if (model !== undefined)
    return ofParts(
      model,
      inside.split(/[\s,/]+/).filter((part) => part !== ''),
    );
  if (/^[a-z-]+\(/.test(text))
    return text.startsWith('url(') || text.includes('gradient(') ? undefined : null;
  return names.has(text) ? text : undefined;
}

const part = '(?:(?:\\d+(?:\\.\\d+)?|\\.\\d+))';
const plainFunction = new RegExp(
  `^(?:rgba?\\((?:${part}%?[\\s,]+){2}${part}%?|hsla?\\(${part}(?:deg)?(?:[\\s,]+${part}%){2})(?:\\s*[,/]\\s*${part}%?)?\\s*\\)$`,
);

/** Whether every browser takes a text for a colour in a style. */
export function isPlainColour(text: string): boolean {
  return /^(?:#|[a-z]+$)/.test(text) ? colourOf(text) !== undefined : plainFunction.test(text);
}

/** The other names of colours, and those of a reader's own. */
const names: ReadonlySet<string> = new Set(
  (
    'aqua aquamarine azure beige blue blueviolet brown burlywood cadetblue chartreuse chocolate coral ' +
    'cornflowerblue crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki ' +
    'darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue ' +
    'darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue ' +
    'firebrick forestgreen fuchsia gold goldenrod gray green greenyellow grey hotpink indianred indigo ' +
    'khaki lawngreen lightblue lightcoral lightgray lightgreen lightgrey lightpink lightsalmon ' +
    'lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lime limegreen magenta ' +
    'maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue ' +
    'mediumspringgreen mediumturquoise mediumvioletred midnightblue navajowhite navy olive olivedrab ' +
    'orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred peachpuff peru pink plum ' +
    'powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen ' +
    'sienna silver skyblue slateblue slategray slategrey springgreen steelblue tan teal thistle tomato ' +
    'turquoise violet wheat yellow yellowgreen windowtext canvastext buttontext linktext'
  ).split(' '),
);

const leastAlpha = 0.3;
/** Two colours nearer than this on every channel are one to the eye. */
const nearest = 40;

/** Whether a text of one colour cannot be told from a ground of the other. */
export function isLost(text: Colour | null, ground: Colour): boolean {
  if (text === null) return true;
  if (typeof text === 'string' || typeof ground === 'string') return text === ground;
  return text.every((channel, index) => Math.abs(channel - (ground[index] as number)) < nearest);
}

function ofHex(digits: string): Colour | null {
  const wide = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (wide.match(/../g) ?? []).map((two) =>
    Number.parseInt(two, 16),
  );
  return alpha / 255 < leastAlpha ? null : [red, green, blue];
}

function ofParts(model: string, parts: readonly string[]): Colour | null | undefined {
  const [one, two, three, alpha = '1'] = parts;
  if (one === undefined || two === undefined || three === undefined) return undefined;
  if (!parts.every((each) => /^(?:\d+(?:\.\d+)?|\.\d+)(?:%|deg)?$/.test(each))) return null;
  if (share(alpha, 1) < leastAlpha) return null;
  if (model === 'rgb') return [share(one, 255), share(two, 255), share(three, 255)];
  return ofHue(Number.parseFloat(one), share(two, 1), share(three, 1));
}

function share(written: string, whole: number): number {
  const number = Number.parseFloat(written);
  return written.endsWith('%') ? (number / 100) * whole : number;
}

function ofHue(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}
