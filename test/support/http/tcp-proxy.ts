import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** What becomes of bytes on their way. `held`: they are taken and never arrive, as behind a cable that is cut without a word. */
export type Way = 'open' | 'held';

/** Stands between a program and its database. */
export interface TcpProxy {
  readonly url: string;
  /** Ways of the connections that there are. */
  readonly existing: (toServer: Way, toClient: Way) => void;
  /** Ways of those that are made from now on. */
  readonly coming: (toServer: Way, toClient: Way) => void;
  /** So many milliseconds more, either way, for everybody. */
  readonly delay: (milliseconds: number) => void;
  /** Ends every connection, in the middle of whatever it says. */
  readonly cut: () => void;
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
}

interface Pair {
  readonly sockets: readonly [client: Socket, server: Socket];
  ways: readonly [toServer: Way, toClient: Way];
}

export async function tcpProxyTo(url: string): Promise<TcpProxy> {
  const target = new URL(url);
  const pairs = new Set<Pair>();
  const state: { coming: Pair['ways']; delay: number } = { coming: ['open', 'open'], delay: 0 };
  const listening = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const pair: Pair = { sockets: [client, server], ways: state.coming };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket, direction: 0 | 1) => {
      // In order: what was said before arrives before, whatever the delay is by now.
      let last = Promise.resolve();
      from.on('data', (bytes) => {
        const before = last;
        const { delay } = state;
        last = (async () => {
          if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
          await before;
          if (pair.ways[direction] === 'open' && !to.destroyed) to.write(bytes);
        })();
      });
      from.on('error', () => {});
      from.on('close', () => {
        pairs.delete(pair);
        // Of an end nothing is heard either.
        if (pair.ways[direction] === 'open') to.destroy();
      });
    };
    pass(client, server, 0);
    pass(server, client, 1);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => listening.listen(port, '127.0.0.1', resolve));
  const through = new URL(url);
  through.port = String(port);
  const all = new Set<Pair>();
  listening.on('connection', () => {
    for (const pair of pairs) all.add(pair);
  });
  const end = () => {
    for (const { sockets } of new Set([...all, ...pairs])) for (const socket of sockets) socket.destroy();
    pairs.clear();
    all.clear();
  };
  return {
    url: through.href,
    existing: (...ways) => {
      for (const pair of pairs) pair.ways = ways;
    },
    coming: (...ways) => {
      state.coming = ways;
    },
    delay: (milliseconds) => {
      state.delay = milliseconds;
    },
    cut: end,
    connections: () => pairs.size,
    stop: async () => {
      end();
      await new Promise((resolve) => listening.close(resolve));
    },
  };
}
