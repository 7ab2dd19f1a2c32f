import type { OutgoingHttpHeaders } from 'node:http';

/**
 * Headers of every response that leaves the server: pages, files, calls, refusals, health checks, and answers to
 * requests that are not valid HTTP. A header for all responses is added here and nowhere else.
 */
export const RESPONSE_HEADERS: OutgoingHttpHeaders & Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
};
