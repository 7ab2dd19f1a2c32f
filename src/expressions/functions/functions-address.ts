import { TEXT } from '../types/kinds.ts';
import { define, type FunctionDef } from './function-def.ts';
import { MAX_TOKEN, tokenForm } from './token-alphabet.ts';

/** Equals no stored value: a stored text never ends with a space and is never blank. */
const NO_LINK = ' ';

/** Functions for access by a secret link. */
export const addressFunctions: readonly FunctionDef[] = [
  define({
    name: 'newToken',
    about:
      'A random text of 22 characters for links. `newToken(8, "A-Z0-9")`: of this length, from these characters; in a unique field none that a record has. Only in effects and defaults.',
    example: 'newToken()',
    arity: [0, 2],
    misuse: (args) =>
      args.length === 0 || tokenForm(args) !== null
        ? null
        : `newToken needs a written length from 1 to ${MAX_TOKEN} and characters, as in newToken(8, "A-Z0-9").`,
    typeOf: () => TEXT,
    make: (args) => {
      const form = tokenForm(args);
      return args.length > 0 && form === null ? () => undefined : (_, scope) => scope.token?.(form);
    },
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
