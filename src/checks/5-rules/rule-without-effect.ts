import { mentions } from '../../expressions/types/conjuncts.ts';
import { pathsFrom } from '../../expressions/types/field-paths.ts';
import { defineCheck } from '../check.ts';
import { listed } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'rule-without-effect',
  point: 5,
  severity: 'warning',
  about: 'A rule on what people type that reads only fields which nobody types.',
  *findIn(context) {
    const attributes = context.schema.entities.get(context.entity.name)?.attributes;
    for (const rule of context.rules) {
      const condition = context.typed(rule.condition);
      if (condition === null || rule.standing !== 'stated' || rule.events.length + rule.states.length > 0) continue;
      if (mentions(condition, 'me') || mentions(condition, 'old')) continue;
      const names = [...new Set(pathsFrom(condition, 'this').flatMap(([first]) => first ?? []))];
      const untyped = names.every((name) => {
        const attribute = attributes?.get(name);
        if (attribute === undefined) return false;
        return attribute.kind !== 'field' || (attribute.field.byProduct && attribute.field.computed === null);
      });
      if (names.length === 0 || !untyped) continue;
      yield {
        element: rule.id,
        at: rule.condition?.at ?? rule.at,
        message: `${rule.name} reads only ${listed(names)}, which nobody types: whoever breaks it can't mend it.`,
        next: 'Put it on the event that sets it, write it as a guard of point 4, or remove it.',
        witness: witnessOf(context, {
          entity: context.entity.name,
          happens: `a change of any other field is refused by ${rule.name}, and none of the fields on the form mends it`,
        }),
      };
    }
  },
});
