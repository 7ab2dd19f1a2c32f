import type { Call } from '../../model/types/model.ts';
import { rateOfCall } from '../core/rate-limit.ts';
import { tooManyRequests } from '../http/answer.ts';
import { rateKeyOf } from '../runtime/rate-key.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/** Counts a request to a call. Returns the refusal if its caller sent more than the document states; otherwise null. */
export async function refuseByRate(context: RequestContext, call: Call): Promise<Response | null> {
  const { runtime, version, principal, address, now } = context;
  const limit = rateOfCall(call, version.model.api);
  if (limit === null) return null;
  const key = rateKeyOf(principal.row?.id ?? null, address);
  const wait = await runtime.rateLimit(`${limit.name} ${key}`, limit.rate, now);
  return wait === null ? null : tooManyRequests(context, wait, [call.id]);
}
