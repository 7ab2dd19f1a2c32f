import { hasEntry } from '../../engine/errors/catalogue-entries.ts';
import { callRoutes } from '../api/call-routes.ts';
import { contractRoutes } from '../api/contract-routes.ts';
import { authenticatedPerson, sendsInvalidToken, sessionOf, tokenOf } from '../auth/authenticate.ts';
import { compilePaths, type RouteMatch } from '../core/path-template.ts';
import { rateOf } from '../core/rate-limit.ts';
import { protocolAnswer, standardAnswer, tooManyRequests } from '../http/answer.ts';
import { allowOrigin, crossOriginOf, isPreflight, preflightAnswer, withoutCookies } from '../http/cors.ts';
import { guardHost, guardOrigin, guardPath } from '../http/cross-site-guard.ts';
import { answerError } from '../http/fault-response.ts';
import { fileAnswer, pageAnswer, screenKindAt } from '../http/html-page.ts';
import { isOlderPage } from '../http/stale-client.ts';
import { loadPrincipal } from '../runtime/persons.ts';
import { rateKeyOf } from '../runtime/rate-key.ts';
import type { Handler, RequestContext, RequestOrigin } from '../runtime/request-context.ts';
import type { Runtime, Version } from '../runtime/runtime.ts';
import { internalRoutes } from './internal-routes.ts';

/** The server as a function. It never throws: every request gets a response. */
export type Fetch = (request: Request, from?: RequestOrigin) => Promise<Response>;

/** The sign-in page, to which links in e-mails lead. */
const SIGN_IN = '/_/sign-in';

type Router = (method: string, path: string) => RouteMatch<Handler>;

/** The context of a request before authentication. */
type UnauthenticatedContext = Omit<RequestContext, 'params' | 'principal' | 'route'>;

/**
 * Creates the server: the document's calls, the internal endpoints under `/_/`, the client's files, and the client's
 * page for all other paths.
 */
export function createHttpApplication(runtime: Runtime): Fetch {
  const routers = new WeakMap<Version, Router>();
  const routerOf = (version: Version): Router => {
    const cached = routers.get(version);
    if (cached !== undefined) return cached;
    const router = compilePaths([
      ...internalRoutes,
      ...contractRoutes(version.model.api),
      ...callRoutes(version.model.calls),
    ]);
    routers.set(version, router);
    return router;
  };
  return async (sent, from = {}) => {
    const version = runtime.versionFor(sent);
    const address = from.address ?? null;
    const url = urlOf(sent, runtime);
    const cross = crossOriginOf({ version, request: sent, url });
    const request = cross === null ? sent : withoutCookies(sent);
    const context = { runtime, version, request, url, now: runtime.clock(), address, id: from.id ?? null };
    let route = NO_ROUTE;
    try {
      const router = routerOf(version);
      const routed = routeOf(context, router);
      route = routed.route;
      from.onRoute?.(route);
      const guarded = guardRequest(context, from, cross !== null);
      if (guarded === null && cross !== null && isPreflight(request))
        return preflightAnswer(request, cross, methodsAt(router, url.pathname));
      const answered = guarded ?? (await runtime.store.duringRequest(async () => routed.answer()));
      const response = cross === null ? answered : allowOrigin(answered, cross);
      // Pages use the server's time.
      if (runtime.isClockMoved()) response.headers.set('date', new Date(runtime.clock()).toUTCString());
      return request.method === 'HEAD' && response.body !== null ? withoutBody(response) : response;
    } catch (error) {
      return answerError({ ...context, route }, error);
    }
  };
}

/** Returns the URL of a request. Behind a proxy its origin is the configured one, whatever the request says. */
function urlOf(request: Request, { origin }: Runtime): URL {
  const sent = new URL(request.url);
  if (origin === null) return sent;
  // The path is assigned, not resolved: a path such as `//evil.example/` would replace the host.
  const url = new URL(origin);
  url.pathname = sent.pathname;
  url.search = sent.search;
  return url;
}

/** Returns the methods of a path. */
function methodsAt(router: Router, path: string): readonly string[] {
  const match = router('OPTIONS', path);
  return match.found === 'methods' ? match.allow : [];
}

function guardRequest(
  context: UnauthenticatedContext,
  { port = null }: RequestOrigin,
  isAllowed: boolean,
): Response | null {
  const { runtime, request, url } = context;
  const isLocal = runtime.origin === null;
  const refusal =
    guardPath(url) ??
    (isLocal ? guardHost(request, url, port) : null) ??
    (isAllowed ? null : guardOrigin(request, url));
  return refusal === null ? null : protocolAnswer(context, refusal);
}

/** The route of a request that matches none. */
export const NO_ROUTE = '-';

