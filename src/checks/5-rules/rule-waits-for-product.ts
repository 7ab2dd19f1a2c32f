import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Field, Machine, Rule, Transition } from '../../model/types/model.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { finalIn } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'rule-waits-for-product',
  point: 5,
  severity: 'warning',
  about: 'A rule that reads a field of the product that may still be empty.',
  *find({ entities }) {
    for (const context of entities) {
      for (const rule of context.rules) {
        const typed = rule.standing === 'stated' ? context.typed(rule.condition) : null;
        if (typed === null) continue;
        const fields = context.entity.fields.filter(
          (field) => isOfProduct(field) && isWaitedFor(typed, field, context),
        );
        for (const { name } of fields) {
          const when = emptyOn(rule, name, context);
          if (when === null) continue;
          yield {
            element: rule.id,
            at: rule.condition?.at ?? rule.at,
            message: `${rule.name} reads ${name}, which only the product sets. But ${when}, and then the rule refuses.`,
            next: `Cover the empty field, as in \`${name} == null or …\`, or give ${name} a default.`,
          };
        }
      }
    }
  },
});

const isOfProduct = ({ byProduct, computed, default: byDefault }: Field): boolean =>
  byProduct && computed === null && byDefault === null;

/** Whether the rule needs a value in the field: it reads the field, and not only to test whether it is empty. */
function isWaitedFor(typed: Typed, { name }: Field, { entity }: EntityContext): boolean {
  const isIt = (part: Typed) =>
    part.op === 'field' && part.field === name && part.entity === entity.name && part.of.op === 'this';
  const parts = [...walk(typed)];
  const isCompared = parts.some(
    (part) =>
      part.op === 'binary' &&
      (part.operator === '==' || part.operator === '!=') &&
      [part.left, part.right].some(isIt) &&
      [part.left, part.right].some(({ type }) => type.t === 'empty'),
  );
  if (isCompared) return false;
  const isEquality = (part: Typed) => part.op === 'binary' && (part.operator === '==' || part.operator === '!=');
  const compared = parts.flatMap((part) => (isEquality(part) && part.op === 'binary' ? [part.left, part.right] : []));
  return (
    fieldsRead(typed).some(({ field }) => field === name) &&
    parts.some((part) => isIt(part) && !compared.includes(part))
  );
}

/** Returns when the field may be empty while the rule is checked; null if it never is. */
function emptyOn({ events, states }: Rule, field: string, context: EntityContext): string | null {
  const { machines, entity } = context;
  const names = new Set(events.map(({ name }) => name));
  const record = withArticle(entity.name);
  const isNew = (names.size === 0 && states.length === 0) || names.has('create');
  if (isNew && !machines.some((machine) => startsOf(machine).every((row) => fills(row, field))))
    return `${record} is created without it`;
  for (const machine of machines) {
    const filled = filledStates(machine, field);
    const final = finalIn(machine, context);
    const rows = machine.transitions.filter(
      (row) => row.from !== null && !final.has(row.from) && row.event !== null && names.has(row.event),
    );
    const open = rows.find((row) => !fills(row, field) && !filled.has(row.from ?? ''));
    if (open !== undefined) return `${record}${machine.stateless ? '' : ` in ${open.from}`} may not have it`;
  }
  if (!names.has('change') || machines.length === 0) return names.has('change') ? `${record} may not have it` : null;
  const editable = machines.flatMap((machine) =>
    (machine.editableIn ?? []).filter(({ name }) => !filledStates(machine, field).has(name)),
  );
  return editable[0] === undefined ? null : `${record} in ${editable[0].name} may not have it`;
}

const startsOf = ({ transitions }: Machine): readonly Transition[] => transitions.filter(({ from }) => from === null);

/** Whether a row sets the field to a value. */
const fills = ({ effects }: Transition, field: string): boolean =>
  effects.some(
    (effect) =>
      effect.kind === 'set' && effect.on === null && effect.field === field && effect.value.tree?.op !== 'null',
  );

/** Returns the states that no record reaches without a value in the field. */
function filledStates({ states, transitions }: Machine, field: string): ReadonlySet<string> {
  const filled = new Set(states.map(({ name }) => name));
  const isFilled = (row: Transition) =>
    fills(row, field) || (row.from !== null && filled.has(row.from) && !empties(row, field));
  for (let size = -1; size !== filled.size; ) {
    size = filled.size;
    for (const row of transitions) if (!isFilled(row)) filled.delete(row.to);
  }
  return filled;
}

const empties = ({ effects }: Transition, field: string): boolean =>
  effects.some(
    (effect) =>
      effect.kind === 'set' && effect.on === null && effect.field === field && effect.value.tree?.op === 'null',
  );
