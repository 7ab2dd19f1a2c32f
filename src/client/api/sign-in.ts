import { forgetAll } from '../offline/device.ts';
import { request } from './request.ts';

/** How people sign in here. */
export interface SignInWays {
  /** What the field is called that they sign in with. */
  readonly name: string;
  readonly password: boolean;
  /** Whether a link to choose a password can be sent. */
  readonly letters: boolean;
  readonly passkeys: boolean;
  /** What the provider is called with whom people sign in; null where there is none. */
  readonly provider: string | null;
}

/** All of these reject with `ProblemError`. */
export const signIn = (name: string, password: string): Promise<null> =>
  request('POST', '/_/sign-in', { body: { name, password } });

/** Whoever signs out leaves nothing on this device, neither what they read nor what they could not send. */
async function leaving(path: string, person: string): Promise<void> {
  await request<null>('DELETE', path);
  await forgetAll(person);
}

export const signOut = (person: string): Promise<void> => leaving('/_/session', person);

export const signOutEverywhere = (person: string): Promise<void> => leaving('/_/sessions', person);

export const changePassword = (current: string, password: string): Promise<null> =>
  request('POST', '/_/password', { body: { current, password } });

export const sendLink = (name: string): Promise<null> => request('POST', '/_/link', { body: { name } });

export const choosePassword = (link: string, password: string): Promise<null> =>
  request('POST', '/_/link/password', { body: { link, password } });

/** Leaves for the provider, who sends whoever signs in there back to the path `to`. */
export async function leaveForProvider(to: string): Promise<void> {
  const { url } = await request<{ readonly url: string }>('POST', '/_/oidc', { body: { to } });
  globalThis.location.assign(url);
}

/** Where somebody is signed in. */
export interface SessionShown {
  readonly id: string;
  /** What its browser says of itself. */
  readonly device: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly used: number;
  /** The one that asks. */
  readonly isThis: boolean;
}

export const fetchSessions = (signal: AbortSignal): Promise<{ readonly items: readonly SessionShown[] }> =>
  request('GET', '/_/sessions', { signal });

/** Signs out there; on this device as by `signOut`. */
export const endSession = ({ id, isThis }: Pick<SessionShown, 'id' | 'isThis'>, person: string): Promise<unknown> => {
  const path = `/_/sessions/${encodeURIComponent(id)}`;
  return isThis ? leaving(path, person) : request('DELETE', path);
};

/** A program that acts for somebody. */
export interface Program {
  readonly id: string;
  readonly label: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly used: number;
  readonly expires: number | null;
}

export const fetchPrograms = (signal: AbortSignal): Promise<{ readonly items: readonly Program[] }> =>
  request('GET', '/_/programs', { signal });

/** The token is told this once. */
export const makeProgram = (label: string): Promise<{ readonly token: string }> =>
  request('POST', '/_/programs', { body: { label } });

export const endProgram = (id: string): Promise<null> => request('DELETE', `/_/programs/${encodeURIComponent(id)}`);
