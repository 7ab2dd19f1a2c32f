import { type Ask, ask } from './ask.ts';
import type { Fact } from './key.ts';

/** A fact of a document, or a trap in it, as a question to a Model. */
export const fact = (number: number, lines: readonly number[], says: string, holds: (m: Ask) => boolean): Fact => ({
  number,
  lines,
  says,
  holds: (model) => holds(ask(model)),
});
