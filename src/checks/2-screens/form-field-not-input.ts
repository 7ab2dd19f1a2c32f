import type { Attribute } from '../../model/lookups/schema.ts';
import { defineCheck } from '../check.ts';
import { listed } from '../places.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'form-field-not-input',
  point: 2,
  severity: 'warning',
  about:
    'A form with a field that nobody can fill in there: computed, a state, set by the product, or asked by an event.',
  *findIn(context) {
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
          message: `The form ${screen.name} has ${name}, and ${why}, so that it is not there to fill in.`,
          next: `Take ${name} out of the form, or let people fill it in by its line in point 3.`,
          witness: witnessOf(context, { screen, happens: `there is no input for ${name}` }),
        };
      }
    }
  },
});

function reasonOf(attribute: Attribute): string | null {
  if (attribute.kind === 'state') return 'only transitions change a state';
  if (attribute.kind === 'built-in') return 'the product alone keeps it';
  const { computed, byProduct, askedOn } = attribute.field;
  if (computed !== null) return `it is computed: \`${computed.text}\``;
  if (byProduct) return 'the product sets it';
  return askedOn.length === 0
    ? null
    : `it is asked for by ${listed(
        askedOn.map(({ name }) => `“${name}”`),
        'or',
      )}`;
}
