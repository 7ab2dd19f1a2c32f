import { boundValue } from '../lookups/bound-values.ts';
import { constantUses } from '../lookups/constant-uses.ts';
import { likelyBound } from '../lookups/named-bounds.ts';
import { FEW, someOf } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'constant-never-used',
  point: 9,
  severity: 'warning',
  about: 'A constant that no formula, bound, call or message uses.',
  *find(context) {
    const uses = constantUses(context);
    const unused = [...context.schema.constants.values()].filter(
      ({ name, standing }) => standing !== 'assumed' && !uses.has(name),
    );
    const [first, ...others] = unused;
    // Where so many are, the document says in sentences what they are for: that is one thing to mend.
    if (first !== undefined && unused.length > FEW) {
      yield {
        element: first.id,
        at: first.at,
        also: others.map(({ at }) => at),
        message: `No formula goes by ${someOf(unused.map(({ name }) => name))}, so changing them changes nothing.`,
        next: 'Write each where it should count, such as a rule of point 5: what a sentence says of it has no effect.',
      };
      return;
    }
    for (const { id, name, at } of unused) {
      const number = boundValue({ constant: name }, context.schema);
      const likely = number === null ? null : likelyBound(name, context);
      if (likely !== null && number !== null) {
        const { by, entity, field, side } = likely;
        const says = `${field.name} of ${entity.name} takes ${side === 'max' ? 'at most' : 'at least'} ${likely.number}${by}`;
        yield {
          element: id,
          at,
          also: [likely.at],
          message: `Nothing uses ${name}, which is ${number}, and ${says}.`,
          next: `Is ${name} meant there? Then write ${name} where ${likely.number} stands; else write it where it should count, or remove it.`,
        };
        continue;
      }
      yield {
        element: id,
        at,
        message: `Nothing uses ${name}, so changing it changes nothing.`,
        next: `Write ${name} where it should count, such as a rule of point 5, or remove it.`,
      };
    }
  },
});
