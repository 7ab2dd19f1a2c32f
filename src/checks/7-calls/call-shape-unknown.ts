import { givenBy, takenBy } from '../../model/call-shape.ts';
import type { EntitySchema } from '../../model/schema.ts';
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
      for (const { key, from, to, of } of takenBy(call, entity, schema.entities)?.unknown ?? [])
        yield {
          element: call.id,
          at: (call.sendsShape === null ? null : placeWithin(call.sendsShape, from, to)) ?? call.at,
          message: `The call ${call.name} is sent ${key}, and nothing tells what that is of ${withArticle(of.entity.name)}.`,
          next: nextFor(of),
        };
      for (const { key, of } of givenBy(call, entity, schema.entities)?.unknown ?? [])
        yield {
          element: call.id,
          at: call.at,
          message: `The call ${call.name} gives ${key}, and nothing tells what that is of ${withArticle(of.entity.name)}.`,
          next: nextFor(of),
        };
    }
  },
});

function nextFor({ entity, title }: EntitySchema): string {
  const name = title ?? 'name';
  return `Name a field of ${entity.name} behind the colon, as in \`{ "${name}": ${name} }\`, or take it out.`;
}
