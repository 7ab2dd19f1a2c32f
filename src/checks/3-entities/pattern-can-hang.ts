import { patternOf } from '../../fields/pattern.ts';
import { boundsOf, boundValue } from '../bounds.ts';
import { defineCheck } from '../check.ts';
import { ambiguityOf } from '../pattern-ambiguity.ts';
import { parsePattern } from '../pattern-tree.ts';
import { witnessOf } from '../witness.ts';

/** A text so short is looked through at once, in however many ways. */
const HARMLESS = 24;

export const check = defineCheck({
  code: 'pattern-can-hang',
  point: 3,
  severity: 'warning',
  about: 'A pattern that a text of the right kind keeps busy for years.',
  *findIn(context) {
    for (const entity of context.model.entities) {
      for (const { id, name, at, type, pattern } of entity.fields) {
        if (pattern === null || patternOf(pattern) === null) continue;
        const most = boundValue(boundsOf(type)?.max ?? null, context.schema);
        const parsed = most !== null && most < HARMLESS ? null : parsePattern(pattern);
        const text = parsed === null ? null : ambiguityOf(parsed);
        if (text === null) continue;
        yield {
          element: id,
          at,
          message: `The pattern of ${name} of ${entity.name} can be matched in too many ways: each further “${text}” in a text that does not fit doubles the time it takes.`,
          next: `Let what is repeated begin in one way only, so that no two alternatives take “${[...text][0] ?? ''}”, or bound the length to less than ${HARMLESS}.`,
          witness: witnessOf(context, {
            entity: entity.name,
            opens: 'form',
            happens: `“${text.repeat(Math.ceil(6 / [...text].length))}…”, 60 characters long and with a wrong one at its end, under ${name} keeps the product from answering anybody`,
          }),
        };
      }
    }
  },
});
