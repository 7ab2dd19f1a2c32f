import { HOSTILE, type Naming, namingOf } from './hostile-document.ts';
import { HTML_WORDS, SCRIPT_WORDS, SQL_WORDS } from './reserved-words.ts';

/** How many names one document has. */
export const BATCH = 14;

/** More names that have broken something: markup, formats, other scripts, what looks like something else. */
const STRANGE: readonly string[] = [
  'x\uFFFDy',
  '%s%n',
  '{{7*7}}',
  `\${7*7}`,
  '=1+1',
  '-- comment',
  '/* comment */',
  "'; DROP TABLE--",
  '../../etc',
  'a/b',
  'a.b',
  'a?b=c#d',
  'naïve',
  'ﬁle',
  'Straße',
  'İstanbul',
  '日本語',
  'مرحبا',
  'étude',
  '👩‍👩‍👧',
  '0',
  '007',
  '1e3',
  'NaN0',
  '-1',
  'C:\\temp',
  'javascript:alert(1)',
  'on delete',
  'this',
  'me',
  'now',
  'today',
];

/** All names, in documents of so many that no two of one differ by case alone. */
export function batches(): readonly Naming[] {
  const all = [...new Set([...SQL_WORDS, ...SCRIPT_WORDS, ...HTML_WORDS, ...HOSTILE, ...STRANGE])].sort((one, other) =>
    one.toLowerCase() < other.toLowerCase() ? -1 : 1,
  );
  const spare = Array.from({ length: (BATCH - (all.length % BATCH)) % BATCH }, (_, index) => `zz${index}zz`);
  const names = [...all, ...spare];
  const count = names.length / BATCH;
  return Array.from({ length: count }, (_, at) => namingOf(names.filter((_, index) => index % count === at)));
}
