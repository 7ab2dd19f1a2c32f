import type { Schema } from '../model/schema.ts';
import type { Typed } from './typed.ts';

/** An expression in plain English, to stand after "needs" or "because": `total is at most 25 EUR, or receipt is given`. */
export function wordsOf(_typed: Typed, _options: { readonly schema: Schema }): string {
  return '';
}
