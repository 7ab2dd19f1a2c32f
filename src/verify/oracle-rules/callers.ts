import { roleNamed } from '../evaluator/names.ts';
import type { Row } from '../evaluator/value.ts';
import type { Refused, Stored } from '../evaluator/world.ts';
import { callOf } from './draft.ts';
import { may } from './permissions.ts';
import { certainlyHolds, namesIn, type RequestContext, refusal, rowOf } from './request-context.ts';

/** Whether a record meets the condition of a call: `list Task where`. */
export const meetsCall = (context: RequestContext, id: string | null, row: Row): boolean =>
  certainlyHolds(context, callOf(context, id)?.where ?? null, row);

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

/** Returns a record that the person may read and that meets the condition of the call. */
export function readableStored(
  context: RequestContext,
  entity: string,
  id: string,
  call: string | null = null,
): Stored | null {
  const stored = context.world.get(id);
  if (stored === undefined || stored.entity !== entity) return null;
  const row = rowOf(context.model, stored);
  return may(context, 'read', row) && meetsCall(context, call, row) ? stored : null;
}
