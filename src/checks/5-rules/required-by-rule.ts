import type { Typed } from '../../expressions/types/typed.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'required-by-rule',
  point: 5,
  severity: 'note',
  about: 'A rule that only requires a field, which point 3 can do.',
  *find({ entities }) {
    for (const context of entities) {
      const fields = new Map(context.entity.fields.map((field) => [field.name, field] as const));
      for (const rule of context.rules) {
        const { events, states, severity, standing, point } = rule;
        if (events.length + states.length > 0 || severity !== 'error' || standing !== 'stated' || point !== 5) continue;
        const field = fields.get(fieldRequired(context.typed(rule.condition)) ?? '');
        if (field === undefined || field.required || field.byProduct || field.computed !== null) continue;
        if (field.askedOn.length > 0) continue;
        yield {
          element: rule.id,
          at: rule.condition?.at ?? rule.at,
          also: [field.at],
          message: `${rule.name} only makes ${field.name} required.`,
          next: `Mark ${field.name} as required in point 3, so that forms show it, and remove ${rule.name}.`,
          witness: witnessOf(context, {
            entity: context.entity.name,
            opens: 'form',
            outcome: `${field.name} is not marked as required, but saving without it is refused`,
          }),
        };
      }
    }
  },
});

/** Returns the field of `field != null`; null for other conditions. */
function fieldRequired(typed: Typed | null): string | null {
  if (typed?.op !== 'binary' || typed.operator !== '!=') return null;
  const { left, right } = typed;
  const isEmpty = right.op === 'literal' && right.value === null;
  return isEmpty && left.op === 'field' && left.of.op === 'this' ? left.field : null;
}
