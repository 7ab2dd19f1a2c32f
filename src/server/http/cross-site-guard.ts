import type { ProtocolCode } from '../core/protocol-errors.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const localNames = new Set(['127.0.0.1', 'localhost']);

export const isSafe = (method: string): boolean => safeMethods.has(method);

/**
 * In development, only this machine's own names with the server's port are accepted, so that no foreign page can reach
 * the server under its own name (DNS rebinding). `port` is null if there is no socket, as in tests.
 */
export function guardHost(request: Request, url: URL, port: number | null): ProtocolCode | null {
  const header = request.headers.get('host');
  const host = header?.toLowerCase() ?? url.host;
  return isLocal(url.host, port) && (host === url.host || isLocal(host, port)) ? null : 'OTHER_HOST';
}

function isLocal(host: string, port: number | null): boolean {
  const [name = '', given] = host.split(':');
  return localNames.has(name) && (port === null || Number(given ?? '80') === port);
}

/** Rejects a path that begins with two slashes: resolved as a URL, it would name another host. */
export function guardPath(url: URL): ProtocolCode | null {
  return url.pathname.startsWith('//') ? 'NOT_A_PATH' : null;
}

/** Rejects an unsafe request from a page of another origin (CSRF). Requests from no page are accepted. */
export function guardOrigin(request: Request, url: URL): ProtocolCode | null {
  if (isSafe(request.method)) return null;
  const origin = request.headers.get('origin');
  const site = request.headers.get('sec-fetch-site');
  const ours = origin === null || origin === url.origin;
  return ours && (site === null || site === 'same-origin' || site === 'none') ? null : 'OTHER_ORIGIN';
}
