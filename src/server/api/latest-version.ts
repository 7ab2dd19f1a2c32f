import type { Json } from '../../engine/core/intent.ts';
import { formInput } from '../../engine/input/form-input.ts';
import { takesBody } from '../../model/lookups/call-options.ts';
import type { BodyFormat, Call } from '../../model/types/call.ts';
import { authenticatedPerson, sessionOf } from '../auth/authenticate.ts';
import { jsonIn, type ReadResult, type Unreadable } from '../http/body.ts';
import { formIn, isForm } from '../http/form-body.ts';
import { loadPrincipal } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { contractOf } from './contract.ts';

/**
 * Returns the context with the running version of the document and the principal's roles in it. Both may have changed
 * since the request began.
 */
export async function latestVersion(context: RequestContext): Promise<RequestContext> {
  const version = context.runtime.versionFor(context.request);
  if (version === context.version) return context;
  return {
    ...context,
    version,
    principal: await loadPrincipal(context.runtime, version, context.principal.row?.id ?? null),
  };
}

/** A body with the context refreshed after it arrived, or why it can't be read. */
export type ReadBody<T> =
  | { readonly ok: true; readonly value: T; readonly context: RequestContext }
  | ({ readonly ok: false } & Unreadable);

/**
 * Reads a body, then authenticates again and takes the running document. A body may take a minute to arrive; meanwhile
 * access may have been revoked or roles changed. If the sender was signed in before and is not any more, the result is
 * `signed out`.
 */
export async function readBodyAndRefresh<T>(
  initial: RequestContext,
  read: (request: Request) => Promise<ReadResult<T>>,
): Promise<ReadBody<T>> {
  const body = await read(initial.request);
  if (!body.ok) return body;
  const asking = initial.principal.row === null ? await latestVersion(initial) : await reauthenticate(initial);
  return asking === null ? { ok: false, wrong: 'signed out' } : { ...body, context: asking };
}

/** Reads the JSON body of a request; see `readBodyAndRefresh`. */
export async function readJson(initial: RequestContext): Promise<ReadBody<Json>> {
  const body = await readBodyAndRefresh(initial, jsonIn);
  return body.ok ? { ...body, context: { ...body.context, sent: body.value } } : body;
}

/**
 * Reads the members that a request of a call sends, as JSON or as a form if the call takes one; see
 * `readBodyAndRefresh`. A form becomes the JSON body with the same members.
 */
export async function readMembers(initial: RequestContext, { id }: Pick<Call, 'id'>): Promise<ReadBody<Json>> {
  const { request } = initial;
  const stated = contractOf(initial, id);
  const takes = (format: BodyFormat): boolean =>
    stated === undefined ? format === 'JSON' : takesBody(stated.options, stated.call, format);
  if (!isForm(request) || !takes('form'))
    return takes('JSON') || !request.headers.has('content-type')
      ? readJson(initial)
      : { ok: false, wrong: 'media type' };
  const body = await readBodyAndRefresh(initial, formIn);
  if (!body.ok) return body;
  const call = contractOf(body.context, id);
  if (call === undefined) return { ok: false, wrong: 'media type' };
  const read = formInput(call, body.context.version.compiled.schema, body.value);
  if ('reason' in read) return { ok: false, wrong: 'malformed', ...read };
  return { ...body, value: read.value, context: { ...body.context, sent: read.value } };
}

/** Authenticates the request again; null if it no longer gives access. */
async function reauthenticate(initial: RequestContext): Promise<RequestContext | null> {
  const { runtime, request } = initial;
  const context = { ...initial, version: runtime.versionFor(request), now: runtime.clock() };
  const principal = await loadPrincipal(
    runtime,
    context.version,
    await authenticatedPerson(context, sessionOf(context)),
  );
  return principal.row === null ? null : { ...context, principal };
}
