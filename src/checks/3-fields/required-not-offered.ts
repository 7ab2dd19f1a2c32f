import type { Field, Screen } from '../../model/types/model.ts';
import { isNeeded } from '../lookups/call-inputs.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'required-not-offered',
  point: 3,
  severity: 'warning',
  about: 'A required field that no form offers.',
  *find(context) {
    const forms = formsByEntity(context);
    for (const entity of context.model.entities) {
      const shown = forms.get(entity.name) ?? [];
      if (shown.length === 0) continue;
      for (const field of entity.fields) {
        if (!needsInput(field) || shown.some(({ fields }) => offers(fields, field))) continue;
        yield {
          element: field.id,
          at: field.at,
          also: shown.map(({ at }) => at),
          message: `${entity.name} can't be created: ${field.name} is required, but ${formsText(shown)} an input for it.`,
          next: `Add ${field.name} to the form, give it a default, or don't require it.`,
        };
      }
    }
  },
});

/**
 * Returns the forms that a person who may create the record can open. A form with an empty list of fields offers all.
 */
function formsByEntity({ model, access, schema }: CheckContext): ReadonlyMap<string, readonly Screen[]> {
  const found = new Map<string, Screen[]>();
  for (const screen of model.screens) {
    const { kind, entity, route, roles } = screen;
    if (kind !== 'form' || entity === null || route.includes(':') || !schema.entities.has(entity)) continue;
    const open =
      roles === null || roles.length === 0 || roles.some(({ name }) => access.may(name, entity, 'create') === 'yes');
    if (open) found.set(entity, [...(found.get(entity) ?? []), screen]);
  }
  return found;
}

function needsInput(field: Field): boolean {
  return field.standing === 'stated' && isNeeded(field);
}

function offers(fields: Screen['fields'], field: Field): boolean {
  return fields.length === 0 || fields.some(({ name }) => name === field.name);
}

function formsText(forms: readonly Screen[]): string {
  const names = joinNames(forms.map(({ name }) => name));
  return forms.length === 1 ? `the form ${names} does not have` : `the forms ${names} do not have`;
}
