import type { Writable } from 'node:stream';
import pg from 'pg';
import { StoreError } from './error.ts';
import { OnePiece, outletTo, type Sending } from './postgres-outlet.ts';
import { answersOf, type Kept } from './postgres-piece.ts';
import { lookerAt, SilentError, type Watch, watchOver, within } from './postgres-silence.ts';
import { statements } from './postgres-statement.ts';
import { NOT_AS_BELIEVED } from './postgres-tables.ts';
import type { Answered, SqlRow, Step } from './steps.ts';
import type { SqlValue } from './storage.ts';

/** One connection, taken for a while. What fails rejects with the database's own error. */
export interface Connection {
  readonly ask: (step: Step) => Promise<Answered>;
  /** Statements without parameters, one after the other; the rows of the last. */
  readonly script: (statements: readonly string[]) => Promise<readonly SqlRow[]>;
}

/** The ways to one database. */
export interface Connections {
  /** Waits for a connection for at most some seconds. `free` gives it back; a broken one is thrown away. */
  readonly take: (
    sending: Sending,
  ) => Promise<{ readonly connection: Connection; readonly free: (broken?: boolean) => void }>;
  /** A connection of its own that hears what is said on a channel, until it is lost or `stop` is called. */
  readonly listen: (
    channel: string,
    heard: (said: string) => void,
    lost: () => void,
  ) => Promise<{ readonly stop: () => Promise<void> }>;
  readonly close: () => Promise<void>;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly schema: string;
  /** Most connections at a time, the listening one not counted. */
  readonly most: number;
  readonly trace?: (sql: string) => void;
  /** After so long without an answer it is looked whether the database is at work at all. */
  readonly silentMs?: number;
}

/** A connection that is made ready: by which process of the database, when, and what it keeps. */
interface Ready {
  readonly process: number;
  readonly since: number;
  readonly kept: Kept;
}

/** No statement runs longer. */
const STATEMENT_SECONDS = 30;
/** Nobody waits longer for a connection, a free one or a new one: so many silences. */
const WAIT_SILENCES = 3;
/** An answer may take longer; that nobody is at work on it is known after six times as long at most. */
const SILENT_SECONDS = 1.5;
/** Connections through `pg`. Statements are prepared under a name of their own and kept by each connection. */
export function connectionsTo(options: ConnectionOptions): Connections {
  const { url, schema, most, trace, silentMs = SILENT_SECONDS * 1000 } = options;
  const config = {
    connectionString: url,
    application_name: 'ninefold',
    keepAlive: true,
    connectionTimeoutMillis: WAIT_SILENCES * silentMs,
    // What is only sent goes out at once, behind what is still being answered.
    pipeline: true,
    stream: () => new OnePiece(),
  };
  const pool = new pg.Pool({
    ...config,
    max: most,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_SECONDS * 1000,
    idle_in_transaction_session_timeout: STATEMENT_SECONDS * 1000,
  });
  // A connection that breaks while nobody uses it is replaced when it is next needed.
  pool.on('error', () => {});
  pool.on('connect', outlive);
  const { asked } = statements();
  /** Connections that are made ready. */
  const ready = new WeakMap<object, Ready>();
  const watching = { silentMs, look: lookerAt({ connectionString: url, application_name: 'ninefold' }, silentMs) };
  // Where one went silent, those that were made before it may have, too.
  let trustedSince = 0;

  const made = async (client: pg.PoolClient): Promise<Ready> => {
    const there = ready.get(client);
    if (there !== undefined) return there;
    const since = performance.now();
    const text = `SET search_path TO ${schema}; SELECT pg_backend_pid()`;
    const setting = answersOf(client, new Map(), [{ text, name: null, parameters: NONE }]);
    const { answered, failure } = await within(setting, 2 * silentMs);
    if (failure !== null) throw failure;
    const made = { process: Number(answered[0]?.rows[0]?.[0]), since, kept: new Map() };
    ready.set(client, made);
    return made;
  };
  const pooled = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      const there = ready.get(client);
      if (there === undefined || there.since >= trustedSince) return client;
      client.release(true);
    }
  };

  return {
    take: async (sending) => {
      const client = await pooled();
      let watch: Watch | null = null;
      const free = (isBroken?: boolean) => {
        watch?.end();
        client.release(isBroken);
      };
      try {
        const { process, kept } = await made(client);
        const watched = watchOver(process, watching, () => {
          trustedSince = performance.now();
        });
        watch = watched;
        const put = outletTo(streamOf(client), sending, (piece) => watched.over(answersOf(client, kept, piece)));
        const ask = (step: Step) => {
          trace?.(step.sql);
          return put(asked(step.sql, step.parameters));
        };
        const script = async (texts: readonly string[]) => {
          const answers = await Promise.all(texts.map((sql) => put(asked(sql, NONE))));
          return answers.at(-1)?.rows ?? [];
        };
        return { connection: { ask, script }, free };
      } catch (cause) {
        free(true);
        throw cause;
      }
    },
    listen: async (channel, heard, lost) => {
      const own = new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0 });
      let isOver = false;
      const over = () => {
        if (isOver) return;
        isOver = true;
        client.release(true);
        void own.end().catch(() => {});
        lost();
      };
      own.on('error', () => {});
      own.on('connect', outlive);
      const client = await own.connect().catch(async (cause: unknown) => {
        await own.end();
        throw cause;
      });
      const stop = async () => {
        if (isOver) return;
        isOver = true;
        client.release(true);
        await own.end();
      };
      client.on('error', over);
      client.on('end', over);
      client.on('notification', ({ payload = '' }) => heard(payload));
      try {
        await client.query(`LISTEN ${channel}`);
      } catch (cause) {
        await stop();
        throw cause;
      }
      return { stop };
    },
    close: () => pool.end(),
  };
}

