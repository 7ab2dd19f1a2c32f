import type { Json } from '../../engine/core/intent.ts';
import { authenticatedPerson, sessionOf } from '../auth/authenticate.ts';
import { jsonIn, type ReadResult, type Unreadable } from '../http/body.ts';
import { loadPrincipal } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/**
 * The asking by the document that runs now. While a write was on its way another version may have come in force, and
 * the person may hold other roles.
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

/** A body with the asking as it stands once all of the body is there, or why there is none. */
export type ReadBody<T> =
  | { readonly ok: true; readonly value: T; readonly context: RequestContext }
  | ({ readonly ok: false } & Unreadable);

/** Milliseconds for which the answer of a database that is far away holds. */
const REFRESH_AFTER_MS = 100;

/**
 * Reads a body, then looks up anew who asks and which document runs. A body may be on its way for a minute: meanwhile
 * access may have ended and roles may have changed. Whoever was signed in before it and is not after it sent nothing.
 */
export async function readBodyAndRefresh<T>(
  initial: RequestContext,
  read: (request: Request) => Promise<ReadResult<T>>,
): Promise<ReadBody<T>> {
  const startedAt = performance.now();
  const body = await read(initial.request);
  if (!body.ok) return body;
  const isRecent = initial.runtime.store.keys.isFar && performance.now() - startedAt < REFRESH_AFTER_MS;
  const asking =
    isRecent || initial.principal.row === null ? await latestVersion(initial) : await reauthenticate(initial);
  return asking === null ? { ok: false, wrong: 'signed out' } : { ...body, context: asking };
}

/** The JSON of a request; see `readSent`. */
export const readJson = (initial: RequestContext): Promise<ReadBody<Json>> => readBodyAndRefresh(initial, jsonIn);

/** By whom a request was let in holds now; null where nobody is let in by it any more. */
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
