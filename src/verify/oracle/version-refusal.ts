import type { Match, Refused } from '../evaluator/world.ts';
import { callOf } from '../oracle-rules/draft.ts';
import { type RequestContext, refusal } from '../oracle-rules/request-context.ts';

/** Returns the refusal of a tag that is missing or out of date. `call`: the call, which may state that none is needed. */
export function versionRefusal(context: RequestContext, match: Match, call: string | null = null): Refused | null {
  const { model } = context;
  const stated = callOf(context, call)?.options.ifMatch ?? (call === null ? null : model.api.options.ifMatch);
  if (stated === 'not used' || (stated === 'optional' && match === 'none')) return null;
  if (match === 'none') return refusal(model, 'PRECONDITION_REQUIRED');
  return match === 'stale' ? refusal(model, 'CHANGED_MEANWHILE') : null;
}
