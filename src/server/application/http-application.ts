import type { Principal } from '../../engine/core/principal.ts';
import { callRoutes } from '../api/call-routes.ts';
import { authenticatedPerson, sessionOf, tokenOf } from '../auth/authenticate.ts';
import { addressKey } from '../core/network-address.ts';
import { compilePaths, type Found } from '../core/path-template.ts';
import { rateOf } from '../core/rate-limit.ts';
import type { Session } from '../core/sessions.ts';
import { protocolAnswer, standardAnswer } from '../http/answer.ts';
import { guardHost, guardOrigin, guardPath } from '../http/cross-site-guard.ts';
import { answerError } from '../http/fault-response.ts';
import { fileAnswer, opensAt, pageAnswer } from '../http/html-page.ts';
import { isOlderPage } from '../http/stale-client.ts';
import { personOf } from '../runtime/persons.ts';
import type { From, Handler, RequestContext } from '../runtime/request-context.ts';
import type { Runtime, Version } from '../runtime/runtime.ts';
import { internalRoutes } from './internal-routes.ts';

/** The whole server as a function. It never throws, and answers every request with what it means. */
export type Fetch = (request: Request, from?: From) => Promise<Response>;

/** The page to sign in on, where links from letters lead. */
const SIGN_IN = '/_/sign-in';

type Router = (method: string, path: string) => Found<Handler>;

/** A request before anybody knows who asks. */
type Arrived = Omit<RequestContext, 'params' | 'who' | 'route'>;

/** The calls of the document, our own endpoints under `/_/`, the client's files, and its page for everything else. */
export function createHttpApplication(runtime: Runtime): Fetch {
  const routers = new WeakMap<Version, Router>();
  const routerOf = (version: Version): Router => {
    const known = routers.get(version);
    if (known !== undefined) return known;
    const made = compilePaths([...internalRoutes, ...callRoutes(version.model.calls)]);
    routers.set(version, made);
    return made;
  };
  return async (request, from = {}) => {
    const version = runtime.spoken(request);
    const address = from.address ?? null;
    const url = urlOf(request, runtime);
    const arrived = { runtime, version, request, url, now: runtime.clock(), address };
    let route = NO_ROUTE;
    try {
      const routed = routeOf(arrived, routerOf(version));
      route = routed.route;
      from.onRoute?.(route);
      const answered = turnedAway(arrived, from) ?? (await routed.answer());
      // Pages go by the time of the server.
      if (runtime.isClockMoved()) answered.headers.set('date', new Date(runtime.clock()).toUTCString());
      return request.method === 'HEAD' && answered.body !== null ? withoutBody(answered) : answered;
    } catch (error) {
      return answerError({ ...arrived, route }, error);
    }
  };
}

/** Behind a proxy the address that people see is the one that was configured, whatever the request says of it. */
function urlOf(request: Request, { origin }: Runtime): URL {
  const sent = new URL(request.url);
  if (origin === null) return sent;
  // Assigned, not resolved: a path such as `//evil.example/` would replace the host.
  const url = new URL(origin);
  url.pathname = sent.pathname;
  url.search = sent.search;
  return url;
}

function turnedAway(arrived: Arrived, { port = null }: From): Response | null {
  const { runtime, request, url } = arrived;
  const isLocal = runtime.origin === null;
  const turned = guardPath(url) ?? (isLocal ? guardHost(request, url, port) : null) ?? guardOrigin(request, url);
  return turned === null ? null : protocolAnswer(arrived, turned);
}

/** The route of a request that nothing answers. */
export const NO_ROUTE = '-';

interface Routed {
  /** Its pattern. */
  readonly route: string;
  readonly answer: () => Promise<Response> | Response;
}

