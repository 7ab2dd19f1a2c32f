import { isHiddenCall } from '../../model/lookups/call-options.ts';
import type { Call } from '../../model/types/model.ts';
import { standardAnswer } from '../http/answer.ts';
import { acceptsWholeRecords } from '../http/whole-records.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/** Answers as if the path had no such call if the document hides it from others than the product's own pages. */
export function refuseHiddenCall(context: RequestContext, call: Call): Response | null {
  const { model } = context.version;
  if (!isHiddenCall(model, call) || acceptsWholeRecords(context.request)) return null;
  const stated = model.calls.filter((other) => !isHiddenCall(model, other) && shapeOf(other) === shapeOf(call));
  if (stated.length === 0) return standardAnswer(context, 'NOT_FOUND', { entity: 'page' });
  const methods = stated.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method]));
  return standardAnswer(context, 'METHOD_NOT_ALLOWED', {}, { allow: [...new Set([...methods, 'OPTIONS'])].sort() });
}

/** Paths that differ in the names of their parameters alone are one path. */
const shapeOf = ({ path }: Call): string => path.replaceAll(/:[^/]+/g, ':');
