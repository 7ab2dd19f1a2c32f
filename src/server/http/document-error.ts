import type { Failure, Refusal } from '../../engine/core/refusal.ts';
import { type ErrorBody, errorBodyOf } from '../../engine/errors/error-body.ts';
import type { Json } from '../../fields/text/json.ts';
import { entityOfCall } from '../../model/lookups/call-record.ts';
import type { Call } from '../../model/types/model.ts';
import type { RefusedContext } from './answer.ts';
import { acceptsWholeRecords } from './whole-records.ts';

/**
 * Whether the request is answered as the document states it. The client's own endpoints, and clients that accept the
 * product's own media type, get problem details.
 */
export function answersInDocumentShape({ url, request }: RefusedContext): boolean {
  return request !== undefined && !url.pathname.startsWith('/_/') && !acceptsWholeRecords(request);
}

/** Returns the body of a refusal in the document's own shape; null if it states none. */
export function documentErrorBody(context: RefusedContext, refusal: Refusal): ErrorBody | null {
  const { version, runtime, request, url, sent, now = runtime.clock(), id = null } = context;
  const call = callOf(context);
  const answered = {
    entity: call === null ? null : entityOfCall(call),
    call: call?.name ?? null,
    method: request?.method ?? 'GET',
    path: url.pathname,
    origin: url.origin,
    now,
    id,
    sentAt: (path: Failure['path']) => valueAt(sent, path) ?? url.searchParams.get(path.join('.')) ?? undefined,
    dev: runtime.dev,
    forms: (call === null ? undefined : version.compiled.calls.get(call.id)?.options) ?? version.model.api.options,
  };
  return errorBodyOf(version.compiled, refusal, answered, call?.options.errorBody ?? null);
}

/** Returns the call of the document that a request is for; null if it is for none. */
export function callOf({ version, request, route }: RefusedContext): Call | null {
  const method = request?.method === 'HEAD' ? 'GET' : request?.method;
  return version.model.calls.find((call) => call.path === route && call.method === method) ?? null;
}

function valueAt(body: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  let value: Json | undefined = body;
  for (const part of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined;
    value = (value as { readonly [name: string]: Json })[part];
  }
  return value;
}
