import { deletePersonData } from '../platform/device-storage.ts';
import { request } from './request.ts';

/** The ways to sign in. */
export interface SignInMethods {
  /** Label of the field that people sign in with. */
  readonly name: string;
  readonly password: boolean;
  /** Whether a link to choose a password can be sent. */
  readonly letters: boolean;
  readonly passkeys: boolean;
  /** Name of the sign-in provider; null if there is none. */
  readonly provider: string | null;
}

/** Signs in with a password. Like all functions here it rejects with `ProblemError`. */
export const signIn = (name: string, password: string): Promise<null> =>
  request('POST', '/_/sign-in', { body: { name, password } });

/** Ends a session and deletes all of the person's data from this device, including changes that were not sent. */
async function signOutAt(path: string, person: string): Promise<void> {
  await request<null>('DELETE', path);
  await deletePersonData(person);
}

export const signOut = (person: string): Promise<void> => signOutAt('/_/session', person);

export const signOutEverywhere = (person: string): Promise<void> => signOutAt('/_/sessions', person);

export const changePassword = (current: string, password: string): Promise<null> =>
  request('POST', '/_/password', { body: { current, password } });

export const sendLink = (name: string): Promise<null> => request('POST', '/_/link', { body: { name } });

export const choosePassword = (link: string, password: string): Promise<null> =>
  request('POST', '/_/link/password', { body: { link, password } });

/** Navigates to the sign-in provider, which returns the person to the path `to`. */
export async function redirectToProvider(to: string): Promise<void> {
  const { url } = await request<{ readonly url: string }>('POST', '/_/oidc', { body: { to } });
  globalThis.location.assign(url);
}

/** Whether an invitation link can be shown for a person. */
export const fetchInvitation = (id: string, signal: AbortSignal): Promise<{ readonly offered: boolean }> =>
  request('GET', `/_/invitations/${encodeURIComponent(id)}`, { signal });

export interface Invitation {
  readonly link: string;
  /** UTC milliseconds. */
  readonly expires: number;
}

/** Creates an invitation link. The server shows it only in this response. */
export const makeInvitation = (id: string): Promise<Invitation> =>
  request('POST', `/_/invitations/${encodeURIComponent(id)}`, { body: {} });

/** A session of the signed-in person. */
export interface Session {
  readonly id: string;
  /** The browser's description of itself. */
  readonly device: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly used: number;
  /** Whether it is the session of this request. */
  readonly isThis: boolean;
}

export const fetchSessions = (signal: AbortSignal): Promise<{ readonly items: readonly Session[] }> =>
  request('GET', '/_/sessions', { signal });

/** Ends a session. On this device it also deletes the person's data, like `signOut`. */
export const endSession = ({ id, isThis }: Pick<Session, 'id' | 'isThis'>, person: string): Promise<unknown> => {
  const path = `/_/sessions/${encodeURIComponent(id)}`;
  return isThis ? signOutAt(path, person) : request('DELETE', path);
};

/** A credential other than passkeys, programs and sessions. `subject`: an account with a sign-in provider. */
export interface SignInKey {
  readonly kind: 'password' | 'link' | 'subject';
  readonly id: string;
  /** The host of the provider for an account; empty otherwise. */
  readonly label: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly used: number;
  readonly expires: number | null;
}

export const fetchCredentials = (signal: AbortSignal): Promise<{ readonly items: readonly SignInKey[] }> =>
  request('GET', '/_/credentials', { signal });

export const removeSignInKey = ({ kind, id }: Pick<SignInKey, 'kind' | 'id'>): Promise<null> =>
  request('DELETE', `/_/credentials/${kind}/${encodeURIComponent(id)}`);

/** A program that acts for a person by a token. */
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

/** Creates a token. The server shows it only in this response. */
export const createProgram = (label: string): Promise<{ readonly token: string }> =>
  request('POST', '/_/programs', { body: { label } });

export const revokeProgram = (id: string): Promise<null> => request('DELETE', `/_/programs/${encodeURIComponent(id)}`);
