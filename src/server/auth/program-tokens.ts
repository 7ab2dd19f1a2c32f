import { hashOfToken } from '../core/document-hash.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** The prefix of program tokens, by which people and secret scanners recognise them. */
export const PROGRAM_PREFIX = 'ninefold_';

const USE_INTERVAL = 10 * 60_000;

/** Returns the bearer token of a request; null if there is none, as in requests from browsers. */
export const bearerOf = (request: Request): string | null =>
  /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

/** Returns the name and password of HTTP Basic authentication, which `curl --user` sends; null if there are none. */
export function basicOf(request: Request): { readonly name: string; readonly password: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (encoded === undefined) return null;
  const bytes = Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  const end = text.lastIndexOf(':');
  return end < 0 ? null : { name: text.slice(0, end), password: text.slice(end + 1) };
}

/**
 * Returns the id of the person for whom a program acts; null if its token is unknown, revoked or expired. Notes that
 * the token was used.
 */
export async function personOfProgram(runtime: Runtime, token: string, now: number): Promise<string | null> {
  const key = await keyOf(runtime, token, now);
  if (key !== null && now - key.used > USE_INTERVAL) await runtime.store.keys.touch('program', key.name, now);
  return key?.person ?? null;
}

/** Like `personOfProgram`, but does not count as use. */
export const personOfProgramWithoutUse = async (runtime: Runtime, token: string, now: number): Promise<string | null> =>
  (await keyOf(runtime, token, now))?.person ?? null;

const keyOf = async ({ store }: Runtime, token: string, now: number) =>
  token.startsWith(PROGRAM_PREFIX) ? store.keys.find('program', hashOfToken(token), now) : null;
