import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Fetch } from '../application/http-application.ts';
import { compressResponse } from './compress-response.ts';
import { expectationFailed, notHttp, unreadable } from './malformed-request.ts';
import { HeadedResponse } from './response-headers.ts';

/** A listening server. `stop` lets requests finish for at most `graceMs`, then closes their connections. */
export interface RunningServer {
  readonly port: number;
  readonly url: string;
  readonly stop: (graceMs?: number) => Promise<void>;
}

export interface ServeOptions {
  readonly fetch: Fetch;
  /** The preferred port; 0 for any. */
  readonly port: number;
  /**
   * Whether the client's address is the last one in X-Forwarded-For, as a trusted proxy sets it. Otherwise the header
   * is ignored.
   */
  readonly behindProxy?: boolean;
  /** Number of further ports to try if the port is taken. */
  readonly tries?: number;
}

const portTaken = new Set(['EADDRINUSE', 'EACCES']);

/** Listens on 127.0.0.1 only. Rejects with a sentence if no port is free. */
export async function serve({ fetch, port, tries = 20, behindProxy = false }: ServeOptions): Promise<RunningServer> {
  const bound: { port: number } = { port };
  // The error handler is called synchronously, before the next request, so `current` is the malformed one.
  let current: IncomingMessage | null = null;
  const listener = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const forwardedFor = behindProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
      const address = forwardedFor ?? incoming.socket.remoteAddress ?? null;
      const addHeader = (name: string, value: string): void => {
        if (outgoing instanceof HeadedResponse) outgoing.added[name] = value;
      };
      return compressResponse(request, await fetch(request, { address, port: bound.port, addHeader }));
    },
    { errorHandler: () => unreadable(current) },
  );
  const limits = { maxHeaderSize: 16_384, requestTimeout: 60_000, headersTimeout: 15_000, requireHostHeader: false };
  const server = createServer({ ...limits, ServerResponse: HeadedResponse }, (incoming, outgoing) => {
    current = incoming;
    return listener(incoming, outgoing);
  });
  server.on('checkExpectation', expectationFailed);
  server.on('clientError', notHttp);
  server.keepAliveTimeout = 5_000;
  server.maxRequestsPerSocket = 0;
  bound.port = await listenNear(server, port, tries);
  return { port: bound.port, url: `http://localhost:${bound.port}/`, stop: (graceMs = 5_000) => stop(server, graceMs) };
}

async function listenNear(server: Server, wished: number, tries: number): Promise<number> {
  const last = wished === 0 ? 0 : Math.min(wished + tries, 65_535);
  for (let port = wished; port <= last; port++) {
    const got = await listen(server, port);
    if (got !== null) return got;
  }
  throw new Error(
    `No port from ${wished} to ${last} is free. Stop a program that uses one, or choose another with --port.`,
  );
}

/** Returns the port, or null if it is taken. */
function listen(server: Server, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      if (portTaken.has(error.code ?? '')) resolve(null);
      else reject(error);
    };
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * Closes the server. A keep-alive connection becomes idle only after its last response, so idle connections are closed
 * repeatedly.
 */
function stop(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    const sweep = setInterval(() => server.closeIdleConnections(), 20);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
}
