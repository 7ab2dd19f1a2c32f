import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Operation } from '../../model/types/model.ts';
import { mayReadField } from '../access/field-access.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'rule-at-hidden-field',
  point: 5,
  severity: 'note',
  about: 'A rule whose message is shown at a field that a writer may not read.',
  *find({ entities }) {
    for (const context of entities) {
      const { access, entity, permissions, rules, schema } = context;
      if (entity.belongsTo !== null || !permissions.some(({ field }) => field !== null)) continue;
      for (const rule of rules) {
        const condition = context.typed(rule.condition);
        if (condition === null || rule.standing !== 'stated') continue;
        const field = rule.field?.name ?? fieldIn(condition);
        if (field === null) continue;
        const writes: Operation[] = ['create', 'change'];
        const wanted = writes.filter(
          (operation) => rule.events.length === 0 || rule.events.some(({ name }) => name === operation),
        );
        const blind = [...schema.roles.keys()].filter(
          (role) =>
            wanted.some((operation) =>
              access.cells(entity.name, operation).some((cell) => cell.role === role && cell.grant.kind === 'yes'),
            ) && mayReadField(role, entity.name, field, permissions, context) === 'no',
        );
        const [first] = blind;
        if (first === undefined) continue;
        yield {
          element: rule.id,
          at: rule.field?.at ?? rule.condition?.at ?? rule.at,
          message: `${rule.name} shows its message at ${field}, which ${joinNames(blind)} may not read.`,
          next: `Under At, name a field that they may read, or grant it in the row “${entity.name}.${field}: read” of point 6.`,
          witness: witnessOf(context, {
            who: first,
            entity: entity.name,
            opens: 'form',
            outcome: `saving is refused by ${rule.name}, but the form has no ${field} to show the message at`,
          }),
        };
      }
    }
  },
});

/**
 * Returns the field that shows the message by default: the last field that is compared with null, otherwise the first
 * field of the condition.
 */
function fieldIn(typed: Typed): string | null {
  const parts = [...walk(typed)];
  const compared = parts.flatMap((part) => {
    if (part.op !== 'binary' || (part.operator !== '==' && part.operator !== '!=')) return [];
    return isNull(part.right) ? [part.left] : isNull(part.left) ? [part.right] : [];
  });
  const named = parts.filter((part) => part.op === 'field').sort((one, other) => one.from - other.from);
  const last = compared.sort((one, other) => one.from - other.from).at(-1);
  return firstOf(last) ?? firstOf(named[0]);
}

function isNull(typed: Typed): boolean {
  return typed.op === 'literal' && typed.value === null;
}

function firstOf(typed: Typed | undefined): string | null {
  if (typed?.op !== 'field') return null;
  return typed.of.op === 'this' ? typed.field : firstOf(typed.of);
}
