import { refuseParameter } from '../../engine/errors/parameter-refusal.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { refusedAnswer, standardAnswer } from './answer.ts';

/** Returns the query parameters, or the refusal of the first one that is unknown or repeated. */
export function readQuery(context: RequestContext, known: readonly string[]): ReadonlyMap<string, string> | Response {
  const query = new Map<string, string>();
  for (const [name, value] of context.url.searchParams) {
    if (!known.includes(name)) return standardAnswer(context, 'UNKNOWN_PARAMETER', { parameter: name });
    if (query.has(name))
      return refusedAnswer(context, refuseParameter(context.version.compiled, name, 'is given twice'));
    query.set(name, value);
  }
  return query;
}
