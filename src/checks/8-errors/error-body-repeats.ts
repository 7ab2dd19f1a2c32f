import { readErrorShape } from '../../model/lookups/error-shape.ts';
import { errorBodiesOf } from '../lookups/error-bodies.ts';
import { placeWithin } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'error-body-repeats',
  point: 8,
  severity: 'error',
  about: 'A member that the body of an error states twice, of which only the last is answered.',
  *find({ model, schema }) {
    for (const { body, element } of errorBodiesOf(model)) {
      const { repeated = [] } = readErrorShape(body.text, (name) => schema.constants.has(name)) ?? {};
      for (const { name, from, to } of repeated)
        yield {
          element,
          at: placeWithin(body, from, to) ?? body.at,
          message: `The member “${name}” is stated twice in one object.`,
          next: 'Give each member a name of its own, or remove one of them.',
        };
    }
  },
});
