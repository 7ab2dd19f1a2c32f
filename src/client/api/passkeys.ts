import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { messages } from '../languages/messages.ts';
import { ProblemError, request } from './request.ts';

/** A passkey of the signed-in person. */
export interface Passkey {
  readonly id: string;
  readonly label: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly used: number;
}

export const fetchPasskeys = (signal: AbortSignal): Promise<{ readonly items: readonly Passkey[] }> =>
  request('GET', '/_/passkeys', { signal });

export const removePasskey = (id: string): Promise<null> => request('DELETE', `/_/passkeys/${encodeURIComponent(id)}`);

/** Creates a passkey in the browser and stores it. Rejects with `ProblemError`, also if the person cancels. */
export async function makePasskey(label: string): Promise<void> {
  const options = await request<PublicKeyCredentialCreationOptionsJSON>('POST', '/_/passkeys/new', { body: {} });
  const answer = await runInBrowser(({ startRegistration }) => startRegistration({ optionsJSON: options }));
  await request('POST', '/_/passkeys', { body: { label, challenge: options.challenge, answer } });
}

/** Signs in with a passkey. Rejects with `ProblemError`, also if the person cancels. */
export async function signInWithPasskey(): Promise<void> {
  const options = await request<PublicKeyCredentialRequestOptionsJSON>('POST', '/_/sign-in/passkey', { body: {} });
  const answer = await runInBrowser(({ startAuthentication }) => startAuthentication({ optionsJSON: options }));
  await request('POST', '/_/sign-in/passkey/answer', { body: { challenge: options.challenge, answer } });
}

async function runInBrowser<T>(work: (browser: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  const browser = await import('@simplewebauthn/browser');
  try {
    return await work(browser);
  } catch (error) {
    const { detail, next } =
      error instanceof Error && error.name === 'InvalidStateError'
        ? messages.pages.passkeyExists
        : messages.pages.passkeyCancelled;
    const type = '/_/errors/PASSKEY_REFUSED';
    const instance = globalThis.location.pathname;
    throw new ProblemError({ type, title: detail, status: 0, detail, next, code: 'PASSKEY_REFUSED', instance });
  }
}
