import type { Writable } from 'node:stream';
import pg from 'pg';
import type { SqlRow, StatementResult, Step } from '../core/db-program.ts';
import type { SqlValue } from '../core/storage.ts';
import { lookerAt, type Watch, watchOver, within } from './connection-timeout.ts';
import { answersOf, type PipelineResult } from './pipeline.ts';
import { OnePiece, outletTo, type Sending } from './send-queue.ts';
import { statements } from './statement-names.ts';

/** One connection, taken for a while. What fails rejects with the database's own error. */
export interface Connection {
  readonly ask: (step: Step) => Promise<StatementResult>;
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
  readonly kept: PipelineResult;
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
