import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** The rows of a page of `docs/` whose first cell is one of these letters and a number, cell by cell. */
export function rowsOf(page: string, letters: string): readonly (readonly string[])[] {
  const numbered = new RegExp(`^\\| [${letters}]\\d+ \\|`);
  return readFileSync(join(root, 'docs', page), 'utf8')
    .split('\n')
    .filter((line) => numbered.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** What such a page has rows for: `A: 20` is A1 to A20. */
export const numbersOf = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([letter, count]) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`));

/** A cell that names tests, without those that are there: “title”s behind their file. */
export function withoutTests(shown: string): string {
  return shown.replace(/`([\w/.-]+\.test\.ts)`: ((?:“(?:[^“”]|“[^“”]*”)*”(?:, )?)+)/g, (_, file, titles) => {
    const known = existsSync(join(root, 'test', file)) ? titlesIn(file) : new Set<string>();
    const named = [...titles.matchAll(/“((?:[^“”]|“[^“”]*”)*)”/g)].map(([, title = '']) => title);
    return named.every((title) => known.has(title)) ? '' : `${file} has not all of ${titles}`;
  });
}

/** What the tests of a file are called, and their groups; `…` for what is put in. */
function titlesIn(file: string): ReadonlySet<string> {
  const text = readFileSync(join(root, 'test', file), 'utf8');
  const calls = text.matchAll(/\b(?:test|it|describe|contract)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g);
  const plain = (title: string) => title.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…').replace(/\\(.)/g, '$1');
  return new Set([...calls].map(([, , title = '']) => plain(title)));
}
