import type { Schema } from '../model/schema.ts';
import type { Relation } from './relation.ts';
import type { Typed } from './typed.ts';

/** An expression as a question to a database. What does not depend on the row is a parameter. */
export function relate(_typed: Typed, _options: { readonly zone: string; readonly schema: Schema }): Relation {
  return { r: 'unanswerable', why: 'not yet' };
}
