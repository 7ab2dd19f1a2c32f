import { holdersOf, mayUseField } from '../access/field-access.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'form-field-not-granted',
  point: 2,
  severity: 'warning',
  about: 'A form with a field that one of its roles can never fill in.',
  *find({ entities }) {
    for (const context of entities) {
      const { entity, schema } = context;
      for (const screen of context.screens) {
        if (screen.standing !== 'stated' || screen.kind !== 'form' || screen.roles === null) continue;
        const named = screen.roles.map(({ name }) => name);
        for (const { name, at, roles } of screen.fields) {
          if (schema.entities.get(entity.name)?.attributes.get(name)?.kind !== 'field') continue;
          const meant = roles.length === 0 ? named : roles.map((role) => role.name);
          const senders = holdersOf(meant, context).filter(
            (role) => context.access.may(role, entity.name, 'create') === 'yes',
          );
          const barred = senders.filter(
            (role) => mayUseField('create', role, entity.name, name, context.permissions, context) === 'no',
          );
          if (barred.length === 0) continue;
          yield {
            element: screen.id,
            severity: barred.length === senders.length ? 'warning' : 'note',
            at: at ?? screen.at,
            message: `The form ${screen.name} has ${name}, but ${joinNames(barred)} can never fill it in: the row “${entity.name}: create” grants only other fields.`,
            next: `Grant ${name} in the row “${entity.name}: create” of point 6, or remove ${name} from the form.`,
            witness: witnessOf(context, { who: barred[0] ?? null, screen, outcome: `there is no input for ${name}` }),
          };
        }
      }
    }
  },
});
