import { mayReadField } from '../access/field-access.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'ask-unreadable',
  point: 4,
  severity: 'warning',
  about: 'An event that asks for a field that its roles may not read.',
  *find({ entities }) {
    for (const context of entities) {
      for (const machine of context.machines) {
        for (const { id, at, effects, event, from, label, standing, who } of machine.transitions) {
          const roles = (who ?? []).filter(({ name }) => context.schema.roles.has(name));
          for (const effect of standing === 'stated' && event !== null ? effects : []) {
            if (effect.kind !== 'ask') continue;
            const attribute = context.schema.entities.get(machine.entity)?.attributes.get(effect.field);
            // Nobody can read a write-only field, but people may enter it.
            if (attribute?.kind === 'field' && attribute.field.writeOnly) continue;
            const blind = roles.filter(
              ({ name }) =>
                context.access.may(name, machine.entity, 'read') === 'yes' &&
                mayReadField(name, machine.entity, effect.field, context.permissions, context) === 'no',
            );
            const [first] = blind;
            if (first === undefined) continue;
            const names = joinNames(blind.map(({ name }) => name));
            yield {
              element: id,
              at: effect.at ?? at,
              message: `“${event}” asks for ${effect.field}, which ${names} may not read.`,
              next: `Allow ${names} in the row “${machine.entity}.${effect.field}: read” of point 6, or change Who.`,
              witness: witnessOf(context, {
                who: first.name,
                entity: machine.entity,
                state: from === null ? null : { machine, name: from },
                outcome: `“${label}” asks for ${effect.field}, which they cannot read afterwards`,
              }),
            };
          }
        }
      }
    }
  },
});
