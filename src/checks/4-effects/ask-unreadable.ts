import { mayReadField } from '../access/field-access.ts';
import { listed } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'ask-unreadable',
  point: 4,
  severity: 'warning',
  about: 'An event that asks for a field which those who raise it may not read.',
  *findIn(context) {
    for (const machine of context.machines) {
      for (const { id, at, effects, event, from, label, standing, who } of machine.transitions) {
        const roles = (who ?? []).filter(({ name }) => context.schema.roles.has(name));
        for (const effect of standing === 'stated' && event !== null ? effects : []) {
          if (effect.kind !== 'ask') continue;
          const attribute = context.schema.entities.get(machine.entity)?.attributes.get(effect.field);
          // What is never given out is read by nobody, and typed all the same.
          if (attribute?.kind === 'field' && attribute.field.writeOnly) continue;
          const blind = roles.filter(
            ({ name }) =>
              context.access.may(name, machine.entity, 'read') === 'yes' &&
              mayReadField(name, machine.entity, effect.field, context.permissions, context) === 'no',
          );
          const [first] = blind;
          if (first === undefined) continue;
          const names = listed(blind.map(({ name }) => name));
          yield {
            element: id,
            at: effect.at ?? at,
            message: `“${event}” asks for ${effect.field}, which ${names} may not read.`,
            next: `Let the row “${machine.entity}.${effect.field}: read” of point 6 admit ${names}, or name others under Who.`,
            witness: witnessOf(context, {
              who: first.name,
              entity: machine.entity,
              state: from === null ? null : { machine, name: from },
              happens: `“${label}” asks for ${effect.field}, and what is typed there can't be read again by whoever typed it`,
            }),
          };
        }
      }
    }
  },
});
