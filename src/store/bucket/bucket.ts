import { type BlobStore, inChunks, type OpenBucket, type StoredBlob } from '../core/blob-store.ts';
import { StoreError } from '../core/store-error.ts';
import { type BucketSettings, bucketRequests, type RetryOptions, type SendToBucket } from './bucket-requests.ts';

/** Bytes per part of an upload; a failed part is sent again. Only the last part may be smaller than 5 MiB. */
export const PART = 8 * 1024 * 1024;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Timeouts for checking whether the bucket responds. */
const SOON = { ms: 5_000, attempts: 1 };

/**
 * Stores blobs in a bucket of S3 or a compatible service. Files larger than a part are uploaded in parts to limit
 * memory use.
 */
export function openBucket(settings: BucketSettings, patience: Partial<RetryOptions> = {}): OpenBucket {
  const send = bucketRequests(settings, patience);
  return (folder) => shelfIn(send, `${settings.prefix}${folder}/`, (name) => `${folder}/${name}`);
}

function shelfIn(send: SendToBucket, prefix: string, keyOf: (name: string) => string): BlobStore {
  return {
    put: async (name, bytes) => {
      const key = keyOf(name);
      const pieces = inChunks(bytes, PART);
      try {
        const first = (await pieces.next()).value ?? new Uint8Array();
        if (first.byteLength < PART) await done(send({ method: 'PUT', key, body: first }));
        else await putInParts(send, key, first, pieces);
      } finally {
        await pieces.return(undefined);
      }
    },
    get: async (name): Promise<StoredBlob | null> => {
      const answer = await send({ method: 'GET', key: keyOf(name) });
      if (answer.status === 404 || answer.body === null) return null;
      const size = answer.headers.get('content-length');
      if (size === null) throw misunderstood();
      return { size: Number(size), body: answer.body };
    },
    remove: async (names) => {
      for (const name of names) await done(send({ method: 'DELETE', key: keyOf(name) }));
    },
    settled: async function* () {
      await abandon(send, prefix);
      yield* listed(send, prefix);
    },
    check: async () => {
      await done(send({ method: 'GET', key: null, query: { 'list-type': '2', 'max-keys': '1', prefix } }, SOON));
    },
  };
}

async function putInParts(
  send: SendToBucket,
  key: string,
  first: Uint8Array<ArrayBuffer>,
  pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  const begun = await done(send({ method: 'POST', key, query: { uploads: '' } }));
  const uploadId = valuesIn(begun, 'UploadId')[0] ?? '';
  if (uploadId === '') throw misunderstood();
  const tags: string[] = [];
  const put = async (body: Uint8Array<ArrayBuffer>) => {
    const partNumber = String(tags.length + 1);
    const answer = await send({ method: 'PUT', key, query: { partNumber, uploadId }, body });
    await answer.body?.cancel();
    tags.push(answer.headers.get('etag') ?? '');
  };
  try {
    await put(first);
    for await (const piece of pieces) await put(piece);
    const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const ended = await done(send({ method: 'POST', key, query: { uploadId }, body }));
    // The response may begin with status 200 and report an error in its body.
    if (ended.includes('<Error>')) throw misunderstood();
  } catch (cause) {
    await send({ method: 'DELETE', key, query: { uploadId } }, SOON).catch(() => undefined);
    throw cause;
  }
}

/** Aborts multipart uploads that were begun more than a day ago. */
async function abandon(send: SendToBucket, prefix: string): Promise<void> {
  const answer = await send({ method: 'GET', key: null, query: { uploads: '', prefix } });
  const before = momentOf(answer) - DAY;
  for (const upload of valuesIn(await answer.text(), 'Upload')) {
    const [key = '', uploadId = '', begun = ''] = ['Key', 'UploadId', 'Initiated'].map(
      (each) => valuesIn(upload, each)[0],
    );
    const name = key.split('/').slice(-2).join('/');
    if (Date.parse(begun) < before) await done(send({ method: 'DELETE', key: name, query: { uploadId } }));
  }
}

/** Yields names of objects stored at least an hour ago, by the bucket's own clock. */
async function* listed(send: SendToBucket, prefix: string): AsyncGenerator<readonly string[]> {
  for (let token: string | undefined = ''; token !== undefined; ) {
    const from: Readonly<Record<string, string>> = token === '' ? {} : { 'continuation-token': token };
    const answer = await send({ method: 'GET', key: null, query: { 'list-type': '2', prefix, ...from } });
    const before = momentOf(answer) - HOUR;
    const text = await answer.text();
    const names = valuesIn(text, 'Contents').flatMap((entry) => {
      const name = valuesIn(entry, 'Key')[0]?.slice(prefix.length) ?? '';
      return Date.parse(valuesIn(entry, 'LastModified')[0] ?? '') < before ? [name] : [];
    });
    if (names.length > 0) yield names;
    token = valuesIn(text, 'NextContinuationToken')[0];
  }
}

const momentOf = (answer: Response): number => Date.parse(answer.headers.get('date') ?? '') || Date.now();

/** Returns the whole body of a short response. */
const done = async (answer: Promise<Response>): Promise<string> => (await answer).text();

/** Returns the contents of the elements of this name; none of the requested elements is nested in itself. */
function valuesIn(xml: string, name: string): string[] {
  return xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => plain(rest.split(`</${name}>`)[0] ?? ''));
}

const plain = (text: string): string =>
  text.includes('<') ? text : text.replace(/&(lt|gt|quot|apos|#39|amp);/g, (_, code: string) => SIGNS.get(code) ?? '');

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['#39', "'"],
  ['amp', '&'],
]);

const misunderstood = (): StoreError =>
  new StoreError('unreachable', 'The bucket, in which files are kept, did not finish what it began: try again.');
