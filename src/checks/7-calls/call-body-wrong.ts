import { bodiesOf } from '../bodies.ts';
import { defineCheck } from '../check.ts';
import { placeWithin, rewriting } from '../places.ts';

export const check = defineCheck({
  code: 'call-body-wrong',
  point: 7,
  severity: 'error',
  about: 'A value in the body of a call to the outside that the record which makes the call does not have.',
  *find(context) {
    for (const { call, entity, problems } of bodiesOf(context)) {
      for (const { severity, from, to, message, next, fix } of problems) {
        const at = call.sendsShape === null ? null : placeWithin(call.sendsShape, from, to);
        yield {
          element: call.id,
          severity,
          at: at ?? call.at,
          message: `In what ${call.name} sends of ${entity}: ${message}`,
          next,
          edit: at === null || fix === null ? null : rewriting(at, at, fix, `Write ${fix}`),
        };
      }
    }
  },
});
