import type { Keyring } from '../../store/core/keyring.ts';
import { hashOfToken, randomToken } from './document-hash.ts';

/**
 * Sessions by opaque random tokens. Only hashes of tokens are stored: a session can be ended at once on all servers
 * over the same data, and stored data can't be used to sign in.
 */
export interface Sessions {
  /** Opens a session and returns its token. `device` is how people recognise the session in a list. */
  readonly open: (person: string, now: number, device?: string) => Promise<string>;
  /** Returns the session of a token. */
  readonly find: (token: string) => Session;
  readonly close: (token: string) => Promise<void>;
}

/** One session, by its token. */
export interface Session {
  /**
   * Returns the person's id; null if the session is over. `length`: maximum duration in milliseconds, if the document
   * states one. Notes that the session was used.
   */
  readonly person: (now: number, length?: number | null) => Promise<string | null>;
  /** Like `person`, but does not count as use. */
  readonly personWithoutUse: Session['person'];
}

const minute = 60_000;
const day = 24 * 60 * minute;
const longest = 30 * day;
const longestIdle = 7 * day;
/** The last use is stored at most this often, so that frequent reads cause few writes. */
const useInterval = 10 * minute;

/** Creates the sessions over the stored keys. `hash` is the function that hashes tokens. */
export function createSessions(keys: Keyring, hash = hashOfToken): Sessions {
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
      };
    },
    close: async (token) => {
      await keys.remove('session', hash(token), null);
    },
  };
}

/** Returns the value of a cookie; null if it is missing. The first of several counts. */
export function cookieOf(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

const isSecure = ({ protocol }: URL): boolean => protocol === 'https:';

/**
 * Returns the name of the session cookie. It contains the port, because cookies do not distinguish ports. A secure
 * cookie is bound to the exact host (`__Host-`).
 */
export const cookieName = (url: URL): string =>
  isSecure(url) ? '__Host-ninefold' : `ninefold-${url.port === '' ? '80' : url.port}`;

const attributes = (url: URL): string => `Path=/; HttpOnly; SameSite=Lax${isSecure(url) ? '; Secure' : ''}`;

export const sessionCookie = (url: URL, token: string, name = cookieName(url)): string =>
  `${name}=${token}; ${attributes(url)}`;

export const endedCookie = (url: URL, name = cookieName(url)): string => `${name}=; ${attributes(url)}; Max-Age=0`;

/** The cookie that ties a browser to its sign-in at a provider. */
export const providerCookieName = (url: URL): string => `${cookieName(url)}-way`;

export const providerCookie = (url: URL, token: string, seconds: number): string =>
  `${providerCookieName(url)}=${token}; ${attributes(url)}; Max-Age=${seconds}`;

/** The cookie of a device on which a person has signed in. It stays after signing out. */
export const deviceCookieName = (url: URL): string => `${cookieName(url)}-device`;

export const deviceCookie = (url: URL, token: string, seconds: number): string =>
  `${deviceCookieName(url)}=${token}; ${attributes(url)}; Max-Age=${seconds}`;

export const endedProviderCookie = (url: URL): string => providerCookie(url, '', 0);
