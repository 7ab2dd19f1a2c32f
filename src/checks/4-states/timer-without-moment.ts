import type { Field, Machine, Transition } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { finalIn, leadingTo, startOf } from '../moves.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'timer-without-moment',
  point: 4,
  severity: 'warning',
  about: 'A timer that goes by a field which only a later step sets, so that it has nothing to go by.',
  *findIn(context) {
    if (context.machines.length !== 1) return;
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
          message: `“${startOf(row)}” goes by ${field.name}, which is empty in ${row.from}: only ${startOf(writer)} sets it, and that comes later.`,
          next: `Let it go by a field that is filled in by then, or let an earlier row set ${field.name}.`,
          witness: witnessOf(context, {
            entity: machine.entity,
            state: { machine, name: row.from ?? '' },
            happens: `${field.name} is empty, so that it never comes to ${row.to} by itself`,
          }),
        };
      }
    }
  },
});

/** The field of the product's own that a timer goes by, with the row that sets it; null where it may be set by then. */
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
