import { setTimeout as pause } from 'node:timers/promises';
import { type DbProgram, get } from '../core/db-program.ts';
import type { Signals } from '../core/signals.ts';
import type { ChangedRecord } from '../core/store.ts';
import { commitsSince, currentSnapshot, MAX_UNCHECKED_MS } from './change-log.ts';
import type { KnownChanges } from './known-changes.ts';
import type { Connections } from './postgres-connections.ts';
import type { Transactions } from './postgres-transactions.ts';

/**
 * Learns what other nodes committed, by checks of the change log. A notification after each commit only says that there
 * is something to read; a node that lost its connection reads what it missed.
 */
export interface ChangeChannel {
  /** Identifies this node in the change log, until it is renamed. */
  readonly node: () => string;
  /**
   * Gives this node another id, so that checks report what it wrote before like the commits of other nodes. Call it if the
   * outcome of a commit is unknown, because it may still be stored later.
   */
  readonly rename: () => void;
  /**
   * Resolves after a check that began after this call, so that everything committed before the call is known. Calls that
   * come while a check is under way share the next one.
   */
  readonly check: () => Promise<void>;
  /** After the commit: notifies the other nodes. Notifications that wait together are sent as one. */
  readonly notify: () => void;
  /** Messages over the same channel. */
  readonly signals: Signals;
  readonly close: () => Promise<void>;
}

interface ChangeChannelOptions {
  readonly connections: Connections;
  readonly transactions: Transactions;
  readonly channel: string;
  readonly known: KnownChanges;
  /** Whether anybody needs the records that other nodes change. */
  readonly wantsRecords: () => boolean;
  readonly publish: (changes: readonly ChangedRecord[]) => void;
}

const MAX_RETRY_MS = 5000;
/** Milliseconds after a notification during which further changes wait for the next one. */
const NOTICE_INTERVAL_MS = 5;
/** Prefix of a change notification. The sender's id follows; the sender itself ignores the notification. */
const NOTICE = 'changed by ';
/** Interval of checks without a notification, in case a node ended before sending one. */
const CHECK_INTERVAL_MS = 5000;

export async function openChangeChannel(options: ChangeChannelOptions): Promise<ChangeChannel> {
  const { connections, transactions, channel, known, wantsRecords, publish } = options;
  let node = crypto.randomUUID();
  const signalListeners = new Set<(text: string) => void>();
  let since = await transactions.plain(currentSnapshot);
  let checkedAt = performance.now();
  let isClosed = false;
  let isSending = false;
  let mustSend = false;
  let listening: { readonly stop: () => Promise<void> } | null = null;
  let retry: NodeJS.Timeout | null = null;

  const checkOnce = async (): Promise<void> => {
    const startedAt = performance.now();
    known.startCheck();
    const read = (withRecords: boolean) => transactions.quick(() => commitsSince(since, { node, withRecords }));
    const wasWanted = wantsRecords();
    let { snapshot, commits } = await read(wasWanted);
    // Somebody may have begun to listen before the commits.
    if (commits.length > 0 && !wasWanted && wantsRecords()) ({ snapshot, commits } = await read(true));
    // A server that took over may lack transactions that the other one had.
    const mayHaveMissed = startedAt - checkedAt > MAX_UNCHECKED_MS || BigInt(snapshot.max) < BigInt(since.max);
    since = snapshot;
    known.endCheck([...(mayHaveMissed ? [null] : []), ...commits.map(({ versions }) => versions)]);
    checkedAt = startedAt;
    for (const { changes } of commits) if (changes !== null && changes.length > 0 && !isClosed) publish(changes);
  };
  const check = oneAtATime(checkOnce);
  // What cannot be read now is read with the next check.
  const checkInBackground = (): void => {
    if (!isClosed) void check().catch(() => {});
  };
  const receive = (text: string): void => {
    if (text === NOTICE + node) return;
    if (!text.startsWith(NOTICE)) {
      if (!isClosed) for (const each of signalListeners) each(text);
    } else if (wantsRecords()) checkInBackground();
  };
  const listen = async (wait: number): Promise<void> => {
    if (isClosed) return;
    const retryLater = () => {
      listening = null;
      if (isClosed) return;
      retry = setTimeout(() => void listen(Math.min(wait * 2, MAX_RETRY_MS)), wait);
      retry.unref();
    };
    try {
      const received = await connections.listen(channel, receive, retryLater);
      if (isClosed) await received.stop();
      else listening = received;
      // Another server may have taken over, without commits that this node knows of.
      known.addOwn(null);
      checkInBackground();
    } catch {
      retryLater();
    }
  };
  const send = (text: string): Promise<unknown> =>
    transactions.plain(() => notification(channel, text)).catch(() => {});
  const notify = (): void => {
    mustSend = true;
    if (isSending || isClosed) return;
    isSending = true;
    void (async () => {
      while (mustSend && !isClosed) {
        mustSend = false;
        await send(NOTICE + node);
        await pause(NOTICE_INTERVAL_MS);
      }
      isSending = false;
    })();
  };

  await listen(100);
  const checking = setInterval(checkInBackground, CHECK_INTERVAL_MS);
  checking.unref();
  return {
    node: () => node,
    rename: () => {
      node = crypto.randomUUID();
    },
    check,
    notify,
    signals: {
      send: async (text) => {
        if (!isClosed && text !== '') await send(text);
      },
      subscribe: (received) => {
        signalListeners.add(received);
        return () => void signalListeners.delete(received);
      },
    },
    close: async () => {
      isClosed = true;
      clearInterval(checking);
      if (retry !== null) clearTimeout(retry);
      await listening?.stop();
    },
  };
}

function* notification(channel: string, text: string): DbProgram<void> {
  yield* get('SELECT pg_notify(?, ?)', [channel, text]);
}

/**
 * Returns a function that resolves after a run of `work` that began after the call. Runs do not overlap; calls during a
 * run share the next one, and so do the calls of one turn of the event loop.
 */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    next ??= (async () => {
      await running;
      await new Promise((resolve) => setImmediate(resolve));
      next = null;
      const run = work();
      running = run.catch(() => {});
      await run;
    })();
    return next;
  };
}
