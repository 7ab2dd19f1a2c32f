/** Matches a name that needs no brackets, like the grammar. */
const START =
  'A-Za-z_\\u{aa}\\u{b5}\\u{ba}\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{1fff}\\u{200c}\\u{200d}\\u{2600}-\\u{27bf}\\u{2c00}-\\u{2fff}\\u{3005}-\\u{d7ff}\\u{e000}-\\u{fdff}\\u{fe00}-\\u{feff}\\u{ff10}-\\u{ffef}\\u{10000}-\\u{10ffff}';

const PLAIN_NAME = new RegExp(`^[${START}][${START}0-9]*$`, 'u');

/** Words of the language that cannot be bare names. */
export const KEYWORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'null', 'true', 'false']);

/** Whether a name can be written in an expression as it is; any other is written `this["due date"]`. */
export function isPlainName(name: string): boolean {
  return PLAIN_NAME.test(name);
}

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'operator' | 'open' | 'close' | 'unclosed' | 'unknown';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const FORMS: Readonly<Record<Token['kind'] | 'space', string>> = {
  space: '[\\s\\u{a0}\\u{202f}\\u{2009}]+',
  name: `[${START}][${START}0-9]*`,
  number: '[0-9]+(?:\\.[0-9]+)?',
  text: '\'(?:[^\\\\\\n\']|\\\\[^])*\'|"(?:[^\\\\\\n"]|\\\\[^])*"',
  unclosed: '[\'"]',
  open: '[(\\[{]',
  close: '[)\\]}]',
  operator: '===|!==|==|!=|<=|>=|<>|=<|=>|&&|\\|\\||[<>=≤≥≠*/%×÷+\\-−–!?:.,]',
  unknown: '[^]',
};
const KINDS = Object.keys(FORMS) as readonly (keyof typeof FORMS)[];

/** One group per kind of token, in order. */
const TOKEN = new RegExp(
  Object.values(FORMS)
    .map((form) => `(${form})`)
    .join('|'),
  'uy',
);

/** Splits an expression into tokens without white space. An unclosed quote takes the rest of the text. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    const kind = found === null ? 'unknown' : (KINDS[found.indexOf(found[0], 1) - 1] ?? 'unknown');
    const to = found === null || kind === 'unclosed' ? text.length : TOKEN.lastIndex;
    if (kind !== 'space') tokens.push({ kind, text: text.slice(at, to), from: at, to });
    at = to;
  }
  return tokens;
}
