import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { pageTexts } from '../texts/page-texts.ts';
import { ProblemError, request } from './request.ts';

/** A passkey of somebody. */
export interface PasskeyShown {
  readonly id: string;
  readonly label: string;
  /** UTC milliseconds. */
  readonly made: number;
  readonly used: number;
}

export const fetchPasskeys = (signal: AbortSignal): Promise<{ readonly items: readonly PasskeyShown[] }> =>
  request('GET', '/_/passkeys', { signal });

export const removePasskey = (id: string): Promise<null> => request('DELETE', `/_/passkeys/${encodeURIComponent(id)}`);

/** Has the browser make a passkey of this person. Rejects with `ProblemError`, also where they stop it. */
export async function makePasskey(label: string): Promise<void> {
  const options = await request<PublicKeyCredentialCreationOptionsJSON>('POST', '/_/passkeys/new', { body: {} });
  const answer = await asked(({ startRegistration }) => startRegistration({ optionsJSON: options }));
  await request('POST', '/_/passkeys', { body: { label, challenge: options.challenge, answer } });
}

/** Has the browser ask for a passkey and signs in with it. Rejects as `makePasskey`. */
export async function signInWithPasskey(): Promise<void> {
  const options = await request<PublicKeyCredentialRequestOptionsJSON>('POST', '/_/sign-in/passkey', { body: {} });
  const answer = await asked(({ startAuthentication }) => startAuthentication({ optionsJSON: options }));
  await request('POST', '/_/sign-in/passkey/answer', { body: { challenge: options.challenge, answer } });
}

async function asked<T>(work: (browser: typeof import('@simplewebauthn/browser')) => Promise<T>): Promise<T> {
  const browser = await import('@simplewebauthn/browser');
  try {
    return await work(browser);
  } catch (error) {
    const { detail, next } =
      error instanceof Error && error.name === 'InvalidStateError'
        ? pageTexts.passkeyIsThere
        : pageTexts.passkeyStopped;
    const type = '/_/errors/PASSKEY_REFUSED';
    const instance = globalThis.location.pathname;
    throw new ProblemError({ type, title: detail, status: 0, detail, next, code: 'PASSKEY_REFUSED', instance });
  }
}