const NONE: readonly SqlValue[] = [];

const streamOf = (client: pg.PoolClient): Writable =>
  (client as unknown as { readonly connection: { readonly stream: Writable } }).connection.stream;

/**
 * Lets a connection break while nobody listens to it yet: a server that is going down opens one and ends it in one breath.
 * An error that nobody hears would end the process; whoever works on the connection is told by what they ask.
 */
function outlive(client: pg.PoolClient): void {
  client.on('error', () => {});
}

/** Whether the same work may succeed when it is done once more from the start. */
export function isConflict(cause: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(cause));
}

/** Whether what was believed of the data is not so. */
export function isNotAsBelieved(cause: unknown): boolean {
  return codeOf(cause) === NOT_AS_BELIEVED;
}

/** Somebody else stored the same value in the meantime: deciding again says so properly. */
export function isTwice(cause: unknown): boolean {
  return codeOf(cause) === '23505';
}

/** Whether the connection is gone, or there was none to have. */
export function isLost(cause: unknown): boolean {
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : '';
  return (
    /^(08|57P0|53300|ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_|EHOSTUNREACH|ENETUNREACH|ENOENT)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|has encountered a connection error|not queryable/.test(
      message,
    )
  );
}

/** Whether it is worth asking for another connection at once: nobody waited for this one, or another one was open. */
export function isDead(cause: unknown): boolean {
  if (cause instanceof SilentError) return !cause.isAll;
  return isLost(cause) && !(cause instanceof Error && /timeout exceeded/.test(cause.message));
}

/** Whether a connection that was there is gone, in whatever words: its server may well give another one. */
export function isEnded(cause: unknown): boolean {
  return isLost(cause) && ['', '57P01', '57P02', 'ECONNRESET', 'EPIPE'].includes(codeOf(cause));
}

/** The database's failure in a sentence that says what to do next; what is not the database's stays as it is. */
export function asStoreError(cause: unknown): unknown {
  if (cause instanceof StoreError) return cause;
  const code = codeOf(cause);
  const why = cause instanceof Error && cause.message !== '' ? cause.message : code;
  if (isLost(cause))
    return new StoreError(
      'unreachable',
      `The database does not answer (${why}): see that it runs; this program goes on by itself once it does.`,
      { cause },
    );
  if (isTwice(cause))
    return new StoreError(
      'failed',
      `A value that may stand only once is there already (${why}), so nothing was written: look at it, then try again.`,
      { cause },
    );
  if (isConflict(cause))
    return new StoreError('busy', 'Others kept changing the same records, so nothing was written: try again.', {
      cause,
    });
  if (code === '57014' || code === '55P03' || code === '25P03')
    return new StoreError(
      'busy',
      `The database took too long (${why}), so nothing was done: try again, or narrow what is asked for.`,
      { cause },
    );
  if (code === '54000')
    return new StoreError(
      'failed',
      `A text is too long for a field that is unique or sorted by (${why}), so nothing was written: shorten it.`,
      { cause },
    );
  if (!/^[0-9A-Z]{5}$/.test(code)) return cause;
  return new StoreError(
    'failed',
    `The database refused (${why}), so nothing was written: look at its log, then try again.`,
    { cause },
  );
}

function codeOf(cause: unknown): string {
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
}
