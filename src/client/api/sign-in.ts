import { request } from './request.ts';

/** How people sign in here. */
export interface SignInWays {
  /** What the field is called that they sign in with. */
  readonly name: string;
  readonly password: boolean;
  /** Whether a link to choose a password can be sent. */
  readonly letters: boolean;
}

/** All of these reject with `ProblemError`. */
export const signIn = (name: string, password: string): Promise<null> =>
  request('POST', '/_/sign-in', { body: { name, password } });

export const signOut = (): Promise<null> => request('DELETE', '/_/session');

export const signOutEverywhere = (): Promise<null> => request('DELETE', '/_/sessions');

export const changePassword = (current: string, password: string): Promise<null> =>
  request('POST', '/_/password', { body: { current, password } });

export const sendLink = (name: string): Promise<null> => request('POST', '/_/link', { body: { name } });

export const choosePassword = (link: string, password: string): Promise<null> =>
  request('POST', '/_/link/password', { body: { link, password } });

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
