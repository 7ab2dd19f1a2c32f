import type { Machine } from '../../model/types/model.ts';
import { mayUseField } from '../access/field-access.ts';
import { isNeeded } from '../lookups/call-inputs.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'required-not-granted',
  point: 6,
  severity: 'warning',
  about: 'A role that may create records but may not fill in a required field.',
  *find({ entities }) {
    for (const context of entities) {
      const { access, entity, machines, permissions } = context;
      const first = new Set(machines.flatMap(filledAtFirst));
      const needed = entity.fields.filter(
        (field) =>
          field.standing === 'stated' && isNeeded(field) && !first.has(field.name) && field.type.kind !== 'unknown',
      );
      if (needed.length === 0) continue;
      for (const cell of access.cells(entity.name, 'create')) {
        const { at, entity: row, grant, id, role, standing } = cell;
        if (standing !== 'stated' || row !== entity.name || grant.kind !== 'yes' || !access.canHold(role)) continue;
        const barred = needed.filter(
          ({ name }) => mayUseField('create', role, entity.name, name, permissions, context) === 'no',
        );
        if (barred.length === 0) continue;
        const names = joinNames(barred.map(({ name }) => name));
        yield {
          element: id,
          at,
          also: barred.map((field) => field.at),
          message: `${role} may create ${entity.name} but may not fill in ${names}, which ${barred.length === 1 ? 'is' : 'are'} required. Creating one is always refused.`,
          next: `Grant ${names} in the row “${entity.name}: create”, give ${barred.length === 1 ? 'it a default' : 'them defaults'}, or remove the permission.`,
          witness: witnessOf(context, {
            who: role,
            entity: entity.name,
            opens: 'form',
            outcome: `${names} ${barred.length === 1 ? 'is' : 'are'} required, but there is no input for ${barred.length === 1 ? 'it' : 'them'}`,
          }),
        };
      }
    }
  },
});

/** Returns the fields that the creation itself sets or asks for. */
function filledAtFirst({ transitions }: Machine): readonly string[] {
  return transitions
    .filter(({ from }) => from === null)
    .flatMap(({ effects }) =>
      effects.flatMap((effect) => (effect.kind === 'set' || effect.kind === 'ask' ? effect.field : [])),
    );
}
