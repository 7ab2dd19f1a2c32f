import { type AdmissionOptions, admission } from '../core/admission.ts';
import { randomToken } from '../core/document-hash.ts';
import { createMetrics, type Metrics } from '../core/metrics.ts';
import { standardAnswer } from '../http/answer.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type Fetch, NO_ROUTE } from './http-application.ts';

/** An answered request, for the log. Holds nothing that was sent or read, and no path, since paths may hold secrets. */
export interface RequestEntry {
  readonly id: string;
  readonly method: string;
  /** The pattern of its route, such as `/api/claims/:id`; `-` if it has none. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

export interface ObserveOptions {
  /** Told of each request that was answered. */
  readonly log?: (entry: RequestEntry) => void;
  /** What is measured beside the requests, for `/_/metrics`. */
  readonly gauges?: () => Readonly<Record<string, number>>;
  /** Whoever sends it as a bearer reads `/_/metrics`. Empty: nobody does. */
  readonly metricsToken?: string;
  /** How requests wait for their turn; by the clock and the event loop of this process where nothing is said. */
  readonly admission?: AdmissionOptions;
}

const retryAfterSeconds = 1;
/** Whoever signs in is let in also where all others have to wait. */
const SIGNING_IN = /^\/_\/(?:sign-in|link|oidc)(?:\/|$)/;
const DEFAULT_ADMISSION: AdmissionOptions = {
  clock: () => performance.now(),
  defer: (work) => void setTimeout(work, 0),
};
/** One that somebody before us gave, if it is plain. */
const GIVEN_ID = /^[\w.-]{8,64}$/;

/**
 * The server with what whoever runs it needs around it: an id for each request, `/_/health` (it runs), `/_/ready` (its
 * data answers), `/_/metrics`, a log, and 503 to whoever would wait too long. What whoever runs it asks never waits.
 */
export function withObservability(runtime: Runtime, fetch: Fetch, options: ObserveOptions = {}): Fetch {
  const { log = () => undefined, metricsToken = '', gauges = () => ({}) } = options;
  const metrics = createMetrics();
  const { admit, figures } = admission(options.admission ?? DEFAULT_ADMISSION);
  const allGauges = () => {
    const { inHand, waiting, shed } = figures();
    const own = { ninefold_requests_in_hand: inHand, ninefold_requests_waiting: waiting, ninefold_requests_shed: shed };
    return { ...gauges(), ...own };
  };
  return async (request, from) => {
    const startedAt = performance.now();
    const givenId = request.headers.get('x-request-id') ?? '';
    const id = GIVEN_ID.test(givenId) ? givenId : randomToken().slice(0, 16);
    const path = pathOf(request);
    const own = await operatorAnswer(runtime, metrics, request, path, metricsToken, allGauges);
    if (own !== null) return own;
    let route = NO_ROUTE;
    const onRoute = (pattern: string) => {
      route = pattern;
    };
    const answer =
      (await admit(() => fetch(request, { ...from, onRoute }), SIGNING_IN.test(path))) ?? busy(runtime, request);
    answer.headers.set('x-request-id', id);
    if (runtime.origin?.startsWith('https:') === true)
      answer.headers.set('strict-transport-security', 'max-age=31536000');
    const ms = performance.now() - startedAt;
    metrics.record(request.method, answer.status, ms);
    log({ id, method: request.method, route, status: answer.status, ms: Math.round(ms * 10) / 10 });
    return answer;
  };
}

const pathOf = (request: Request): string => new URL(request.url).pathname;

function busy(runtime: Runtime, request: Request): Response {
  const context = { runtime, version: runtime.current(), url: new URL(request.url) };
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
      return (await isReady(runtime)) ? plain(200, 'Ready.\n') : plain(503, 'The data does not answer.\n');
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
  const headers = { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  return new Response(text, { status, headers });
}

/** Takes as long wherever they differ. */
function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index % Math.max(1, other.length));
  return difference === 0;
}
