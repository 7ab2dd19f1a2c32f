import type { Json } from '../../engine/core/intent.ts';
import { authenticatedPerson, sessionOf } from '../auth/authenticate.ts';
import { jsonIn, type Read, type Unreadable } from '../http/body.ts';
import { personOf } from '../runtime/persons.ts';
import type { RequestContext } from '../runtime/request-context.ts';

/**
 * The asking by the document that runs now. While a write was on its way another version may have come in force, and
 * the person may hold other roles.
 */
export async function latestVersion(asking: RequestContext): Promise<RequestContext> {
  const version = asking.runtime.spoken(asking.request);
  if (version === asking.version) return asking;
  return { ...asking, version, who: await personOf(asking.runtime, version, asking.who.row?.id ?? null) };
}

/** A body with the asking as it stands once all of the body is there, or why there is none. */
export type Sent<T> =
  | { readonly ok: true; readonly value: T; readonly asking: RequestContext }
  | ({ readonly ok: false } & Unreadable);

/** Milliseconds for which the answer of a database that is far away holds. */
const HOLDS = 100;

/**
 * Reads a body, then looks up anew who asks and which document runs. A body may be on its way for a minute: meanwhile
 * access may have ended and roles may have changed. Whoever was signed in before it and is not after it sent nothing.
 */
export async function readSent<T>(
  asked: RequestContext,
  read: (request: Request) => Promise<Read<T>>,
): Promise<Sent<T>> {
  const begun = performance.now();
  const body = await read(asked.request);
  if (!body.ok) return body;
  const isRecent = asked.runtime.store.keys.isFar && performance.now() - begun < HOLDS;
  const asking = isRecent || asked.who.row === null ? await latestVersion(asked) : await freshAsking(asked);
  return asking === null ? { ok: false, wrong: 'signed out' } : { ...body, asking };
}

/** The JSON of a request; see `readSent`. */
export const readJson = (asked: RequestContext): Promise<Sent<Json>> => readSent(asked, jsonIn);

/** By whom a request was let in holds now; null where nobody is let in by it any more. */
async function freshAsking(asked: RequestContext): Promise<RequestContext | null> {
  const { runtime, request } = asked;
  const asking = { ...asked, version: runtime.spoken(request), now: runtime.clock() };
  const who = await personOf(runtime, asking.version, await authenticatedPerson(asking, sessionOf(asking)));
  return who.row === null ? null : { ...asking, who };
}
