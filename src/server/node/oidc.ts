import type { Configuration, IDToken } from 'openid-client';
import type { Identity, Provider } from '../core/identity-provider.ts';

export interface OidcSettings {
  /** The provider's URL, such as `https://login.example.org/realms/main`. */
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client, which proves itself by PKCE alone. */
  readonly clientSecret?: string;
}

const hour = 3_600_000;
const TIMEOUT_SECONDS = 10;
/** Permitted clock difference. */
const CLOCK_TOLERANCE_SECONDS = 10;
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Creates a provider from its OpenID Connect discovery document, which is loaded on first use and refreshed hourly.
 * Uses the authorization code flow with PKCE, state and nonce, and verifies signatures with the provider's keys. Throws
 * a sentence if the settings are invalid; plain HTTP is allowed only to this machine.
 */
export function oidcProvider({ issuer, clientId, clientSecret = '' }: OidcSettings): Provider {
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isLocal = url !== null && LOCAL_HOSTS.has(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw new Error(`NINEFOLD_OIDC_ISSUER must be an address such as https://login.example.org, not "${issuer}".`);
  if (clientId === '') throw new Error('NINEFOLD_OIDC_CLIENT_ID is not set. You get it from the provider.');
  const configured = cachedForAnHour(() => discovered(url, clientId, clientSecret));
  return {
    name: url.host,
    startSignIn: async (callback) => {
      const client = await import('openid-client');
      const configuration = await configured();
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: address.href, state, verification: JSON.stringify([nonce, verifier]) };
    },
    completeSignIn: async (address, { state, verification }) => {
      const { authorizationCodeGrant } = await import('openid-client');
      const configuration = await configured();
      const [expectedNonce, pkceCodeVerifier] = JSON.parse(verification) as [string, string];
      const checks = { expectedState: state, expectedNonce, pkceCodeVerifier, idTokenExpected: true };
      const granted = await authorizationCodeGrant(configuration, address, checks);
      const claims = granted.claims();
      if (claims === undefined) throw new Error('The provider sent no ID token.');
      return identityOf(configuration, claims, granted.access_token);
    },
  };
}

async function discovered(issuer: URL, clientId: string, clientSecret: string): Promise<Configuration> {
  const client = await import('openid-client');
  const isPlain = issuer.protocol === 'http:';
  const discovery = await client.discovery(issuer, clientId, undefined, client.None(), {
    timeout: TIMEOUT_SECONDS,
    ...(isPlain ? { execute: [client.allowInsecureRequests] } : {}),
  });
  const server = discovery.serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const proof =
    clientSecret === ''
      ? client.None()
      : methods.includes('client_secret_post')
        ? client.ClientSecretPost(clientSecret)
        : client.ClientSecretBasic(clientSecret);
  const configuration = new client.Configuration(
    server,
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    proof,
  );
  configuration.timeout = TIMEOUT_SECONDS;
  if (isPlain) client.allowInsecureRequests(configuration);
  // Verifies the token's signature; TLS alone would not prove its origin.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Returns the identity. Some providers give the e-mail address only by the userinfo endpoint. */
async function identityOf(configuration: Configuration, claims: IDToken, accessToken: string): Promise<Identity> {
  const { fetchUserInfo } = await import('openid-client');
  const { iss: issuer, sub: subject } = claims;
  const isSaid = claims['email'] !== undefined || configuration.serverMetadata().userinfo_endpoint === undefined;
  const source = isSaid ? claims : await fetchUserInfo(configuration, accessToken, subject);
  const { email, email_verified: isVerified } = source;
  return { issuer, subject, email: typeof email === 'string' && isVerified === true ? email : null };
}

/** Caches the result for an hour; a failure is not cached. */
function cachedForAnHour<T>(ask: () => Promise<T>): () => Promise<T> {
  const state: { last: Promise<T> | null; at: number } = { last: null, at: 0 };
  return () => {
    const now = Date.now();
    if (state.last === null || now - state.at > hour) {
      const request = ask();
      Object.assign(state, { last: request, at: now });
      request.catch(() => {
        if (state.last === request) state.last = null;
      });
    }
    return state.last as Promise<T>;
  };
}
