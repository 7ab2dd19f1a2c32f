import type { Callers } from '../../model/lookups/call-refusals.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';

/**
 * Returns the refusal if the call is not for the principal's roles; null if it is, or if no call is used. Permissions
 * are decided separately.
 */
export function refuseCaller(model: CompiledModel, principal: Principal, call: string | null): Refusal | null {
  const callers = call === null ? null : (model.calls.get(call)?.callers ?? null);
  if (callers === null || isAmong(callers, principal)) return null;
  if (principal.row === null) return refuse(model, 'NOT_SIGNED_IN');
  const labels = callers.roles.map((name) => model.schema.roles.get(name)?.label ?? name);
  const who = labels.length === 0 ? model.sentences.somebody : model.format.choice(labels);
  return refuse(model, 'NOT_ALLOWED', { who }, call === null ? [] : [call]);
}

function isAmong({ isForAnyone, isForSignedIn, roles }: Callers, { row, roles: own }: Principal): boolean {
  return isForAnyone || (isForSignedIn && row !== null) || roles.some((role) => own.has(role));
}

/** Returns whether the call is for people with these roles. Whoever has a role that is not for guests is signed in. */
export function isCallForRoles(model: CompiledModel, { row, roles }: Principal, call: string): boolean {
  const callers = model.calls.get(call)?.callers ?? null;
  const isSignedIn = row !== null || [...roles].some((role) => !model.guestRoles.includes(role));
  return callers === null || (callers.isForSignedIn && isSignedIn) || isAmong(callers, { row, roles });
}
