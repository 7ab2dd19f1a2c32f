import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BucketSettings } from '../../../src/store/bucket/bucket-requests.ts';

const KEY = 'AKIDTESTTESTTEST';
export const SECRET = 'canary/secret+of/the/bucket';
const BUCKET = 'files-of-tests';
const REGION = 'eu-central-1';

/** A bucket in this process that takes only what is signed, and remembers what was asked. */
export interface TestBucket {
  readonly settings: BucketSettings;
  /** As FILES_URL and the keys beside it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly objects: Map<string, { readonly bytes: Buffer; at: number }>;
  /** Uploads in parts that were begun and not ended. */
  readonly begun: Map<string, { readonly key: string; readonly parts: Map<number, Buffer>; readonly at: number }>;
  /** What was asked, as `PUT key`. */
  readonly asked: string[];
  /** What the next requests are answered with in place of what they ask for; `hang` answers nothing, `cut` half an object. */
  readonly faults: (number | 'hang' | 'cut')[];
  readonly clock: { now: () => number };
  readonly stop: () => Promise<void>;
}

export async function startBucket(): Promise<TestBucket> {
  const state: Omit<TestBucket, 'settings' | 'environment' | 'stop'> = {
    objects: new Map(),
    begun: new Map(),
    asked: [],
    faults: [],
    clock: { now: () => Date.now() },
  };
  const server = createServer((request, response) => {
    // Nobody waits for the answer to what broke off.
    void bodyOf(request).then(
      (body) => answer(state, request, body, response),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { keyId: KEY, secret: SECRET, token: null };
  return {
    ...state,
    settings: { bucket: BUCKET, prefix: 'here/', region: REGION, endpoint: new URL(endpoint), credentials },
    environment: {
      FILES_URL: `s3://${BUCKET}/here?region=${REGION}&endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: SECRET,
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type State = Omit<TestBucket, 'settings' | 'environment' | 'stop'>;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function answer(state: State, request: IncomingMessage, body: Buffer, response: ServerResponse): unknown {
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const query = new Map(search.split('&').map((each) => each.split('=').map(decodeURIComponent) as [string, string]));
  const key = decodeURIComponent(path.slice(`/${BUCKET}/`.length));
  response.setHeader('date', new Date(state.clock.now()).toUTCString());
  state.asked.push(`${request.method} ${key}`);
  const wrong = whyRefused(request, path, search, body);
  if (wrong !== null) return fail(response, 403, wrong);
  const fault = state.faults.shift();
  if (fault === 'hang') return null;
  if (typeof fault === 'number') return fail(response, fault, 'Planned');
  switch (request.method) {
    case 'GET':
      return key === '' ? look(state, query, response) : read(state, key, fault === 'cut', response);
    case 'PUT':
      return put(state, { key, query, body }, response);
    case 'POST':
      return inParts(state, { key, query, body }, response);
    default:
      state.begun.delete(query.get('uploadId') ?? '');
      if (!query.has('uploadId')) state.objects.delete(key);
      return response.writeHead(204).end();
  }
}

interface Sent {
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

function read({ objects }: State, key: string, isCut: boolean, response: ServerResponse): unknown {
  const found = objects.get(key);
  if (found === undefined) return fail(response, 404, 'NoSuchKey');
  response.writeHead(200, { 'content-length': found.bytes.length });
  if (!isCut) return response.end(found.bytes);
  return response.write(found.bytes.subarray(0, found.bytes.length / 2), () => response.destroy());
}

function put({ objects, begun, clock }: State, { key, query, body }: Sent, response: ServerResponse): unknown {
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  if (!query.has('uploadId')) objects.set(key, { bytes: body, at: clock.now() });
  else {
    const upload = begun.get(query.get('uploadId') ?? '');
    if (upload === undefined) return fail(response, 404, 'NoSuchUpload');
    upload.parts.set(Number(query.get('partNumber')), body);
  }
  return response.writeHead(200, { etag }).end();
}

function inParts({ objects, begun, clock }: State, { key, query, body }: Sent, response: ServerResponse): unknown {
  if (query.has('uploads')) {
    const id = `upload/${begun.size + 1}+=`;
    begun.set(id, { key, parts: new Map(), at: clock.now() });
    return response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }
  const id = query.get('uploadId') ?? '';
  const upload = begun.get(id);
  if (upload === undefined) return fail(response, 404, 'NoSuchUpload');
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"([0-9a-f]{32})"<\/ETag>/g)];
  const parts = named.map(([, number, tag]) => {
    const part = upload.parts.get(Number(number)) ?? Buffer.alloc(0);
    return createHash('md5').update(part).digest('hex') === tag ? part : null;
  });
  const small = parts.slice(0, -1).some((part) => part !== null && part.length < 5 * 1024 * 1024);
  if (parts.length === 0 || parts.includes(null) || small) return fail(response, 400, 'InvalidPart');
  begun.delete(id);
  objects.set(key, { bytes: Buffer.concat(parts.filter((part) => part !== null)), at: clock.now() });
  return response.end('<CompleteMultipartUploadResult><ETag>"x-1"</ETag></CompleteMultipartUploadResult>');
}

const MOST_LISTED = 3;

function look({ objects, begun }: State, query: ReadonlyMap<string, string>, response: ServerResponse): unknown {
  const prefix = query.get('prefix') ?? '';
  if (query.has('uploads')) {
    const found = [...begun].filter(([, { key }]) => key.startsWith(prefix));
    const items = found.map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(at).toISOString()}</Initiated></Upload>`,
    );
    return response.end(`<ListMultipartUploadsResult>${items.join('')}</ListMultipartUploadsResult>`);
  }
  const from = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > from).sort();
  const shown = keys.slice(0, Math.min(MOST_LISTED, Number(query.get('max-keys') ?? MOST_LISTED)));
  const items = shown.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${new Date(objects.get(key)?.at ?? 0).toISOString()}</LastModified></Contents>`,
  );
  const next = shown.length < keys.length ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
  return response.end(`<ListBucketResult>${items.join('')}${next}</ListBucketResult>`);
}

function fail(response: ServerResponse, status: number, code: string): unknown {
  return response.writeHead(status).end(`<Error><Code>${code}</Code><AWSAccessKeyId>${KEY}</AWSAccessKeyId></Error>`);
}

/** Works the signature out from what came over the wire, as the reference of S3 describes it. */
function whyRefused(request: IncomingMessage, path: string, search: string, body: Buffer): string | null {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/;
  const [, key, date = '', region = '', names = '', signature] =
    pattern.exec(request.headers.authorization ?? '') ?? [];
  if (key !== KEY) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch';
  const time = String(request.headers['x-amz-date']);
  if (!time.startsWith(date) || !names.split(';').includes('host')) return 'SignatureDoesNotMatch';
  const sorted = search === '' ? '' : search.split('&').sort().join('&');
  const lines = names.split(';').map((name) => `${name}:${request.headers[name]}\n`);
  const canonical = `${request.method}\n${path}\n${sorted}\n${lines.join('')}\n${names}\n${hash}`;
  const place = `${date}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${place}\n${createHash('sha256').update(canonical).digest('hex')}`;
  const mac = (secret: string | Buffer, part: string) => createHmac('sha256', secret).update(part).digest();
  const signing = mac(mac(mac(mac(`AWS4${SECRET}`, date), region), 's3'), 'aws4_request');
  return mac(signing, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
