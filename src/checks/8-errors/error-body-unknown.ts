import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { ERROR_WORDS, readErrorShape } from '../../model/lookups/error-shape.ts';
import { errorBodiesOf } from '../lookups/error-bodies.ts';
import { placeWithin } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'error-body-unknown',
  point: 8,
  severity: 'error',
  about: 'A word in the body of an error that stands for nothing, so the body holds null in its place.',
  *find({ model, schema }) {
    for (const { body, element } of errorBodiesOf(model)) {
      const { unknown = [] } = readErrorShape(body.text, (name) => schema.constants.has(name)) ?? {};
      for (const { name, from, to } of unknown) {
        const meant = nearest(name, [...Object.keys(ERROR_WORDS), ...schema.constants.keys()]);
        yield {
          element,
          at: placeWithin(body, from, to) ?? body.at,
          message: `“${name}” is no word of an error body.`,
          next: `${meant === null ? '' : `Did you mean “${meant}”? `}Write a text in quotes, a constant of point 9, or one of ${Object.keys(ERROR_WORDS).join(', ')}.`,
        };
      }
    }
  },
});
