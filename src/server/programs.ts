import { hashOfToken } from './hash.ts';
import type { Runtime } from './runtime.ts';

/** What every token of a program begins with, so that people and scanners know one when they see it. */
export const PROGRAM_PREFIX = 'ninefold_';

const noted = 10 * 60_000;

/** The token that a program sends; null where it is a browser that asks, whatever a proxy before it adds. */
export const bearerOf = (request: Request): string | null =>
  /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null;

/** The id of the person for whom a program with this token acts; null where it is unknown, ended or too old. */
export async function programOf({ store }: Runtime, token: string, now: number): Promise<string | null> {
  if (!token.startsWith(PROGRAM_PREFIX)) return null;
  const name = hashOfToken(token);
  const key = await store.keys.find('program', name, now);
  if (key === null) return null;
  if (now - key.used > noted) await store.keys.touch('program', name, now);
  return key.person;
}
