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
  const isAllowed = stated.some(({ name }) => {
    if (roleNamed(model, name) !== null) return roles.includes(name);
    const word = name.toLowerCase();
    return word === 'anyone' || (word === 'signed in' && person !== null);
  });
  return isAllowed ? null : (signedOut ?? refusal(model, 'NOT_ALLOWED'));
}
