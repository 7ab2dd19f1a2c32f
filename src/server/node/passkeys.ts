import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Passkey, Passkeys } from '../core/passkey-service.ts';

const timeout = 5 * 60_000;
/** EdDSA, ES256 and RS256 as COSE numbers. Every current passkey supports one of them. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Passkeys by WebAuthn. They are discoverable without a name and require user verification. */
export function nodePasskeys(): Passkeys {
  return {
    registrationOptions: async ({ host, name }, person, known) => {
      const { generateRegistrationOptions } = await import('@simplewebauthn/server');
      return generateRegistrationOptions({
        rpID: host,
        rpName: name,
        userID: new TextEncoder().encode(person.id),
        userName: person.name,
        userDisplayName: person.title,
        timeout,
        supportedAlgorithmIDs,
        attestationType: 'none',
        excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },
    verifyRegistration: async ({ origin, host }, answer, expectedChallenge) => {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const checked = await orNull(() =>
        verifyRegistrationResponse({
          response: answer as RegistrationResponseJSON,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: host,
          supportedAlgorithmIDs,
          requireUserVerification: true,
        }),
      );
      if (checked === null || !checked.verified) return null;
      const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
      const known = transports.filter((each) => typeof each === 'string' && each.length < 30).slice(0, 10);
      return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: known };
    },
    authenticationOptions: async ({ host }) => {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      return generateAuthenticationOptions({ rpID: host, timeout, userVerification: 'required' });
    },
    verifyAuthentication: async ({ origin, host }, answer, expectedChallenge, passkey) => {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const checked = await orNull(() =>
        verifyAuthenticationResponse({
          response: answer as AuthenticationResponseJSON,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: host,
          credential: credentialOf(passkey),
          requireUserVerification: true,
        }),
      );
      return checked?.verified === true ? checked.authenticationInfo.newCounter : null;
    },
  };
}

const credentialOf = ({ id, publicKey, counter, transports }: Passkey) => ({
  id,
  publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
  counter,
  transports: [...transports],
});

/** The answer is untrusted: any exception means that it is invalid. */
async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
