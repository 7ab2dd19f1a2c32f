import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Items with every kind of field that a single request can fill, a person who may do everything and a public list. */
export const SHELF = readFileSync(join(import.meta.dirname, 'shelf.md'), 'utf8');
