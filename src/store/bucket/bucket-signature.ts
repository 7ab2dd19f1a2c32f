import { createHash, createHmac } from 'node:crypto';

/** Credentials of the caller. The secret never appears in a message or header. */
export interface Credentials {
  readonly keyId: string;
  readonly secret: string;
  /** Session token of temporary credentials. */
  readonly token: string | null;
}

export interface BucketRequest {
  readonly method: string;
  /** With its query as it is sent. */
  readonly url: URL;
  /** All signed headers except the host. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hexadecimal. */
  readonly hash: string;
}

interface Scope {
  readonly region: string;
  readonly service: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

export const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the headers of a request with its AWS signature, version 4; the path is signed as it is sent. */
export function signedHeaders(
  asked: BucketRequest,
  { keyId, secret, token }: Credentials,
  scope: Scope,
  now: number,
): Headers {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const headers = new Headers(asked.headers);
  headers.set('x-amz-date', time);
  if (token !== null) headers.set('x-amz-security-token', token);
  const all = [...headers, ['host', asked.url.host] as const].sort(byCode);
  const names = all.map(([name]) => name).join(';');
  const canonical = [
    asked.method,
    asked.url.pathname,
    canonicalQuery(asked.url.searchParams),
    ...all.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    asked.hash,
  ].join('\n');
  const date = time.slice(0, 8);
  const place = [date, scope.region, scope.service, 'aws4_request'];
  const key = place.reduce<Uint8Array | string>(hmac, `AWS4${secret}`);
  const text = [ALGORITHM, time, place.join('/'), hashOf(canonical)].join('\n');
  const signature = createHmac('sha256', key).update(text).digest('hex');
  headers.set(
    'authorization',
    `${ALGORITHM} Credential=${keyId}/${place.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  );
  return headers;
}

const hmac = (key: Uint8Array | string, text: string): Uint8Array => createHmac('sha256', key).update(text).digest();

function canonicalQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => [escaped(name), escaped(value)] as const)
    .sort((one, other) => byCode(one, other) || byCode([one[1]], [other[1]]))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Percent-encodes everything but letters, digits and `-._~`. */
export function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const byCode = ([one]: readonly string[], [other]: readonly string[]): number => {
  if (one === other) return 0;
  return (one ?? '') < (other ?? '') ? -1 : 1;
};
