import { boundsOf, boundText, boundValue } from '../lookups/bound-values.ts';
import { defineCheck } from '../runner/check.ts';
import { lengthsOf, parsePattern } from '../solver/pattern-tree.ts';

export const check = defineCheck({
  code: 'pattern-against-length',
  point: 3,
  severity: 'error',
  about: 'A pattern whose matches are all longer or shorter than the field allows.',
  *find({ entities }) {
    for (const { model, schema } of entities) {
      for (const entity of model.entities) {
        for (const { id, name, at, type, pattern } of entity.fields) {
          if (pattern === null || (type.kind !== 'text' && type.kind !== 'long text')) continue;
          const tree = parsePattern(pattern);
          if (tree === null) continue;
          const lengths = lengthsOf(tree);
          const { min = null, max = null } = boundsOf(type) ?? {};
          const [least, most] = [boundValue(min, schema), boundValue(max, schema)];
          const tooLong = max !== null && most !== null && lengths.min > most;
          const tooShort = min !== null && least !== null && lengths.max < least;
          if (!tooLong && !tooShort) continue;
          const says = tooLong
            ? `the pattern needs at least ${lengths.min} characters, but the field allows at most ${boundText(max, schema)}`
            : `the pattern allows at most ${lengths.max} characters, but the field needs at least ${boundText(min ?? { value: 0 }, schema)}`;
          yield {
            element: id,
            at,
            message: `No text fits ${name} of ${entity.name}: ${says}.`,
            next: 'Correct the pattern or the length.',
          };
        }
      }
    }
  },
});