interface Routed {
  /** The route pattern. */
  readonly route: string;
  readonly answer: () => Promise<Response> | Response;
}

/** Finds what answers a request: a call of the document, an internal endpoint, a file of the client, or the page. */
function routeOf(context: UnauthenticatedContext, router: Router): Routed {
  const { request, url, version, runtime } = context;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const match = router(method, url.pathname);
  const accept = request.headers.get('accept') ?? '*/*';
  const wantsPage = method === 'GET' && accept.includes('text/html');
  const isOwn = url.pathname.startsWith('/_/');
  const screen = wantsPage && !isOwn ? version.screens('GET', url.pathname) : null;
  const pattern = screen?.found === 'value' ? screen.pattern : NO_ROUTE;
  // A screen and a call may have the same path. A browser that opens it gets the page; `/` is always a page.
  const isPage = screen?.found === 'value' || (wantsPage && url.pathname === '/');
  if (match.found === 'value' && !isPage) {
    const { params, value } = match;
    const { pattern: route } = match;
    return { route, answer: () => authenticateAndAnswer({ ...context, route }, params, value) };
  }
  if (method === 'GET') {
    const file = fileAnswer(request, runtime.assets, url.pathname, !runtime.dev);
    // Paths of client files are public, so they may be logged.
    if (file !== null) return { route: url.pathname, answer: () => file };
    // `/` answers with the page even to programs that accept any type, because its address is printed on the terminal.
    if ((wantsPage && (!isOwn || url.pathname === SIGN_IN)) || (url.pathname === '/' && accept.includes('*/*')))
      return { route: pattern, answer: () => page(context) };
  }
  const unrouted = { ...context, route: NO_ROUTE };
  return {
    route: NO_ROUTE,
    answer: () => authenticateAndAnswer(unrouted, new Map(), (context) => answerUnknownRoute(context, match)),
  };
}

/** Authenticates the request, counts it against the rate limit, loads the principal and calls the handler. */
async function authenticateAndAnswer(
  context: Omit<RequestContext, 'params' | 'principal'>,
  params: RequestContext['params'],
  handler: Handler,
): Promise<Response> {
  const { runtime, version, now } = context;
  const person = await authenticatedPerson(context, sessionOf(context));
  const isRefused = person === null && sendsInvalidToken(context) && !isSigningIn(context);
  const rate = rateOf(version.model.limits);
  const wait = await runtime.rateLimit(rateKeyOf(person, context.address), rate, now);
  if (wait !== null) {
    const decidedBy = version.model.limits.flatMap(({ name, id }) => (name === 'requests' ? id : []));
    return tooManyRequests(context, wait, decidedBy);
  }
  if (isRefused)
    return standardAnswer(context, hasEntry(version.compiled, 'TOKEN_NOT_VALID') ? 'TOKEN_NOT_VALID' : 'NOT_SIGNED_IN');
  return handler({ ...context, params, principal: await loadPrincipal(runtime, version, person) });
}

/**
 * Whether the route is a call that signs somebody up or in, or out without having signed in. A token of before does not
 * count there.
 */
function isSigningIn({ version, request, route }: Pick<RequestContext, 'version' | 'request' | 'route'>): boolean {
  return version.model.calls.some(
    ({ id, does, path, method }) =>
      path === route &&
      method === request.method &&
      does.kind === 'account' &&
      (does.act === 'sign in' ||
        does.act === 'sign up' ||
        (does.act === 'sign out' && version.compiled.calls.get(id)?.callers?.isForAnyone === true)),
  );
}

function answerUnknownRoute(context: RequestContext, match: RouteMatch<Handler>): Response {
  const methods = match.found === 'methods' ? match.allow : [];
  const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort();
  if (methods.length > 0 && context.request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { allow: allow.join(', ') } });
  if (methods.length > 0) return standardAnswer(context, 'METHOD_NOT_ALLOWED', {}, { allow });
  if (isOlderPage(context)) return standardAnswer(context, 'DOCUMENT_CHANGED');
  return standardAnswer(context, 'NOT_FOUND', { entity: 'page' });
}

function page(context: UnauthenticatedContext): Response {
  const { request, runtime, version } = context;
  const { name, product } = version.model;
  const switcher = runtime.dev ? runtime.switcher : null;
  const isSignedIn = tokenOf(context) !== null;
  return pageAnswer(request, runtime.assets, {
    language: product.language.value ?? 'en',
    isStated: product.language.standing === 'stated',
    speech: version.speech,
    title: name,
    document: version.hash,
    isSignedIn,
    screenKind: isSignedIn ? screenKindAt(version.model, context.url.pathname) : null,
    switcher,
  });
}

function withoutBody(answer: Response): Response {
  void answer.body?.cancel();
  return new Response(null, { status: answer.status, headers: answer.headers });
}
