import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** How an answer differs from an honest one. */
export interface Twist {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  /** Whether whoever holds it was verified, by a finger or a number. */
  readonly verified?: boolean;
  readonly type?: string;
  /** Takes the place of the count that it is at. */
  readonly counter?: number;
  /** Whose it says it is. */
  readonly handle?: string;
  /** The passkey whose id it says it has. */
  readonly id?: string;
}

/** A passkey in software, with all that a browser adds: what it answers can be twisted. */
export interface Authenticator {
  readonly id: string;
  /** Makes the passkey for a question of the server. */
  readonly make: (question: Question, twist?: Twist) => object;
  /** Signs in. */
  readonly answer: (question: Question, twist?: Twist) => object;
}

export interface Question {
  readonly challenge: string;
}

const PRESENT = 1;
const VERIFIED = 4;
const HAS_KEY = 64;

/** `counts`: whether it tells how often it was used. */
export function authenticator(site: { origin: string; host: string }, person: string, counts = true): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const raw = randomBytes(32);
  const own = raw.toString('base64url');
  const state = { counter: 0 };
  const wrap = (id: string, response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  const client = (type: string, { challenge }: Question, twist: Twist): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? site.origin,
        crossOrigin: false,
      }),
    );
  const data = (flags: number, twist: Twist): Buffer => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(twist.counter ?? state.counter);
    const verified = (twist.verified ?? true) ? VERIFIED : 0;
    const host = createHash('sha256')
      .update(twist.host ?? site.host)
      .digest();
    return Buffer.concat([host, Buffer.from([flags | PRESENT | verified]), counter]);
  };
  return {
    id: own,
    make: (question, twist = {}) => {
      const id = twist.id === undefined ? raw : Buffer.from(twist.id, 'base64url');
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const authData = Buffer.concat([data(HAS_KEY, twist), Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      return wrap(id.toString('base64url'), {
        clientDataJSON: client('webauthn.create', question, twist).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      });
    },
    answer: (question, twist = {}) => {
      if (counts) state.counter++;
      const clientData = client('webauthn.get', question, twist);
      const authenticatorData = data(0, twist);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
      return wrap(twist.id ?? own, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: Buffer.from(twist.handle ?? person).toString('base64url'),
      });
    },
  };
}

/** The key of ES256 as COSE writes it (RFC 9053): kty 2, alg -7, crv 1, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

const cborHead = (major: number, size: number): Buffer =>
  size < 24
    ? Buffer.from([(major << 5) | size])
    : size < 256
      ? Buffer.from([(major << 5) | 24, size])
      : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);

const cborInteger = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
