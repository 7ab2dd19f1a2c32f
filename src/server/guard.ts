/** Why a request is turned away before anybody looks at it. */
export interface Turned {
  readonly status: 403 | 421;
  readonly code: string;
  readonly message: string;
  readonly next: string;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const localNames = new Set(['127.0.0.1', 'localhost']);

export const isSafe = (method: string): boolean => safeMethods.has(method);

/**
 * In development only this machine's own names are answered, at the port that listens, so that no foreign page can
 * reach the server under a name of its own (DNS rebinding). `port` null: there is no socket, as in tests.
 */
export function guardHost(request: Request, url: URL, port: number | null): Turned | null {
  const header = request.headers.get('host');
  const hosts = header === null ? [url.host] : [url.host, header.toLowerCase()];
  if (hosts.every((host) => isLocal(host, port))) return null;
  return {
    status: 421,
    code: 'OTHER_HOST',
    message: 'This server answers under its own name only.',
    next: `Open http://localhost${port === null ? '' : `:${port}`}/ instead.`,
  };
}

function isLocal(host: string, port: number | null): boolean {
  const [name = '', given] = host.split(':');
  return localNames.has(name) && (port === null || Number(given ?? '80') === port);
}

/** A request that changes something comes from a page of this very server, or from no page at all. */
export function guardOrigin(request: Request, url: URL): Turned | null {
  if (isSafe(request.method)) return null;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const ours = origin === null || origin === url.origin;
  if (ours && (site === null || site === 'same-origin' || site === 'none')) return null;
  return {
    status: 403,
    code: 'OTHER_ORIGIN',
    message: 'Another website tried to change something here.',
    next: 'Do it from a page of this application.',
  };
}
