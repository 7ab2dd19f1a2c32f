import { statedCallers } from '../../model/lookups/call-refusals.ts';
import { roleNamed } from '../evaluator/names.ts';
import type { Refused } from '../evaluator/world.ts';
import { callOf } from './draft.ts';
import { namesIn, type RequestContext, refusal } from './request-context.ts';

/** Returns the refusal of a person for whom the call is not; null if it is for them. */
export function callerRefusal(context: RequestContext, id: string | null): Refused | null {
  const call = callOf(context, id);
  if (call === null) return null;
  const { model, person, roles } = context;
  const stated = call.options.allowedFor ?? model.api.options.allowedFor;
  const signedOut = person === null ? refusal(model, 'NOT_SIGNED_IN') : null;
  if (stated === null) {
    const condition = call.where?.tree ?? null;
    return condition !== null && namesIn(condition).includes('me') ? signedOut : null;
  }
  const callers = statedCallers(stated, { has: (name) => roleNamed(model, name) !== null });
  const isAllowed =
    callers.isForAnyone ||
    (callers.isForSignedIn && person !== null) ||
    callers.roles.some((role) => roles.includes(role));
  return isAllowed ? null : (signedOut ?? refusal(model, 'NOT_ALLOWED'));
}
