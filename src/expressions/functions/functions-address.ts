import { TEXT } from '../types/kinds.ts';
import { define, type FunctionDef } from './function-def.ts';

/** Equals no stored value: a stored text never ends with a space and is never blank. */
const NO_LINK = ' ';

/** Functions for access by a secret link. */
export const addressFunctions: readonly FunctionDef[] = [
  define({
    name: 'newToken',
    about: 'A random text of 22 characters for links. Only in effects and defaults.',
    example: 'newToken()',
    arity: [0, 0],
    typeOf: () => TEXT,
    make: () => (_, scope) => scope.token?.(),
    words: () => 'a new token',
  }),
  define({
    name: 'link',
    about: 'What the address names the record by, other than an id; see *Links*. Only in read permissions.',
    example: 'token == link()',
    arity: [0, 0],
    typeOf: () => TEXT,
    make: () => (_, scope) => scope.link ?? NO_LINK,
    words: () => 'what the address names it by',
  }),
];
