import { mentions } from '../../expressions/types/conjuncts.ts';
import { pathsFrom } from '../../expressions/types/field-paths.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'rule-without-effect',
  point: 5,
  severity: 'warning',
  about: 'A rule for entered values that reads only fields that nobody enters.',
  *find({ entities }) {
    for (const context of entities) {
      const attributes = context.schema.entities.get(context.entity.name)?.attributes;
      for (const rule of context.rules) {
        const condition = context.typed(rule.condition);
        if (condition === null || rule.standing !== 'stated' || rule.events.length + rule.states.length > 0) continue;
        if (mentions(condition, 'me') || mentions(condition, 'old')) continue;
        const names = [...new Set(pathsFrom(condition, 'this').flatMap(([first]) => first ?? []))];
        const isNeverEntered = names.every((name) => {
          const attribute = attributes?.get(name);
          if (attribute === undefined) return false;
          return attribute.kind !== 'field' || (attribute.field.byProduct && attribute.field.computed === null);
        });
        if (names.length === 0 || !isNeverEntered) continue;
        yield {
          element: rule.id,
          at: rule.condition?.at ?? rule.at,
          message: `${rule.name} reads only ${joinNames(names)}, which nobody enters, so nobody can correct it.`,
          next: 'Apply it to the event that sets the field, make it a guard in point 4, or remove it.',
          witness: witnessOf(context, {
            entity: context.entity.name,
            outcome: `changes of other fields are refused by ${rule.name}, and no field on the form can correct that`,
          }),
        };
      }
    }
  },
});
