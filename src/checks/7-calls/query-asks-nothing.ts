import { resolveQueryName } from '../../model/lookups/call-query.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'query-asks-nothing',
  point: 7,
  severity: 'error',
  about: 'A name in the query of a call that is not a filter, so requests with it are refused.',
  *find({ entities }) {
    for (const { calls, schema, screens } of entities) {
      for (const { id, name: call, at: place, does, query, standing } of calls) {
        if (standing !== 'stated' || does.kind === 'outside' || does.kind === 'unknown' || does.kind === 'account')
          continue;
        const entity = schema.entities.get(does.entity);
        if (entity === undefined) continue;
        for (const { name, at } of query) {
          if (does.kind === 'list' && resolveQueryName(name, entity, screens) !== null) continue;
          const isList = does.kind === 'list';
          yield {
            element: id,
            at: at ?? place,
            message: isList
              ? `The call ${call} has the query parameter ${name}, which is not a filter for ${does.entity}.`
              : `The call ${call} has the query parameter ${name}, but only lists have query parameters.`,
            next: isList
              ? `Name a field of ${does.entity} that lists can be filtered by, or a filter of a screen that lists them; or remove ${name} from the query.`
              : `Remove ${name} from the query, or list it under Sends.`,
          };
        }
      }
    }
  },
});
