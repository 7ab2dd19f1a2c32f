// Writes the tables of NOTATION.md from what the reader reads by: `node scripts/notation.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { referenceTables } from '../src/notation/reference/reference.ts';

const path = join(import.meta.dirname, '..', 'NOTATION.md');
const tables = referenceTables();
const page = readFileSync(path, 'utf8').replace(
  /(<!-- table: ([^>]+) -->\n)[\s\S]*?(\n<!-- \/table -->)/g,
  (whole: string, head: string, name: string, tail: string) => {
    const table = tables.get(name);
    return table === undefined ? whole : `${head}${table}${tail}`;
  },
);
writeFileSync(path, page);
