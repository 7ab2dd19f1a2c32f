import { setTimeout as pause } from 'node:timers/promises';
import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import { all, get, run, type Steps, send } from '../core/db-program.ts';
import type { Signals } from '../core/signals.ts';
import type { Changed } from '../core/store.ts';
import type { Connections } from './postgres-connections.ts';
import type { Transactions } from './postgres-transactions.ts';

/**
 * What changed, told to the other nodes. Each write leaves its changes in a table, in its own transaction; a notice after the
 * commit only says that there is something to read. A node that lost its connection reads what it missed.
 */
export interface Live {
  /** Inside a write; the number under which they are left. */
  readonly leave: (changes: readonly Changed[]) => Steps<number>;
  /**
   * Outside of it, where nobody heard what became of its commit: whether what was to be left under this number is there. Where
   * it is not, it never will be: its place is taken.
   */
  readonly wasLeft: (number: number) => Steps<boolean>;
  /** After its commit: tells the others. Notices that wait together are one. */
  readonly notify: () => void;
  /** Over the same channel. */
  readonly signals: Signals;
  readonly close: () => Promise<void>;
}

interface LiveOptions {
  readonly connections: Connections;
  readonly transactions: Transactions;
  readonly channel: string;
  readonly tell: (changes: readonly Changed[]) => void;
}

/** Changes are kept this long for nodes that lost their connection. */
const KEPT = 60 * 60 * 1000;
const LONGEST_PAUSE = 5000;
/** What is written within so many milliseconds after a notice is told with the next. */
const TOGETHER = 5;
/** How a notice begins that something changed; then comes who says so, which knows it already. */
const NOTICE = 'changed by ';
/** A notice may get lost with the node that should have sent it. */
const LOOKS_EVERY = 5000;

export async function liveOver({ connections, transactions, channel, tell }: LiveOptions): Promise<Live> {
  const node = crypto.randomUUID();
  const notice = `${NOTICE}${node}`;
  let numbers = 0;
  const told = new Set<number>();
  const hearing = new Set<(text: string) => void>();
  // Every transaction before this one was over when we last looked.
  let before = await transactions.plain(oldest);
  let isClosed = false;
  let isSending = false;
  let mustSend = false;
  let reading: Promise<void> | null = null;
  let mustRead = false;
  let listening: { readonly stop: () => Promise<void> } | null = null;
  let retry: NodeJS.Timeout | null = null;

  const readOnce = async (): Promise<void> => {
    const { next, found } = await transactions.read(() => missed(before, node));
    const fresh = found.filter(({ id }) => !told.has(id));
    for (const { id } of fresh) told.add(id);
    for (const { id, transaction } of found) if (transaction < next) told.delete(id);
    before = next;
    for (const { changes } of fresh) if (!isClosed) tell(changes);
  };
  const look = (): void => {
    mustRead = true;
    reading ??= (async () => {
      while (mustRead && !isClosed) {
        mustRead = false;
        // Whatever could not be read now is read with the next notice.
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
    leave: (changes) => leave(node, ++numbers, changes),
    wasLeft: (number) => wasLeft(node, number),
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

/** Forgets changes that every node has heard of, or has been gone too long for. */
export function* dropOldChanges(): Steps<void> {
  yield* run('DELETE FROM changes WHERE at < now() - make_interval(secs => ?)', [KEPT / 1000]);
}

function* oldest(): Steps<number> {
  return Number((yield* get('SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint'))?.[0]);
}

function* leave(node: string, number: number, changes: readonly Changed[]): Steps<number> {
  yield* send('INSERT INTO changes (node, number, changes) VALUES (?, ?, ?)', [node, number, JSON.stringify(changes)]);
  return number;
}

/** Waits for whoever is still at work on it. Asked again it says the same: a place that was taken here tells nothing. */
function* wasLeft(node: string, number: number): Steps<boolean> {
  const sql = "INSERT INTO changes (node, number, changes) VALUES (?, ?, '[]') ON CONFLICT (node, number) DO NOTHING";
  yield* run(sql, [node, number]);
  const there = yield* get('SELECT changes FROM changes WHERE node = ? AND number = ?', [node, number]);
  return there !== undefined && there[0] !== '[]';
}

interface Missed {
  readonly id: number;
  readonly transaction: number;
  readonly changes: readonly Changed[];
}

/** What others left in transactions that were not over yet when we last looked; some of it may be known. */
function* missed(before: number, node: string): Steps<{ readonly next: number; readonly found: readonly Missed[] }> {
  const next = yield* oldest();
  const rows = yield* all(
    'SELECT id, transaction, changes FROM changes WHERE transaction >= ? AND node <> ? ORDER BY id',
    [before, node],
  );
  const found = rows.map(([id, transaction, changes]) => ({
    id: Number(id),
    transaction: Number(transaction),
    changes: (JSON.parse(String(changes)) as Changed[]).map(revived),
  }));
  return { next, found };
}

const revived = (change: Changed): Changed => ({ ...change, before: rowOf(change.before), after: rowOf(change.after) });

/** Values by names of the document, which may be those of methods of every object: so in objects that have none. */
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
