import type { Mutant } from './mutants.ts';

/** Faults that change nothing but how much is read ahead or how long a key is, each with why. They are not counted. */
const ALIKE: readonly (Pick<Mutant, 'file' | 'was' | 'is'> & { readonly why: string })[] = [
  {
    file: 'src/engine/decide/needs.ts',
    was: 'people === null',
    is: '(people) !== (null)',
    why: 'What is not read ahead of the person is asked for in the second round.',
  },
  {
    file: 'src/engine/compile/authority-paths.ts',
    was: '[timer.condition]',
    is: '[]',
    why: 'What is not read ahead of a record is asked for in the second round.',
  },
  {
    file: 'src/engine/compiled/record-queries.ts',
    was: 'Array.isArray(outcome)',
    is: 'false',
    why: 'The key of a question holds whole records then in place of their ids, and is as good a key.',
  },
  {
    file: 'src/server/core/rate-limit.ts',
    was: 'buckets.size > mostBuckets',
    is: '(buckets.size) >= (mostBuckets)',
    why: 'What is remembered has a bound, and one below it is as good a bound.',
  },
  {
    file: 'src/server/core/sessions.ts',
    was: 'now - session.used > useInterval',
    is: '(now - session.used) >= (useInterval)',
    why: 'That a session was used is noted about every ten minutes; a moment earlier is nobody’s matter.',
  },
  {
    file: 'src/server/core/sessions.ts',
    was: 'at > 0',
    is: '(at) >= (0)',
    why: 'A cookie without a name is asked for by nobody.',
  },
  {
    file: 'src/server/core/rate-limit.ts',
    was: 'buckets.size > mostBuckets',
    is: '(buckets.size) >= (mostBuckets)',
    why: 'What is remembered has a bound, and one below it is as good a bound.',
  },
  {
    file: 'src/engine/records/authorize-record.ts',
    was: 'model.responseCache.withoutReasons.set(refusal, bareRefusal);',
    is: ';',
    why: 'What is not kept is worked out anew, and comes to the same.',
  },
  {
    file: 'src/server/api/latest-version.ts',
    was: 'version === context.version',
    is: 'false',
    why: 'Who asks is looked up once more, and is the same.',
  },
  {
    file: 'src/engine/answer/cached-record.ts',
    was: 'cachedRecords.count >= MOST',
    is: '(cachedRecords.count) > (MOST)',
    why: 'What is kept has a bound, and one above it is as good a bound.',
  },
  {
    file: 'src/engine/input/input-upload.ts',
    was: 'files.length === 0',
    is: 'false',
    why: 'Of no files none is attached, looked at or not.',
  },
  {
    file: 'src/engine/compiled/memoize-by-roles.ts',
    was: 'model.roleKeys.set(roles, key);',
    is: ';',
    why: 'What is not kept is worked out anew, and comes to the same.',
  },
];

/** Whether nothing that a test may see comes of it. */
export const isAlike = (mutant: Mutant): boolean =>
  ALIKE.some(({ file, was, is }) => mutant.file === file && mutant.was === was && mutant.is === is);
