import type { Typed } from '../../expressions/types/typed.ts';
import type { Rule } from '../../model/types/model.ts';
import { equality, fieldOf, thisRecord } from '../lookups/typed-parts.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { type Goal, isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'default-breaks-rule',
  point: 5,
  severity: 'warning',
  about: 'A default that a rule always refuses.',
  *find({ entities }) {
    for (const context of entities) {
      const { entity, rules } = context;
      for (const field of entity.fields) {
        const first =
          field.standing === 'stated' && field.default !== null ? defaultCondition(field.name, context) : null;
        if (first === null) continue;
        for (const rule of rules) {
          if (!isFailed(rule, first, context)) continue;
          yield {
            element: rule.id,
            at: rule.condition?.at ?? rule.at,
            also: [field.at],
            message: `${rule.name} refuses the default of ${field.name} of ${entity.name}: ${field.default?.text}.`,
            next: `Give ${field.name} another default, or correct the rule.`,
            witness: witnessOf(context, {
              entity: entity.name,
              opens: 'form',
              outcome: `${field.name} is ${field.default?.text} at first, and saving it is refused`,
            }),
          };
          break;
        }
      }
    }
  },
});

/**
 * Returns the condition that the field has its default. Null if the default is not a constant, or a yes/no that people
 * are expected to change.
 */
function defaultCondition(name: string, context: EntityContext): Typed | null {
  const attribute = context.schema.entities.get(context.entity.name)?.attributes.get(name);
  const value = attribute?.kind === 'field' ? context.typed(attribute.field.default) : null;
  if (attribute === undefined || value === null || (value.op !== 'literal' && value.op !== 'constant')) return null;
  if (value.value === null || typeof value.value === 'boolean') return null;
  return equality(fieldOf(thisRecord(context.entity.name), context.entity.name, attribute), value);
}

/** Whether a rule that applies on creation fails with the default but can hold without it. */
function isFailed(rule: Rule, first: Typed, context: EntityContext): boolean {
  const { events, states, severity, standing, condition } = rule;
  const isForNew = events.length === 0 || events.some(({ name }) => name === 'create');
  if (!isForNew || states.length > 0 || severity !== 'error' || standing !== 'stated') return false;
  const typed = context.typed(condition);
  if (typed === null) return false;
  const given = { schema: context.schema, valid: true };
  const mustHold: Goal = { condition: typed, truth: true, orUnknown: true };
  return !isSatisfiable([mustHold, { condition: first, truth: true }], given) && isSatisfiable([mustHold], given);
}
