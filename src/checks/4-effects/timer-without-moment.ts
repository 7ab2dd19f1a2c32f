import type { Field, Machine, Transition } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { finalIn, leadingTo, startOf } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'timer-without-moment',
  point: 4,
  severity: 'warning',
  about: 'A timer that counts from a field that only a later step sets.',
  *find({ entities }) {
    for (const context of entities) {
      if (context.machines.length !== 1) continue;
      for (const machine of context.machines) {
        for (const row of machine.transitions) {
          const later =
            row.standing === 'stated' && !finalIn(machine, context).has(row.from)
              ? setLater(machine, row, context)
              : null;
          if (later === null) continue;
          const { field, writer } = later;
          yield {
            element: row.id,
            at: row.timer !== null && 'from' in row.timer ? (row.timer.from?.at ?? row.at) : row.at,
            also: [writer.at],
            message: `“${startOf(row)}” counts from ${field.name}, which is empty in ${row.from}: only ${startOf(writer)} sets it, and that comes later.`,
            next: `Count from a field that has a value by then, or set ${field.name} in an earlier row.`,
            witness: witnessOf(context, {
              entity: machine.entity,
              state: { machine, name: row.from ?? '' },
              outcome: `${field.name} is empty, so the timer never moves it to ${row.to}`,
            }),
          };
        }
      }
    }
  },
});

/**
 * Returns the field that a timer counts from, and the first row that sets it, if the field is certainly still empty;
 * otherwise null.
 */
function setLater(
  machine: Machine,
  { from, timer }: Transition,
  context: EntityContext,
): { readonly field: Field; readonly writer: Transition } | null {
  if (from === null || timer === null || !('from' in timer) || timer.from === null) return null;
  const name = timer.from.text.trim();
  const attribute = context.schema.entities.get(machine.entity)?.attributes.get(name);
  if (attribute?.kind !== 'field') return null;
  const { field } = attribute;
  const isOwn = field.byProduct || field.askedOn.length > 0;
  if (!isOwn || field.default !== null || field.computed !== null || field.help !== '') return null;
  const writers = machine.transitions.filter(
    ({ event, effects }) =>
      field.askedOn.some((asked) => asked.name === event) ||
      effects.some(
        (effect) => effect.kind !== 'notify' && effect.kind !== 'call' && 'field' in effect && effect.field === name,
      ),
  );
  const before = leadingTo([from], machine.transitions);
  const [writer] = writers;
  return writer === undefined || writers.some(({ to }) => before.has(to)) ? null : { field, writer };
}
