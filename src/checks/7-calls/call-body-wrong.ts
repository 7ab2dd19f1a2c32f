import { bodiesOf } from '../lookups/call-bodies.ts';
import { placeWithin, rewriteEdit } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'call-body-wrong',
  point: 7,
  severity: 'error',
  about: 'A value in the body of an outside call that the record making the call does not have.',
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
          edit: at === null || fix === null ? null : rewriteEdit(at, at, fix, `Write ${fix}`),
        };
      }
    }
  },
});
