import { conjunctsOf } from '../../expressions/types/conjuncts.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Rule } from '../../model/types/model.ts';
import { boundsOf, boundText, boundValue } from '../lookups/bound-values.ts';
import { isOfSize, ruleBound } from '../lookups/rule-bounds.ts';
import { defineCheck, type EntityContext, type Finding } from '../runner/check.ts';

export const check = defineCheck({
  code: 'bounds-disagree',
  point: 9,
  severity: 'warning',
  about: 'A field that is bounded by its type and by a rule with different numbers.',
  *find({ entities }) {
    for (const context of entities) {
      for (const rule of context.rules) {
        const typed =
          rule.standing === 'stated' && rule.severity === 'error' && rule.states.length === 0
            ? context.typed(rule.condition)
            : null;
        if (typed === null || rule.point !== 5 || rule.events.length > 0) continue;
        for (const part of conjunctsOf(typed)) yield* disagreement(rule, part, context);
      }
    }
  },
});

/** A rule that allows more than the type never fails, which another check reports; here the rule allows less. */
function* disagreement(rule: Rule, part: Typed, { entity, schema }: EntityContext): Generator<Finding> {
  const limit = ruleBound(part, entity.name);
  const attribute = limit === null ? undefined : schema.entities.get(entity.name)?.attributes.get(limit.field);
  if (limit === null || attribute?.kind !== 'field' || isOfSize(attribute.field.type) !== (limit.what === 'size'))
    return;
  const { field } = attribute;
  const bound = boundsOf(field.type)?.[limit.side] ?? null;
  const stated = boundValue(bound, schema);
  if (bound === null || stated === null) return;
  const isNarrower = limit.side === 'max' ? limit.number < stated : limit.number > stated;
  if (!isNarrower || (limit.side === 'min' && stated <= 1)) return;
  const [least, unit] = [limit.side === 'max' ? 'at most' : 'at least', limit.what === 'size' ? ' long' : ''];
  yield {
    element: rule.id,
    at: rule.condition?.at ?? rule.at,
    also: [field.at],
    message: `${rule.name} limits ${field.name} of ${entity.name} to ${least} ${limit.number}${unit}, but its type says ${least} ${boundText(bound, schema)}.`,
    next: `Use one number for both: name a constant of point 9 in the type of ${field.name}, and remove the rule.`,
  };
}
