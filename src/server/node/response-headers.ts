import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';

/**
 * Headers of every response that leaves the server: pages, files, calls, refusals, health checks, and answers to
 * requests that are not valid HTTP. A header for all responses is added here and nowhere else.
 */
export const RESPONSE_HEADERS: OutgoingHttpHeaders & Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
};

/**
 * A response with `RESPONSE_HEADERS`, which join the others when the head is written: with `setHeader`, Node would check
 * and store all headers twice.
 */
export class HeadedResponse<Incoming extends IncomingMessage = IncomingMessage> extends ServerResponse<Incoming> {
  /** Further headers of this response. They replace others of the same name. */
  readonly added: Record<string, string> = {};

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const given = rest.at(-1);
    const headers = typeof given === 'object' ? given : {};
    return super.writeHead(status, { ...RESPONSE_HEADERS, ...headers, ...this.added });
  }
}
