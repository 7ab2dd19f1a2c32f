import type { Typed } from '../../expressions/types/typed.ts';
import type { Rule } from '../../model/types/model.ts';
import { equal, fieldOf, recordOf } from '../lookups/typed-parts.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { type Goal, possible } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'default-breaks-rule',
  point: 5,
  severity: 'warning',
  about: 'A field that begins with a value which a rule never takes.',
  *findIn(context) {
    const { entity, rules } = context;
    for (const field of entity.fields) {
      const first = field.standing === 'stated' && field.default !== null ? beginning(field.name, context) : null;
      if (first === null) continue;
      for (const rule of rules) {
        if (!isFailed(rule, first, context)) continue;
        yield {
          element: rule.id,
          at: rule.condition?.at ?? rule.at,
          also: [field.at],
          message: `${rule.name} refuses what ${field.name} of ${entity.name} begins with: ${field.default?.text}.`,
          next: `Give ${field.name} another default, or correct the rule.`,
          witness: witnessOf(context, {
            entity: entity.name,
            opens: 'form',
            happens: `${field.name} stands at ${field.default?.text}, and as it stands it is refused`,
          }),
        };
        break;
      }
    }
  },
});

/** That the field is its default; null where that is no plain value, or a yes or no that people are to change. */
function beginning(name: string, context: EntityContext): Typed | null {
  const attribute = context.schema.entities.get(context.entity.name)?.attributes.get(name);
  const value = attribute?.kind === 'field' ? context.typed(attribute.field.default) : null;
  if (attribute === undefined || value === null || (value.op !== 'literal' && value.op !== 'constant')) return null;
  if (value.value === null || typeof value.value === 'boolean') return null;
  return equal(fieldOf(recordOf(context.entity.name), context.entity.name, attribute), value);
}

/** Whether a rule that holds on creation can't be met with it, and can without. */
function isFailed(rule: Rule, first: Typed, context: EntityContext): boolean {
  const { events, states, severity, standing, condition } = rule;
  const isForNew = events.length === 0 || events.some(({ name }) => name === 'create');
  if (!isForNew || states.length > 0 || severity !== 'error' || standing !== 'stated') return false;
  const typed = context.typed(condition);
  if (typed === null) return false;
  const given = { schema: context.schema, valid: true };
  const met: Goal = { condition: typed, truth: true, orUnknown: true };
  return !possible([met, { condition: first, truth: true }], given) && possible([met], given);
}
