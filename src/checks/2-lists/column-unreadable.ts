import type { Screen, ScreenField } from '../../model/types/model.ts';
import { holdersOf, mayReadField, rolesThatCannotRead } from '../access/field-access.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'column-unreadable',
  point: 2,
  severity: 'warning',
  about: 'A column that a role of the screen can never read, so it is missing for that role.',
  *find({ entities }) {
    for (const context of entities) {
      for (const screen of context.screens) {
        if (screen.standing !== 'stated' || screen.roles === null || screen.kind === 'form') continue;
        for (const { field, where } of fieldsOn(screen)) {
          const named = rolesOf(screen, field);
          const blind = rolesThatCannotRead(named, context.entity.name, field.name, context.permissions, context);
          if (blind.length === 0) continue;
          const seeing = holdersOf(named, context).filter((role) => isSeeing(role, field, context));
          const all = seeing.length === 0;
          yield {
            element: screen.id,
            severity: all ? 'warning' : 'note',
            at: field.at ?? screen.at,
            message: `${screen.name} has ${where} ${field.name}, but ${joinNames(blind)} can never read ${field.name} of ${context.entity.name}.`,
            next: `Grant it in a row “${context.entity.name}.${field.name}: read” of point 6, ${all ? 'or remove it from the screen' : `or write \`${field.name} (${seeing.join(', ')})\` to show it to these roles only`}.`,
            witness: witnessOf(context, {
              who: blind[0] ?? null,
              screen,
              outcome: `${field.name} is missing`,
            }),
          };
        }
      }
    }
  },
});

interface Shown {
  readonly field: ScreenField;
  /** The start of a message: `a column`, `in “Work” the field`. */
  readonly where: string;
}

/** Returns the columns, and the fields of sections with the roles of their section. */
function fieldsOn({ fields, sections }: Screen): readonly Shown[] {
  const within = sections.flatMap((section) =>
    section.fields.map((field) => ({
      field: field.roles.length > 0 ? field : { ...field, roles: section.roles },
      where: `in “${section.label}” the field`,
    })),
  );
  return [...fields.map((field) => ({ field, where: 'a column' })), ...within];
}

function rolesOf(screen: Screen, { roles }: ScreenField): readonly string[] {
  return (roles.length > 0 ? roles : (screen.roles ?? [])).map(({ name }) => name);
}

function isSeeing(role: string, { name }: ScreenField, context: EntityContext): boolean {
  const { access, entity, permissions } = context;
  if (access.may(role, entity.name, 'read') !== 'yes') return false;
  return mayReadField(role, entity.name, name, permissions, context) !== 'no';
}
