import { setTimeout as pause } from 'node:timers/promises';
import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import { all, type DbProgram, get, run, send } from '../core/db-program.ts';
import type { Signals } from '../core/signals.ts';
import type { ChangedRecord } from '../core/store.ts';
import type { Connections } from './postgres-connections.ts';
import type { Transactions } from './postgres-transactions.ts';

/**
 * Publishes changes to the other nodes. Each write stores its changes in a table within its own transaction; a
 * notification after the commit only says that there is something to read. A node that lost its connection reads the
 * changes that it missed.
 */
export interface ChangeChannel {
  /** Inside a write: stores the changes. Returns their number. */
  readonly storeChanges: (changes: readonly ChangedRecord[]) => DbProgram<number>;
  /**
   * Outside the write, if the result of its commit is unknown: returns whether the changes with this number were
   * stored. If not, they never will be, because this call occupies their number.
   */
  readonly wereStored: (number: number) => DbProgram<boolean>;
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
  readonly publish: (changes: readonly ChangedRecord[]) => void;
}

/** How long changes are stored for nodes that lost their connection. */
const RETENTION_MS = 60 * 60 * 1000;
const LONGEST_PAUSE = 5000;
/** Milliseconds after a notification during which further changes wait for the next one. */
const TOGETHER = 5;
/** Prefix of a change notification. The sender's id follows; the sender itself ignores the notification. */
const NOTICE = 'changed by ';
/** Interval of reading without a notification, in case a node ended before sending one. */
const LOOKS_EVERY = 5000;

export async function openChangeChannel({
  connections,
  transactions,
  channel,
  publish,
}: ChangeChannelOptions): Promise<ChangeChannel> {
  const node = crypto.randomUUID();
  const notice = `${NOTICE}${node}`;
  let numbers = 0;
  const told = new Set<number>();
  const hearing = new Set<(text: string) => void>();
  // All transactions before this one had ended at the last read.
  let before = await transactions.plain(oldest);
  let isClosed = false;
  let isSending = false;
  let mustSend = false;
  let reading: Promise<void> | null = null;
  let mustRead = false;
  let listening: { readonly stop: () => Promise<void> } | null = null;
  let retry: NodeJS.Timeout | null = null;

  const readOnce = async (): Promise<void> => {
    const { next, found } = await transactions.read(() => missedChanges(before, node));
    const fresh = found.filter(({ id }) => !told.has(id));
    for (const { id } of fresh) told.add(id);
    for (const { id, transaction } of found) if (transaction < next) told.delete(id);
    before = next;
    for (const { changes } of fresh) if (!isClosed) publish(changes);
  };
  const look = (): void => {
    mustRead = true;
    reading ??= (async () => {
      while (mustRead && !isClosed) {
        mustRead = false;
        // Changes that cannot be read now are read with the next notification.
        await readOnce().catch(() => {});
      }
      reading = null;
    })();
  };
  const hear = (said: string): void => {
    if (said === notice) return;
    if (said.startsWith(NOTICE)) look();
    else if (!isClosed) for (const each of hearing) each(said);
  };
  const listen = async (wait: number): Promise<void> => {
    if (isClosed) return;
    const again = () => {
      listening = null;
      if (isClosed) return;
      retry = setTimeout(() => void listen(Math.min(wait * 2, LONGEST_PAUSE)), wait);
      retry.unref();
    };
    try {
      const heard = await connections.listen(channel, hear, again);
      if (isClosed) await heard.stop();
      else listening = heard;
      look();
    } catch {
      again();
    }
  };
  const notify = (): void => {
    mustSend = true;
    if (isSending || isClosed) return;
    isSending = true;
    void (async () => {
      while (mustSend && !isClosed) {
        mustSend = false;
        await transactions.plain(() => get('SELECT pg_notify(?, ?)', [channel, notice])).catch(() => {});
        await pause(TOGETHER);
      }
      isSending = false;
    })();
  };

  await listen(100);
  const looking = setInterval(look, LOOKS_EVERY);
  looking.unref();
  return {
    storeChanges: (changes) => leave(node, ++numbers, changes),
    wereStored: (number) => wasLeft(node, number),
    notify,
    signals: {
      send: async (text) => {
        if (isClosed || text === '') return;
        await transactions.plain(() => get('SELECT pg_notify(?, ?)', [channel, text])).catch(() => {});
      },
      subscribe: (heard) => {
        hearing.add(heard);
        return () => void hearing.delete(heard);
      },
    },
    close: async () => {
      isClosed = true;
      clearInterval(looking);
      if (retry !== null) clearTimeout(retry);
      await listening?.stop();
      await reading;
    },
  };
}

/** Deletes changes after the time for which they are stored. */
export function* dropOldChanges(): DbProgram<void> {
  yield* run('DELETE FROM changes WHERE at < now() - make_interval(secs => ?)', [RETENTION_MS / 1000]);
}

function* oldest(): DbProgram<number> {
  return Number((yield* get('SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint'))?.[0]);
}

function* leave(node: string, number: number, changes: readonly ChangedRecord[]): DbProgram<number> {
  yield* send('INSERT INTO changes (node, number, changes) VALUES (?, ?, ?)', [node, number, JSON.stringify(changes)]);
  return number;
}

/**
 * Waits for a transaction that is still writing this number. Repeated calls return the same; a number occupied by this
 * call does not count as stored.
 */
function* wasLeft(node: string, number: number): DbProgram<boolean> {
  const sql = "INSERT INTO changes (node, number, changes) VALUES (?, ?, '[]') ON CONFLICT (node, number) DO NOTHING";
  yield* run(sql, [node, number]);
  const there = yield* get('SELECT changes FROM changes WHERE node = ? AND number = ?', [node, number]);
  return there !== undefined && there[0] !== '[]';
}

interface Missed {
  readonly id: number;
  readonly transaction: number;
  readonly changes: readonly ChangedRecord[];
}

/**
 * Returns the changes of other nodes from transactions that had not ended at the last read; some of them may be known
 * already.
 */
function* missedChanges(
  before: number,
  node: string,
): DbProgram<{ readonly next: number; readonly found: readonly Missed[] }> {
  const next = yield* oldest();
  const rows = yield* all(
    'SELECT id, transaction, changes FROM changes WHERE transaction >= ? AND node <> ? ORDER BY id',
    [before, node],
  );
  const found = rows.map(([id, transaction, changes]) => ({
    id: Number(id),
    transaction: Number(transaction),
    changes: (JSON.parse(String(changes)) as ChangedRecord[]).map(changeFromJson),
  }));
  return { next, found };
}

const changeFromJson = (change: ChangedRecord): ChangedRecord => ({
  ...change,
  before: rowOf(change.before),
  after: rowOf(change.after),
});

/** Copies values into objects without a prototype, because field names may equal names of object methods. */
function rowOf(row: Row | null): Row | null {
  if (row === null) return null;
  const values = noValues();
  for (const [name, value] of Object.entries(row.values))
    values[name] = isLines(value) ? value.flatMap((line) => rowOf(line) ?? []) : value;
  return { ...row, values };
}

function isLines(value: Value): value is readonly Row[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'object' && each !== null && 'values' in each)
  );
}
