import { queryInputsOf, takesInputs, takesQueryInputs } from '../../expressions/shapes/query-inputs.ts';
import { CURRENT_PASSWORD } from '../../expressions/shapes/shape-types.ts';
import { resolveQueryName } from '../../model/lookups/call-query.ts';
import { entityOfCall } from '../../model/lookups/call-record.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import { whyNotAccepted } from '../lookups/call-inputs.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'query-asks-nothing',
  point: 7,
  severity: 'error',
  about: 'A name in the query of a call that is no filter and no input, so requests with it are refused.',
  *find({ model, schema }) {
    for (const call of model.calls) {
      const { id, at: place, query, standing } = call;
      if (standing !== 'stated' || query.length === 0) continue;
      const entity = schema.entities.get(entityOfCall(call) ?? '');
      if (entity === undefined) continue;
      for (const { name, at } of query) {
        const problem = problemOf(call, name, entity, schema);
        if (problem !== null) yield { element: id, at: at ?? place, ...problem };
      }
    }
  },
});

interface Problem {
  readonly message: string;
  readonly next: string;
}

/** Returns why a name in the query of a call has no effect; null if it has one. */
function problemOf(call: Call, parameter: string, entity: EntitySchema, schema: Schema): Problem | null {
  const { name, does, method, parameters } = call;
  const of = entity.entity.name;
  const what = `The call ${name} has the query parameter ${parameter}`;
  if (does.kind === 'list') {
    if (resolveQueryName(parameter, entity, schema.model.screens) !== null) return null;
    return {
      message: `${what}, which is not a filter for ${of}.`,
      next: `Name a field of ${of} that lists can be filtered by, or a filter of a screen that lists them; or remove ${parameter} from the query.`,
    };
  }
  if (parameters.some((row) => row.name === parameter)) return null;
  if (!takesInputs(call))
    return {
      message: `${what}, but only lists and calls that take inputs have query parameters.`,
      next: `Remove ${parameter} from the query.`,
    };
  if (!takesQueryInputs(call))
    return {
      message: `${what}, but ${method} takes inputs only to sign in.`,
      next: `Write another method than ${method}, such as POST.`,
    };
  const input = queryInputsOf(call, entity, schema).find((each) => each.parameter === parameter);
  if (input === undefined)
    return {
      message: `${what}, which is no field of ${of} that a query can state.`,
      next: `Name a field of ${of} with one value or a list of texts, or a member of the body that the call states; or remove ${parameter} from the query.`,
    };
  const isWriting = does.kind === 'create' || does.kind === 'change' || does.kind === 'event';
  const why = input.field === CURRENT_PASSWORD || !isWriting ? null : whyNotAccepted({ does, entity }, input.field);
  if (why === null) return null;
  return {
    message: `${what}, but ${why}.`,
    next:
      does.kind === 'event'
        ? `Remove ${parameter} from the query, or write “ask ${input.field}” under Then of the event.`
        : `Remove ${parameter} from the query, or change ${input.field} in point 3 so that people fill it in.`,
  };
}
