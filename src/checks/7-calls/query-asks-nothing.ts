import { resolveQueryName } from '../../model/lookups/call-query.ts';
import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'query-asks-nothing',
  point: 7,
  severity: 'error',
  about: 'A name in the query of a call that asks for nothing, so that whoever sends it is refused.',
  *findIn({ calls, schema, screens }) {
    for (const { id, name: call, at: place, does, query, standing } of calls) {
      if (standing !== 'stated' || does.kind === 'outside' || does.kind === 'unknown') continue;
      const entity = schema.entities.get(does.entity);
      if (entity === undefined) continue;
      for (const { name, at } of query) {
        if (does.kind === 'list' && resolveQueryName(name, entity, screens) !== null) continue;
        const isList = does.kind === 'list';
        yield {
          element: id,
          at: at ?? place,
          message: isList
            ? `The call ${call} is asked with ${name}, and nothing tells what that asks of ${withArticle(does.entity)}.`
            : `The call ${call} is asked with ${name}, and only a list is asked for something in its address.`,
          next: isList
            ? `Name a field of ${does.entity} that a list can be asked for, or a filter of a screen that lists them; else take ${name} out of the query.`
            : `Take ${name} out of the query, or list it under Sends.`,
        };
      }
    }
  },
});
