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

/** Functions of texts. */
export const textFunctions: readonly FunctionDef[] = [
  ofTexts('contains', 'Whether a text contains, starts or ends with another; case counts.', 'contains', (of, part) =>
    of.includes(part),
  ),
  ofTexts(
    'startsWith',
    'Whether a text contains, starts or ends with another; case counts.',
    'starts with',
    (of, part) => of.startsWith(part),
  ),
  ofTexts('endsWith', 'Whether a text contains, starts or ends with another; case counts.', 'ends with', (of, part) =>
    of.endsWith(part),
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
  ofText('lower', 'A text in lower, or upper, case.', 'small letters', (of) => of.toLowerCase()),
  ofText('upper', 'A text in lower, or upper, case.', 'capitals', (of) => of.toUpperCase()),
];
