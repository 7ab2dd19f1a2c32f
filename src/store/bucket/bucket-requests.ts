import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '../core/store-error.ts';
import { type Credentials, escaped, hashOf, signedHeaders } from './bucket-signature.ts';

/** The bucket and the credentials for it. */
export interface BucketSettings {
  readonly bucket: string;
  /** Prefix of all object names; empty, or ending with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Null for AWS itself. */
  readonly endpoint: URL | null;
  readonly credentials: Credentials;
}

/** Timeouts and retries of a request. */
export interface RetryOptions {
  /** Maximum wait for the beginning of a response, or for its next bytes. */
  readonly ms: number;
  readonly attempts: number;
  /** First pause between two attempts; it doubles each time, up to a few seconds. */
  readonly pauseMs: number;
}

export interface BucketCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Key of the object; null for the bucket itself. */
  readonly key: string | null;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/**
 * Sends a request and retries it where that may help. Returns responses with 2xx, and 404 for a missing object;
 * otherwise rejects with a `StoreError`.
 */
export type SendToBucket = (request: BucketCall, patience?: Partial<RetryOptions>) => Promise<Response>;

const PATIENCE: RetryOptions = { ms: 20_000, attempts: 4, pauseMs: 100 };
const LONGEST_PAUSE = 5_000;
const MOST_OF_A_REASON = 10_000;

export function bucketRequests(settings: BucketSettings, usual: Partial<RetryOptions> = {}): SendToBucket {
  return async (request, own = {}) => {
    const patience = { ...PATIENCE, ...usual, ...own };
    for (let attempt = 1; ; attempt++) {
      const outcome = await once(settings, request, patience.ms);
      if ('answer' in outcome) return outcome.answer;
      if (!outcome.mayHelp || attempt >= patience.attempts) throw outcome.failure;
      await pause(Math.random() * Math.min(LONGEST_PAUSE, patience.pauseMs * 2 ** attempt));
    }
  };
}

type Outcome = { readonly answer: Response } | { readonly failure: StoreError; readonly mayHelp: boolean };

async function once(settings: BucketSettings, request: BucketCall, ms: number): Promise<Outcome> {
  const { credentials, region } = settings;
  const { method, body } = request;
  const url = urlOf(settings, request);
  const hash = hashOf(body ?? '');
  const asked = { method, url, hash, headers: { 'x-amz-content-sha256': hash } };
  const headers = signedHeaders(asked, credentials, { region, service: 's3' }, Date.now());
  const patient = new AbortController();
  // Responses must not be compressed: the stored bytes are returned exactly.
  headers.set('accept-encoding', 'identity');
  const silent = setTimeout(() => patient.abort(new Error(`no answer within ${ms} ms`)), ms);
  try {
    const init = { method, headers, redirect: 'manual', signal: patient.signal } as const;
    const answer = await fetch(url, body === undefined ? init : { ...init, body });
    if (answer.ok) return { answer: watched(answer, patient, ms) };
    const reason = await reasonIn(answer);
    const mayBeMissing = request.key !== null && (method === 'GET' || method === 'DELETE');
    if (answer.status === 404 && reason !== 'NoSuchBucket' && mayBeMissing) return { answer };
    return refused(settings, answer.status, reason);
  } catch (cause) {
    return { failure: unreachable(settings, cause), mayHelp: true };
  } finally {
    clearTimeout(silent);
  }
}

function urlOf({ endpoint, bucket, region, prefix }: BucketSettings, { key, query = {} }: BucketCall): URL {
  const path = key === null ? '' : `${prefix}${key}`.split('/').map(escaped).join('/');
  const isOwnHost = endpoint === null && !bucket.includes('.');
  const host =
    endpoint?.href.replace(/\/$/, '') ?? `https://${isOwnHost ? `${bucket}.` : ''}s3.${region}.amazonaws.com`;
  const search = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  const text = `${host}${isOwnHost ? '' : `/${escaped(bucket)}`}/${path}`;
  return new URL(search.length === 0 ? text : `${text}?${search.join('&')}`);
}

/** Returns the response with a timeout for each read of its body. */
function watched(answer: Response, patient: AbortController, ms: number): Response {
  const reader = answer.body?.getReader();
  if (reader === undefined) return answer;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const silent = setTimeout(() => patient.abort(new Error(`no further bytes within ${ms} ms`)), ms);
      const step = await reader.read().finally(() => clearTimeout(silent));
      if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, answer);
}

/** Returns the error code of a response; the rest of the body may contain signed values. */
async function reasonIn(answer: Response): Promise<string> {
  const text = (await answer.text().catch(() => '')).slice(0, MOST_OF_A_REASON);
  return /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1] ?? '';
}

function refused({ bucket, region }: BucketSettings, status: number, reason: string): Outcome {
  const said = reason === '' ? String(status) : `${status} ${reason}`;
  if (status >= 500 || status === 429 || status === 408 || reason === 'RequestTimeout') {
    const message = `The bucket ${bucket}, in which files are kept, is out of order (${said}): this program goes on by itself once it answers.`;
    return { failure: new StoreError('unreachable', message), mayHelp: true };
  }
  const elsewhere = status >= 300 && status < 400;
  const next = elsewhere
    ? `it is not in the region ${region}; say in FILES_URL where it is.`
    : 'see to FILES_URL, to the keys, and to what they may do there.';
  const message = `The bucket ${bucket}, in which files are kept, refused (${said}): ${next}`;
  return { failure: new StoreError('failed', message), mayHelp: false };
}

function unreachable({ bucket }: BucketSettings, cause: unknown): StoreError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  const why = code !== '' ? code : inner instanceof Error ? inner.message : String(inner);
  return new StoreError(
    'unreachable',
    `The bucket ${bucket}, in which files are kept, does not answer (${why}): see that it does; this program goes on by itself then.`,
  );
}