/** Finds what answers a request: a call, an endpoint of ours, a file of the client, or the page. */
function routeOf(arrived: Arrived, router: Router): Routed {
  const { request, url, version, runtime } = arrived;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = router(method, url.pathname);
  const accept = request.headers.get('accept') ?? '*/*';
  const wantsPage = method === 'GET' && accept.includes('text/html');
  const isOwn = url.pathname.startsWith('/_/');
  const screen = wantsPage && !isOwn ? version.screens('GET', url.pathname) : null;
  // A screen and a call may share an address: a browser that opens it gets the page.
  const isPage = screen?.found === 'value';
  if (found.found === 'value' && !isPage) {
    const { pattern, params, value } = found;
    return { route: pattern, answer: () => counted({ ...arrived, route: pattern }, params, value) };
  }
  if (method === 'GET') {
    const file = fileAnswer(request, runtime.assets, url.pathname, !runtime.dev);
    // Files of the client have public names.
    if (file !== null) return { route: url.pathname, answer: () => file };
    // Whoever asks for the printed address with a program that takes anything gets the page too.
    if ((wantsPage && (!isOwn || url.pathname === SIGN_IN)) || (url.pathname === '/' && accept.includes('*/*')))
      return { route: isPage ? screen.pattern : NO_ROUTE, answer: () => page(arrived) };
  }
  const nothing = { ...arrived, route: NO_ROUTE };
  return { route: NO_ROUTE, answer: () => counted(nothing, new Map(), (asking) => nothingThere(asking, found)) };
}

/** Whom the browser is expected to speak for, read while it is looked up whether it does. */
async function expectedOf({ runtime, version }: Arrived, session: Session | null): Promise<Principal | null> {
  const expected = session === null ? null : session.expected();
  // Where it fails, it is tried again for whoever it is.
  return expected === null ? null : personOf(runtime, version, expected).catch(() => null);
}

/** Counts the request against the limit, then looks up who asks, then lets the handler answer. */
async function counted(
  arrived: Omit<RequestContext, 'params' | 'who'>,
  params: RequestContext['params'],
  handler: Handler,
): Promise<Response> {
  const { runtime, version, now } = arrived;
  const session = sessionOf(arrived);
  const [person, expected] = await Promise.all([authenticatedPerson(arrived, session), expectedOf(arrived, session)]);
  const rate = rateOf(version.model.limits);
  const key = person === null ? `address ${addressKey(arrived.address ?? '')}` : `person ${person}`;
  const wait = await runtime.rateLimit(key, rate, now);
  if (wait !== null) {
    const words = version.app.format.duration({ months: 0, days: 0, ms: wait * 1_000 });
    const decidedBy = version.model.limits.flatMap(({ name, id }) => (name === 'requests' ? id : []));
    return standardAnswer(arrived, 'TOO_MANY_REQUESTS', { wait: words, n: wait }, { retryAfter: wait, decidedBy });
  }
  const isExpected = person !== null && expected?.row?.id === person;
  return handler({ ...arrived, params, who: isExpected ? expected : await personOf(runtime, version, person) });
}

function nothingThere(asking: RequestContext, found: Found<Handler>): Response {
  const methods = found.found === 'methods' ? found.allow : [];
  const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
  if (methods.length > 0 && asking.request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { allow: allow.join(', ') } });
  if (methods.length > 0) return protocolAnswer(asking, 'METHOD_NOT_ALLOWED', { allow });
  if (isOlderPage(asking)) return standardAnswer(asking, 'DOCUMENT_CHANGED');
  return standardAnswer(asking, 'NOT_FOUND', { entity: 'page' });
}

function page(arrived: Arrived): Response {
  const { request, runtime, version } = arrived;
  const { name, product } = version.model;
  const switcher = runtime.dev ? runtime.switcher : null;
  const isKnown = tokenOf(arrived) !== null;
  return pageAnswer(request, runtime.assets, {
    language: product.language.value ?? 'en',
    isStated: product.language.standing === 'stated',
    speech: version.speech,
    title: name,
    document: version.hash,
    isKnown,
    opens: isKnown ? opensAt(version.model, arrived.url.pathname) : null,
    switcher,
  });
}

function withoutBody(answer: Response): Response {
  void answer.body?.cancel();
  return new Response(null, { status: answer.status, headers: answer.headers });
}
