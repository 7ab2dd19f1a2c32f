import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const verified = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../documents/verify', name), 'utf8');

/** Articles that people star: events without states. */
export const STARS = verified('stars.md');

/** The same with sets, lists, comments and the effects on them. */
export const ARTICLES = verified('articles.md');
