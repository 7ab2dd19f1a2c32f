import { searchKey } from '../../fields/text/fold.ts';
import { type Pattern, type PatternFault, readPattern } from '../../fields/text/pattern.ts';
import { BOOLEAN, TEXT } from '../types/kinds.ts';
import type { Typed } from '../types/typed.ts';
import { define, type FunctionDef, text, typeAt } from './function-def.ts';

function ofTexts(
  name: string,
  about: string,
  phrase: string,
  test: (of: string, part: string) => boolean,
): FunctionDef {
  return define({
    name,
    about,
    example: `title.${name}("x")`,
    arity: [2, 2],
    relational: true,
    typeOf: (args) => (args.every((arg) => arg.type.t === 'text') ? BOOLEAN : 'two texts'),
    make:
      () =>
      ([of, part]) =>
        test(text(of), text(part)),
    words: ([of = '', part = '']) => `${of} ${phrase} ${part}`,
  });
}

function ofText(name: string, about: string, phrase: string, change: (of: string) => string): FunctionDef {
  return define({
    name,
    about,
    example: `${name}(title)`,
    relational: true,
    typeOf: (args) => (typeAt(args, 0).t === 'text' ? TEXT : 'a text'),
    make:
      () =>
      ([of]) =>
        change(text(of)),
    words: ([of = '']) => `${of} in ${phrase}`,
  });
}

/** Returns the pattern in a literal or constant argument; null for any other. */
function writtenPattern(arg: Typed | undefined): Pattern | PatternFault | null {
  const shown = arg?.op === 'literal' || arg?.op === 'constant' ? arg.value : null;
  return typeof shown === 'string' ? readPattern(shown) : null;
}

/** Most digits to which a number may be filled. */
const MAX_DIGITS = 40;

/** Returns the written number of digits of `text`; null if there is none or it is out of bounds. */
export function digitsIn([, length]: readonly Typed[]): number | null {
  const value = length?.op === 'literal' ? length.value : null;
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_DIGITS ? value : null;
}

function digits(of: number, length: number): string {
  return `${of < 0 ? '-' : ''}${String(Math.abs(of)).padStart(length, '0')}`;
}

/** Functions of texts. */
export const textFunctions: readonly FunctionDef[] = [
  ofTexts(
    'contains',
    'Whether a text contains, starts or ends with another; case counts, unless both are in `lower`.',
    'contains',
    (of, part) => of.includes(part),
  ),
  ofTexts(
    'startsWith',
    'Whether a text contains, starts or ends with another; case counts, unless both are in `lower`.',
    'starts with',
    (of, part) => of.startsWith(part),
  ),
  ofTexts(
    'endsWith',
    'Whether a text contains, starts or ends with another; case counts, unless both are in `lower`.',
    'ends with',
    (of, part) => of.endsWith(part),
  ),
  define({
    name: 'matches',
    about: 'Whether a text contains a match of a regular expression; `^…$` for all of it.',
    example: 'code.matches("^[A-Z]{2}-[0-9]+$")',
    arity: [2, 2],
    misuse: ([, pattern]) => {
      if (pattern?.type.t !== 'text') return null;
      const read = writtenPattern(pattern);
      if (read === null) return 'matches needs a pattern that is written out.';
      return 'problem' in read ? `This pattern cannot be used: ${read.problem} (at character ${read.from + 1}).` : null;
    },
    typeOf: (args) => (args.every((arg) => arg.type.t === 'text') ? BOOLEAN : 'a text, and a pattern'),
    make: (args) => {
      const pattern = writtenPattern(args[1]);
      return pattern !== null && 'part' in pattern ? ([of]) => pattern.part(text(of)) : () => undefined;
    },
    words: ([of = '', pattern = '']) => `${of} matches ${pattern}`,
  }),
  define({
    name: 'slug',
    about: 'A text as part of an address: lower-case letters and digits with hyphens, without accents.',
    example: 'slug(title)',
    typeOf: (args) => (typeAt(args, 0).t === 'text' ? TEXT : 'a text'),
    make:
      () =>
      ([of]) =>
        searchKey(text(of))
          .split(/[^\p{L}\p{N}]+/u)
          .filter((part) => part !== '')
          .join('-') || null,
    words: ([of = '']) => `${of} as part of an address`,
  }),
  define({
    name: 'text',
    about: 'A whole number as text; with a second number, filled with zeros to so many digits: `00042`.',
    example: 'text(number, 5)',
    arity: [1, 2],
    relational: true,
    misuse: (args) =>
      args.length === 1 || digitsIn(args) !== null
        ? null
        : `text needs a written number of digits from 1 to ${MAX_DIGITS} as its second argument.`,
    typeOf: ([of]) =>
      of?.type.t === 'number' && of.type.scale === 0 && of.type.unit === null
        ? TEXT
        : 'a whole number, and a number of digits',
    make:
      (args) =>
      ([of]) =>
        typeof of === 'number' ? digits(of, digitsIn(args) ?? 1) : undefined,
    words: ([of = '', length]) => (length === undefined ? `${of} as text` : `${of} with ${length} digits`),
  }),
  ofText('lower', 'A text in lower, or upper, case.', 'small letters', (of) => of.toLowerCase()),
  ofText('upper', 'A text in lower, or upper, case.', 'capitals', (of) => of.toUpperCase()),
];
