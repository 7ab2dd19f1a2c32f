import { queryInputsOf } from '../../expressions/shapes/query-inputs.ts';
import { CURRENT_PASSWORD } from '../../expressions/shapes/shape-types.ts';
import { entityOfCall } from '../../model/lookups/call-record.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'password-in-query',
  point: 7,
  severity: 'warning',
  about: 'A call that takes a password from its query, where others can read it.',
  *find({ model, schema }) {
    for (const call of model.calls) {
      const { id, name, query, method, at } = call;
      const entity = schema.entities.get(entityOfCall(call) ?? '');
      if (entity === undefined) continue;
      for (const { parameter, field, type } of queryInputsOf(call, entity, schema)) {
        if (type.kind !== 'password' && field !== CURRENT_PASSWORD) continue;
        yield {
          element: id,
          at: query.find((each) => each.name === parameter)?.at ?? at,
          message: `The call ${name} states a password in its query, as ${parameter}: browsers and proxies keep addresses in histories and logs.`,
          next: `Remove ${parameter} from the query and list it under Sends${method === 'GET' ? ' of a POST' : ''}, unless a given contract demands the query.`,
        };
      }
    }
  },
});
