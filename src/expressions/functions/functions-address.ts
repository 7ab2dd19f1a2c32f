import { TEXT } from '../types/kinds.ts';
import { define, type FunctionDef } from './function-def.ts';

/** Equals nothing that is stored: a text that people write has no space at its end, and the empty value is none. */
const NO_LINK = ' ';

/** Functions of what lets somebody in who has an address and nothing else. */
export const addressFunctions: readonly FunctionDef[] = [
  define({
    name: 'newToken',
    about:
      'A text of 22 letters, digits, hyphens and underscores that nobody guesses, another one each time. In effects and defaults alone.',
    example: 'newToken()',
    arity: [0, 0],
    typeOf: () => TEXT,
    make: () => (_, scope) => scope.token?.(),
    words: () => 'a new token',
  }),
  define({
    name: 'link',
    about:
      'What the address names the record by that somebody asks for, where that is no id; else it equals nothing. In what a role may read alone.',
    example: 'token == link()',
    arity: [0, 0],
    typeOf: () => TEXT,
    make: () => (_, scope) => scope.link ?? NO_LINK,
    words: () => 'what the address names it by',
  }),
];
