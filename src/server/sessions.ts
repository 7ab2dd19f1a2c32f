import { hashOfToken, randomToken } from './hash.ts';

/**
 * Who is signed in, by opaque random tokens. Only hashes of them are kept, in memory: a session can be ended at
 * once, nothing on disk lets anybody in, and a restart signs everybody out, which in development costs one click.
 */
export interface Sessions {
  /** A new token for this person. */
  readonly open: (person: string, now: number) => string;
  /** The person of a token, or null. `length` is how long a session lasts at most, where the document says so. */
  readonly personOf: (token: string, now: number, length?: number | null) => string | null;
  readonly close: (token: string) => void;
  /** Ends all sessions of a person, as a change of their authority does. */
  readonly closeAllOf: (person: string) => void;
}

const day = 24 * 3_600_000;
const longest = 30 * day;
const longestIdle = 7 * day;
const mostSessions = 10_000;

export function createSessions(): Sessions {
  const sessions = new Map<string, { readonly person: string; readonly opened: number; used: number }>();
  return {
    open: (person, now) => {
      const token = randomToken();
      sessions.set(hashOfToken(token), { person, opened: now, used: now });
      const oldest = sessions.keys().next();
      if (sessions.size > mostSessions && !oldest.done) sessions.delete(oldest.value);
      return token;
    },
    personOf: (token, now, length = null) => {
      const session = sessions.get(hashOfToken(token));
      if (session === undefined) return null;
      if (now - session.opened > Math.min(length ?? longest, longest) || now - session.used > longestIdle) return null;
      session.used = now;
      return session.person;
    },
    close: (token) => void sessions.delete(hashOfToken(token)),
    closeAllOf: (person) => {
      for (const [key, session] of sessions) if (session.person === person) sessions.delete(key);
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

/** Cookies don't tell ports apart, so that the name must. */
export const cookieName = (url: URL): string => `ninefold-${url.port === '' ? '80' : url.port}`;

export const sessionCookie = (url: URL, token: string): string =>
  `${cookieName(url)}=${token}; Path=/; HttpOnly; SameSite=Lax`;

export const endedCookie = (url: URL): string => `${cookieName(url)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`;
