import { givenBy, takenBy } from '../../model/call-shape.ts';
import { defineCheck } from '../check.ts';
import { placeWithin, withArticle } from '../places.ts';

export const check = defineCheck({
  code: 'call-shape-unknown',
  point: 7,
  severity: 'error',
  about: 'A name in the body or the answer of a call of which nothing tells what stands under it.',
  *findIn({ calls, schema }) {
    for (const call of calls) {
      const entity = 'entity' in call.does ? schema.entities.get(call.does.entity) : undefined;
      if (call.standing !== 'stated' || entity === undefined) continue;
      const next = `Name a field of ${entity.entity.name} behind the colon, as in \`{ "${entity.title ?? 'name'}": ${entity.title ?? 'name'} }\`, or take it out.`;
      for (const { key, from, to } of takenBy(call, entity)?.unknown ?? [])
        yield {
          element: call.id,
          at: (call.sendsShape === null ? null : placeWithin(call.sendsShape, from, to)) ?? call.at,
          message: `The call ${call.name} is sent ${key}, and nothing tells what that is of ${withArticle(entity.entity.name)}.`,
          next,
        };
      for (const { key } of givenBy(call, entity)?.unknown ?? [])
        yield {
          element: call.id,
          at: call.at,
          message: `The call ${call.name} gives ${key}, and nothing tells what that is of ${withArticle(entity.entity.name)}.`,
          next,
        };
    }
  },
});
