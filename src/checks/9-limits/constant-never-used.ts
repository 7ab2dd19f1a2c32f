import { boundValue } from '../lookups/bound-values.ts';
import { constantUses } from '../lookups/constant-uses.ts';
import { likelyBound } from '../lookups/named-bounds.ts';
import { FEW, joinFirstNames } from '../lookups/text-places.ts';
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
    // If there are many, the document probably describes their use in sentences, which is one problem.
    if (first !== undefined && unused.length > FEW) {
      yield {
        element: first.id,
        at: first.at,
        also: others.map(({ at }) => at),
        message: `Nothing uses ${joinFirstNames(unused.map(({ name }) => name))}, so they have no effect.`,
        next: 'Use each in a formula, such as a rule of point 5. Mentioning it in a sentence has no effect.',
      };
      return;
    }
    for (const { id, name, at } of unused) {
      const number = boundValue({ constant: name }, context.schema);
      const likely = number === null ? null : likelyBound(name, context);
      if (likely !== null && number !== null) {
        const { by, entity, field, side } = likely;
        const says = `the bound of ${field.name} of ${entity.name} is ${side === 'max' ? 'at most' : 'at least'} ${likely.number}${by}`;
        yield {
          element: id,
          at,
          also: [likely.at],
          message: `Nothing uses ${name}, which is ${number}, but ${says}.`,
          next: `If ${name} is meant there, write ${name} instead of ${likely.number}. Otherwise use it elsewhere, or remove it.`,
        };
        continue;
      }
      yield {
        element: id,
        at,
        message: `Nothing uses ${name}, so it has no effect.`,
        next: `Use ${name} in a formula, such as a rule of point 5, or remove it.`,
      };
    }
  },
});
