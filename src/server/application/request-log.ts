import { type AdmissionOptions, admission } from '../core/admission.ts';
import { createMetrics, type Metrics } from '../core/metrics.ts';
import { standardAnswer } from '../http/answer.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type Fetch, NO_ROUTE } from './http-application.ts';

/**
 * A log entry of an answered request. It contains no data of the request or the response and no path, since paths may
 * contain secrets.
 */
export interface RequestEntry {
  readonly id: string;
  readonly method: string;
  /** The route pattern, such as `/api/claims/:id`; `-` if no route matched. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

export interface ObserveOptions {
  /** Called for each answered request. */
  readonly log?: (entry: RequestEntry) => void;
  /** Further gauges for `/_/metrics`. */
  readonly gauges?: () => Readonly<Record<string, number>>;
  /** The bearer token that gives access to `/_/metrics`. Empty: the endpoint is off. */
  readonly metricsToken?: string;
  /** Options of admission control. Absent: the clock and event loop of this process. */
  readonly admission?: AdmissionOptions;
}

const retryAfterSeconds = 1;
/** Sign-in requests are urgent: they are admitted under overload too. */
const SIGNING_IN = /^\/_\/(?:sign-in|link|oidc)(?:\/|$)/;
const DEFAULT_ADMISSION: AdmissionOptions = {
  clock: () => performance.now(),
  defer: (work) => void setTimeout(work, 0),
};
/** A request id from a proxy is used if it has this form. */
const GIVEN_ID = /^[\w.-]{8,64}$/;

/**
 * Adds what operators need: a request id, `/_/health` (the process runs), `/_/ready` (the database answers),
 * `/_/metrics`, a log, and 503 for requests that would wait too long. The operators' endpoints never wait.
 */
export function withObservability(runtime: Runtime, fetch: Fetch, options: ObserveOptions = {}): Fetch {
  const { log = () => undefined, metricsToken = '', gauges = () => ({}) } = options;
  const metrics = createMetrics();
  const { admit, figures } = admission(options.admission ?? DEFAULT_ADMISSION);
  const allGauges = () => {
    const { running, waiting, shed } = figures();
    const own = {
      ninefold_requests_in_hand: running,
      ninefold_requests_waiting: waiting,
      ninefold_requests_shed: shed,
    };
    return { ...gauges(), ...own };
  };
  return async (request, from) => {
    const startedAt = performance.now();
    const givenId = request.headers.get('x-request-id') ?? '';
    const id = GIVEN_ID.test(givenId) ? givenId : newRequestId();
    const path = pathOf(request);
    const own = await operatorAnswer(runtime, metrics, request, path, metricsToken, allGauges);
    if (own !== null) return own;
    let route = NO_ROUTE;
    const onRoute = (pattern: string) => {
      route = pattern;
    };
    const answer =
      (await admit(() => fetch(request, { ...from, onRoute, id }), SIGNING_IN.test(path))) ??
      busy(runtime, request, id);
    const addHeader = from?.addHeader ?? ((name: string, value: string) => answer.headers.set(name, value));
    addHeader('x-request-id', id);
    if (runtime.origin?.startsWith('https:') === true) addHeader('strict-transport-security', 'max-age=31536000');
    const ms = performance.now() - startedAt;
    metrics.record(request.method, answer.status, ms);
    log({ id, method: request.method, route, status: answer.status, ms: Math.round(ms * 10) / 10 });
    return answer;
  };
}

/** The second half of a UUID: 16 hexadecimal digits. The platform draws random numbers for many UUIDs at once. */
const newRequestId = (): string => crypto.randomUUID().slice(19).replace('-', '');

const pathOf = (request: Request): string => new URL(request.url).pathname;

function busy(runtime: Runtime, request: Request, id: string): Response {
  const context = { runtime, version: runtime.current(), url: new URL(request.url), request, id };
  return standardAnswer(context, 'UNAVAILABLE', {}, { retryAfter: retryAfterSeconds });
}

async function operatorAnswer(
  runtime: Runtime,
  metrics: Metrics,
  request: Request,
  path: string,
  token: string,
  gauges: () => Readonly<Record<string, number>>,
): Promise<Response | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  switch (path) {
    case '/_/health':
      return plain(200, 'It runs.\n');
    case '/_/ready':
      return (await isReady(runtime)) ? plain(200, 'Ready.\n') : plain(503, 'The database does not answer.\n');
    case '/_/metrics': {
      const isAllowed = token !== '' && sameText(request.headers.get('authorization') ?? '', `Bearer ${token}`);
      return isAllowed ? plain(200, metrics.text(gauges()), 'text/plain; version=0.0.4; charset=utf-8') : null;
    }
    default:
      return null;
  }
}

async function isReady({ store }: Runtime): Promise<boolean> {
  try {
    await store.check();
    return (await store.applied()) !== null;
  } catch {
    return false;
  }
}

function plain(status: number, text: string, type = 'text/plain; charset=utf-8'): Response {
  const headers = { 'content-type': type, 'cache-control': 'no-store' };
  return new Response(text, { status, headers });
}

/** Compares two texts in constant time. */
function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index % Math.max(1, other.length));
  return difference === 0;
}
