import type { CompiledCall } from '../../engine/compiled/compiled-model.ts';
import type { Intent } from '../../engine/core/intent.ts';
import { ifMatchOf } from '../http/answer.ts';
import { acceptsWholeRecords } from '../http/whole-records.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/** Returns how the call is answered; undefined if the client gets and sends whole records, or no call is asked. */
export function contractOf(context: RequestContext, call: string | null): CompiledCall | undefined {
  return call === null || acceptsWholeRecords(context.request) ? undefined : context.version.compiled.calls.get(call);
}

/** Returns the ETag that the write is compared with; undefined if it is missing but required, null if none is needed. */
export function matchFor(context: RequestContext, call: string | null): string | null | undefined {
  const sent = ifMatchOf(context.request);
  const stated = call === null ? null : (context.version.compiled.calls.get(call)?.options.ifMatch ?? null);
  // The client always sends the tag of the record that it shows.
  if (stated === 'not used' && !acceptsWholeRecords(context.request)) return null;
  return stated === 'optional' || stated === 'not used' ? (sent ?? null) : sent;
}

/** Returns the intent with what its call states about the members and values of a body. */
export function withBodyRules(context: RequestContext, intent: Intent): Intent {
  if (intent.kind === 'delete' || intent.kind === 'restore') return intent;
  const rules = contractOf(context, intent.call)?.options;
  if (rules === undefined) return intent;
  const { absentMembers, nullMembers, emptyTexts, memberRules, times, decimals } = rules;
  const isStated = [absentMembers, nullMembers, emptyTexts, memberRules, times, decimals].some((rule) => rule !== null);
  return isStated ? { ...intent, rules } : intent;
}
