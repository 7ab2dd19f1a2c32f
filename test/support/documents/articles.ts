import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Articles that people star: events without states, and the effects that go with them. */
export const ARTICLES = readFileSync(join(import.meta.dirname, '../../documents/verify/articles.md'), 'utf8');
