import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A document with the constructs of point 7: shapes, names, options, error bodies; and all types of fields. */
export const SHOP = readFileSync(join(import.meta.dirname, 'shop.md'), 'utf8');
