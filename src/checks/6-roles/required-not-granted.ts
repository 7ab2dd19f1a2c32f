import type { Machine } from '../../model/types/model.ts';
import { isNeeded } from '../call-inputs.ts';
import { defineCheck } from '../check.ts';
import { mayWithField } from '../field-access.ts';
import { listed } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'required-not-granted',
  point: 6,
  severity: 'warning',
  about: 'A role that may create records and may not fill in a field which none is without.',
  *findIn(context) {
    const { access, entity, machines, permissions } = context;
    const first = new Set(machines.flatMap(filledAtFirst));
    const needed = entity.fields.filter(
      (field) =>
        field.standing === 'stated' && isNeeded(field) && !first.has(field.name) && field.type.kind !== 'unknown',
    );
    if (needed.length === 0) return;
    for (const cell of access.cells(entity.name, 'create')) {
      const { at, entity: row, grant, id, role, standing } = cell;
      if (standing !== 'stated' || row !== entity.name || grant.kind !== 'yes' || !access.canHold(role)) continue;
      const barred = needed.filter(
        ({ name }) => mayWithField('create', role, entity.name, name, permissions, context) === 'no',
      );
      if (barred.length === 0) continue;
      const names = listed(barred.map(({ name }) => name));
      yield {
        element: id,
        at,
        also: barred.map((field) => field.at),
        message: `${role} may create ${entity.name} and may not fill in ${names}, which ${barred.length === 1 ? 'is' : 'are'} required: it is always refused.`,
        next: `Grant ${names} in the row “${entity.name}: create”, give ${barred.length === 1 ? 'it a default' : 'them defaults'}, or take the permission away.`,
        witness: witnessOf(context, {
          who: role,
          entity: entity.name,
          opens: 'form',
          happens: `${names} must be there, and there is no input for ${barred.length === 1 ? 'it' : 'them'}`,
        }),
      };
    }
  },
});

/** What the creation itself writes or asks for. */
function filledAtFirst({ transitions }: Machine): readonly string[] {
  return transitions
    .filter(({ from }) => from === null)
    .flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === 'set' || effect.kind === 'ask' ? effect.field : [])),
    );
}
