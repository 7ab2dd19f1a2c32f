import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the provider says of whoever signs in next, and how it misbehaves. */
export interface Saying {
  subject: string;
  /** Beside what every ID token has, or in its place; undefined takes a claim out. */
  claims: Readonly<Record<string, unknown>>;
  /** How the token is signed: by the key that everybody knows, by another, by the secret of the client, or not at all. */
  signed: 'RS256' | 'other key' | 'HS256' | 'none';
  /** What it says where it is asked once more. */
  info: Readonly<Record<string, unknown>>;
}

/** A small provider of sign-in (OpenID Connect) on this machine, with a key of its own. */
export interface OidcProvider {
  readonly issuer: string;
  readonly saying: Saying;
  /** What a browser does there: signs in, and is sent back to this address. */
  readonly visit: (url: string) => URL;
  /** How often a code was turned into a token. */
  readonly granted: () => number;
  readonly stop: () => Promise<void>;
}

export const CLIENT = { id: 'ninefold-client', secret: 'a secret of the client' };

interface Code {
  readonly nonce: string;
  readonly challenge: string;
  readonly callback: string;
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const [key, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  if (key === undefined || other === undefined) throw new Error('unreachable');
  const codes = new Map<string, Code>();
  const saying: Saying = { subject: 'subject-1', claims: {}, signed: 'RS256', info: {} };
  const state = { granted: 0, issuer: '' };

  const token = ({ nonce }: Code): string => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: state.issuer,
      sub: saying.subject,
      aud: CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce,
      ...saying.claims,
    };
    return jwt(claims, saying.signed, saying.signed === 'other key' ? other.privateKey : key.privateKey);
  };

  const grant = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    const form = new URLSearchParams(await bodyOf(request));
    const given = form.get('code') ?? '';
    const code = codes.get(given);
    codes.delete(given);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isKnown = isClient(request.headers.authorization ?? '');
    if (code === undefined || code.challenge !== verifier || code.callback !== form.get('redirect_uri') || !isKnown)
      return { status: 400, body: { error: 'invalid_grant' } };
    state.granted++;
    return { status: 200, body: { access_token: 'access', token_type: 'Bearer', id_token: token(code) } };
  };

  const answer = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    switch (new URL(request.url ?? '/', state.issuer).pathname) {
      case '/.well-known/openid-configuration':
        return { status: 200, body: discovery(state.issuer) };
      case '/keys':
        return {
          status: 200,
          body: { keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
        };
      case '/info':
        return { status: 200, body: { sub: saying.subject, ...saying.info } };
      case '/token':
        return grant(request);
      default:
        return { status: 404, body: {} };
    }
  };
  const visit = (url: string): URL => {
    const { searchParams: asked } = new URL(url);
    const code = randomBytes(16).toString('hex');
    const callback = asked.get('redirect_uri') ?? '';
    codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '', callback });
    return new URL(`${callback}?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`);
  };

  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', state.issuer);
    if (address.pathname === '/authorize') {
      response.writeHead(302, { location: visit(address.href).href }).end();
      return;
    }
    void answer(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  state.issuer = `http://127.0.0.1:${await listening(server)}`;
  return {
    issuer: state.issuer,
    saying,
    granted: () => state.granted,
    visit,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => setImmediate(resolve));
        server.closeAllConnections();
      }),
  };
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/info`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
});

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function jwt(claims: unknown, signed: Saying['signed'], key: KeyObject): string {
  const alg = signed === 'none' || signed === 'HS256' ? signed : 'RS256';
  const text = `${part({ alg, kid: 'one', typ: 'JWT' })}.${part(claims)}`;
  if (signed === 'none') return `${text}.`;
  if (signed === 'HS256') return `${text}.${createHmac('sha256', CLIENT.secret).update(text).digest('base64url')}`;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** HTTP Basic, each part form-encoded (RFC 6749, 2.3.1). */
function isClient(header: string): boolean {
  const [id = '', secret = ''] = Buffer.from(header.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':');
  const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  return plain(id) === CLIENT.id && plain(secret) === CLIENT.secret;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
