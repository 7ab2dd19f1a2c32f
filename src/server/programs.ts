import { hashOfToken } from './hash.ts';
import type { Runtime } from './runtime.ts';

/** What every token of a program begins with, so that people and scanners know one when they see it. */
export const PROGRAM_PREFIX = 'ninefold_';

const noted = 10 * 60_000;

/** The token that a program sends; null where it is a browser that asks, whatever a proxy before it adds. */
export const bearerOf = (request: Request): string | null =>
  /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

/** The id of the person for whom a program with this token acts; null where it is unknown, ended or too old. */
export async function programOf(runtime: Runtime, token: string, now: number): Promise<string | null> {
  const key = await keyOf(runtime, token, now);
  if (key !== null && now - key.used > noted) await runtime.store.keys.touch('program', key.name, now);
  return key?.person ?? null;
}

/** The same for a program that does nothing itself: it does not count as being at work. */
export const programStanding = async (runtime: Runtime, token: string, now: number): Promise<string | null> =>
  (await keyOf(runtime, token, now))?.person ?? null;

const keyOf = async ({ store }: Runtime, token: string, now: number) =>
  token.startsWith(PROGRAM_PREFIX) ? store.keys.find('program', hashOfToken(token), now) : null;
