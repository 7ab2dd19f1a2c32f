import type { RequestContext } from '../runtime/request-context.ts';

type Arrived = Pick<RequestContext, 'version' | 'request' | 'url'>;

/** A request from a page of another origin that the document lets use its calls. */
export interface CrossOrigin {
  /** The value of `access-control-allow-origin`. */
  readonly allowed: string;
}

/**
 * Returns the allowance of a request from a page of another origin; null if it comes from no such page, or the document
 * does not let that origin use its calls.
 */
export function crossOriginOf({ version, request, url }: Arrived): CrossOrigin | null {
  const origin = request.headers.get('origin');
  const { cors } = version.model.api;
  if (origin === null || origin === url.origin || url.pathname.startsWith('/_/')) return null;
  if (cors.includes('*')) return { allowed: '*' };
  return cors.includes(origin) ? { allowed: origin } : null;
}

/**
 * Returns the request without its cookies: a page of another origin acts for nobody who is signed in here by a cookie,
 * only for those whose token it sends itself.
 */
export function withoutCookies(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('cookie');
  return new Request(request, { headers });
}

/** Whether a browser asks before it sends the request. */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('access-control-request-method');

/** How long a browser may remember the answer to a preflight request, in seconds. */
const PREFLIGHT_SECONDS = 600;

/** Answers a preflight request about a path with these methods. */
export function preflightAnswer(request: Request, cross: CrossOrigin, methods: readonly string[]): Response {
  const asked = request.headers.get('access-control-request-headers');
  const headers: Record<string, string> = {
    'access-control-allow-methods': methods.join(', '),
    'access-control-max-age': String(PREFLIGHT_SECONDS),
    ...(asked === null ? {} : { 'access-control-allow-headers': asked }),
  };
  return allowOrigin(new Response(null, { status: 204, headers }), cross);
}

/**
 * Lets the page read the response and its headers. The response sets no cookie: otherwise a form that another page
 * posts could sign a browser in as somebody else.
 */
export function allowOrigin(response: Response, { allowed }: CrossOrigin): Response {
  response.headers.delete('set-cookie');
  response.headers.set('access-control-allow-origin', allowed);
  response.headers.set('access-control-expose-headers', '*');
  response.headers.set('cross-origin-resource-policy', 'cross-origin');
  response.headers.append('vary', 'Origin');
  return response;
}
