// Generates the tables of NOTATION.md and CHEATSHEET.md from the reader's data: `node scripts/notation.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referenceTables, shortTables, withTables } from '../src/notation/reference/reference.ts';

for (const [name, tables] of [
  ['NOTATION.md', referenceTables()],
  ['CHEATSHEET.md', shortTables()],
] as const) {
  const path = join(import.meta.dirname, '..', name);
  writeFileSync(path, withTables(readFileSync(path, 'utf8'), tables));
}
