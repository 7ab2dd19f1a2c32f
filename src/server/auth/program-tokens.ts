import { hashOfToken } from '../core/document-hash.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** What every token of a program begins with, so that people and scanners know one when they see it. */
export const PROGRAM_PREFIX = 'ninefold_';

const USE_INTERVAL = 10 * 60_000;

/** The token that a program sends; null where it is a browser that asks, whatever a proxy before it adds. */
export const bearerOf = (request: Request): string | null =>
  /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

/** Name and password of HTTP Basic authentication, which `curl --user` sends; null if there is none. */
export function basicOf(request: Request): { readonly name: string; readonly password: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (encoded === undefined) return null;
  const bytes = Uint8Array.from(atob(encoded), (each) => each.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  const end = text.lastIndexOf(':');
  return end < 0 ? null : { name: text.slice(0, end), password: text.slice(end + 1) };
}

/** The id of the person for whom a program with this token acts; null where it is unknown, ended or too old. */
export async function personOfProgram(runtime: Runtime, token: string, now: number): Promise<string | null> {
  const key = await keyOf(runtime, token, now);
  if (key !== null && now - key.used > USE_INTERVAL) await runtime.store.keys.touch('program', key.name, now);
  return key?.person ?? null;
}

/** The same for a program that does nothing itself: it does not count as being at work. */
export const personOfProgramWithoutUse = async (runtime: Runtime, token: string, now: number): Promise<string | null> =>
  (await keyOf(runtime, token, now))?.person ?? null;

const keyOf = async ({ store }: Runtime, token: string, now: number) =>
  token.startsWith(PROGRAM_PREFIX) ? store.keys.find('program', hashOfToken(token), now) : null;
