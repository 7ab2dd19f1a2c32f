import type { Keyring } from '../../store/core/keyring.ts';
import { hashOfToken, randomToken } from './document-hash.ts';

/**
 * Who is signed in, by opaque random tokens. Only hashes of them are kept, so that a session can be ended at once on
 * every server over the same data, and nothing on disk lets anybody in.
 */
export interface Sessions {
  /** A new token for this person; `device` is what they will know it by. */
  readonly open: (person: string, now: number, device?: string) => Promise<string>;
  /** What a token stands for. */
  readonly find: (token: string) => Session;
  readonly close: (token: string) => Promise<void>;
}

/** What is asked of one token. */
export interface Session {
  /** Whose it is, or null. `length` is how long a session lasts at most, where the document says so. */
  readonly person: (now: number, length?: number | null) => Promise<string | null>;
  /** The same for somebody who does nothing themselves: it does not count as use. */
  readonly personWithoutUse: Session['person'];
  /** Whose the token was when it was last looked up far away, however long ago: nothing to believe, but good to begin with. */
  readonly cachedPerson: () => string | null;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const longest = 30 * day;
const longestIdle = 7 * day;
/** When it was last used is noted this often: a session that is read a thousand times a minute is not written so. */
const useInterval = 10 * minute;

/** Tokens beyond which nothing is expected of those that were met first. */
const MAX_KNOWN_PERSONS = 10_000;

/** `hash`: what is kept of a token. */
export function createSessions(keys: Keyring, hash = hashOfToken): Sessions {
  const knownPersons = new Map<string, string>();
  const valid = async (name: string, now: number, length: number | null) => {
    const session = await keys.find('session', name, now);
    if (session === null) return null;
    const isOver = now - session.made > Math.min(length ?? longest, longest) || now - session.used > longestIdle;
    return isOver ? null : session;
  };
  const find = async (name: string, now: number, length: number | null): Promise<string | null> => {
    const session = await valid(name, now, length);
    if (session === null) return null;
    if (now - session.used > useInterval) await keys.touch('session', name, now);
    if (knownPersons.size >= MAX_KNOWN_PERSONS) knownPersons.clear();
    if (keys.isFar) knownPersons.set(name, session.person);
    return session.person;
  };
  return {
    open: async (person, now, device = '') => {
      const token = randomToken();
      const name = hash(token);
      await keys.put({ kind: 'session', name, person, value: device, made: now, used: now, expires: now + longest });
      return token;
    },
    find: (token) => {
      const name = hash(token);
      return {
        person: (now, length = null) => find(name, now, length),
        personWithoutUse: async (now, length = null) => (await valid(name, now, length))?.person ?? null,
        cachedPerson: () => (keys.isFar ? (knownPersons.get(name) ?? null) : null),
      };
    },
    close: async (token) => {
      await keys.remove('session', hash(token), null);
    },
  };
}

/** The value of a cookie of this name, or null. Of two the first counts. */
export function cookieOf(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

const isSecure = ({ protocol }: URL): boolean => protocol === 'https:';

/** Cookies don't tell ports apart, so that the name must; a secure one belongs to this very host, whatever else is served beside. */
export const cookieName = (url: URL): string =>
  isSecure(url) ? '__Host-ninefold' : `ninefold-${url.port === '' ? '80' : url.port}`;

const attributes = (url: URL): string => `Path=/; HttpOnly; SameSite=Lax${isSecure(url) ? '; Secure' : ''}`;

export const sessionCookie = (url: URL, token: string): string => `${cookieName(url)}=${token}; ${attributes(url)}`;

export const endedCookie = (url: URL): string => `${cookieName(url)}=; ${attributes(url)}; Max-Age=0`;

/** The cookie of a browser that is on its way to a provider of sign-in and back. */
export const providerCookieName = (url: URL): string => `${cookieName(url)}-way`;

export const providerCookie = (url: URL, token: string, seconds: number): string =>
  `${providerCookieName(url)}=${token}; ${attributes(url)}; Max-Age=${seconds}`;

/** The cookie of a device on which somebody has signed in; it stays when they sign out. */
export const deviceCookieName = (url: URL): string => `${cookieName(url)}-device`;

export const deviceCookie = (url: URL, token: string, seconds: number): string =>
  `${deviceCookieName(url)}=${token}; ${attributes(url)}; Max-Age=${seconds}`;

export const endedProviderCookie = (url: URL): string => providerCookie(url, '', 0);
