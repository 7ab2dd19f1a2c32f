import type { Mutant } from './mutants.ts';

/** Faults that change nothing but how much is read ahead or how long a key is, each with why. They are not counted. */
const ALIKE: readonly (Pick<Mutant, 'file' | 'was' | 'is'> & { readonly why: string })[] = [
  {
    file: 'src/engine/needs.ts',
    was: 'people === null',
    is: '(people) !== (null)',
    why: 'What is not read ahead of the person is asked for in the second round.',
  },
  {
    file: 'src/engine/prepare.ts',
    was: '[timer.condition]',
    is: '[]',
    why: 'What is not read ahead of a record is asked for in the second round.',
  },
  {
    file: 'src/engine/questions.ts',
    was: 'Array.isArray(outcome)',
    is: 'false',
    why: 'The key of a question holds whole records then in place of their ids, and is as good a key.',
  },
];

/** Whether nothing that a test may see comes of it. */
export const isAlike = (mutant: Mutant): boolean =>
  ALIKE.some(({ file, was, is }) => mutant.file === file && mutant.was === was && mutant.is === is);
