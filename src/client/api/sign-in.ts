import { forgetAll } from '../platform/device-storage.ts';
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

/** Whether a link by which this person first signs in can be shown. */
export const fetchInvitation = (id: string, signal: AbortSignal): Promise<{ readonly offered: boolean }> =>
  request('GET', `/_/invitations/${encodeURIComponent(id)}`, { signal });

export interface Invitation {
  readonly link: string;
  /** UTC milliseconds. */
  readonly expires: number;
}

/** The link is told this once. */
export const makeInvitation = (id: string): Promise<Invitation> =>
  request('POST', `/_/invitations/${encodeURIComponent(id)}`, { body: {} });

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

/** What lets a person in beside passkeys, programs and sessions. `subject`: an account with a sign-in provider. */
export interface KeyShown {
  readonly kind: 'password' | 'link' | 'subject';
  readonly id: string;
  /** Of an account the provider's host; else empty. */
  readonly label: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly used: number;
  readonly expires: number | null;
}

export const fetchCredentials = (signal: AbortSignal): Promise<{ readonly items: readonly KeyShown[] }> =>
  request('GET', '/_/credentials', { signal });

export const removeKey = ({ kind, id }: Pick<KeyShown, 'kind' | 'id'>): Promise<null> =>
  request('DELETE', `/_/credentials/${kind}/${encodeURIComponent(id)}`);

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
