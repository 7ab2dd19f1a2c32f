import type { Attribute } from '../../model/lookups/schema.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'form-field-not-input',
  point: 2,
  severity: 'warning',
  about:
    'A form with a field that nobody can fill in: computed, a state, set by the product, or asked for by an event.',
  *find({ entities }) {
    for (const context of entities) {
      const attributes = context.schema.entities.get(context.entity.name)?.attributes;
      for (const screen of context.screens) {
        if (screen.standing !== 'stated' || screen.kind !== 'form') continue;
        for (const { name, at } of screen.fields) {
          const attribute = attributes?.get(name);
          const why = attribute === undefined ? null : reasonOf(attribute);
          if (attribute === undefined || why === null) continue;
          yield {
            element: screen.id,
            at: at ?? screen.at,
            also: [attribute.kind === 'field' ? attribute.field.at : null],
            message: `The form ${screen.name} has ${name}, but ${why}. The form has no input for it.`,
            next: `Remove ${name} from the form, or change its line in point 3 so that people fill it in.`,
            witness: witnessOf(context, { screen, outcome: `there is no input for ${name}` }),
          };
        }
      }
    }
  },
});

function reasonOf(attribute: Attribute): string | null {
  if (attribute.kind === 'state') return 'only transitions change a state';
  if (attribute.kind === 'built-in') return 'the product maintains it';
  const { computed, byProduct, askedOn } = attribute.field;
  if (computed !== null) return `it is computed: \`${computed.text}\``;
  if (byProduct) return 'the product sets it';
  return askedOn.length === 0
    ? null
    : `it is asked for by ${joinNames(
        askedOn.map(({ name }) => `“${name}”`),
        'or',
      )}`;
}
