import type { Writable } from 'node:stream';
import pg from 'pg';
import type { DbStatement, SqlRow, StatementResult } from '../core/db-program.ts';
import type { SqlValue } from '../core/storage.ts';
import { createActivityCheck, type Watch, watchConnection, withTimeout } from './connection-timeout.ts';
import { type ParsersByStatement, runPipeline } from './pipeline.ts';
import { CoalescingSocket, createSendQueue, type SendMode } from './send-queue.ts';
import { statements } from './statement-names.ts';

/** A connection of the pool. Failures reject with the database's error. */
export interface Connection {
  readonly ask: (step: DbStatement) => Promise<StatementResult>;
  /** Runs statements without parameters in order; resolves to the rows of the last one. */
  readonly script: (statements: readonly string[]) => Promise<readonly SqlRow[]>;
}

/** The connections to a database. */
export interface Connections {
  /** Takes a connection, waiting a few seconds at most. `free` returns it to the pool, or closes it if it is broken. */
  readonly acquire: (
    sending: SendMode,
  ) => Promise<{ readonly connection: Connection; readonly release: (broken?: boolean) => void }>;
  /** Listens to a channel on a separate connection, until it is lost or `stop` is called. */
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
  /** Maximum number of connections, without the listening one. */
  readonly maxConnections: number;
  readonly trace?: (sql: string) => void;
  /** Milliseconds without an answer after which to check whether the database works on the request. */
  readonly silentMs?: number;
}

/** An initialized connection: its database process, the time of its initialization, and its prepared statements. */
interface ReadyConnection {
  readonly process: number;
  readonly since: number;
  readonly prepared: ParsersByStatement;
}

/** Maximum duration of a statement. */
const STATEMENT_SECONDS = 30;
/** Maximum wait for a connection, as a multiple of `silentMs`. */
const WAIT_SILENCES = 3;
/** Default of `silentMs`. An answer may take longer; a dead connection is detected after six times as long at most. */
const SILENT_SECONDS = 1.5;
/** Creates a pool of connections. Each connection prepares every statement once, under a name. */
export function createConnections(options: ConnectionOptions): Connections {
  const { url, schema, maxConnections, trace, silentMs = SILENT_SECONDS * 1000 } = options;
  const config = {
    connectionString: url,
    application_name: 'ninefold',
    keepAlive: true,
    connectionTimeoutMillis: WAIT_SILENCES * silentMs,
    // Statements are sent at once, without waiting for earlier answers.
    pipeline: true,
    stream: () => new CoalescingSocket(),
  };
  const pool = new pg.Pool({
    ...config,
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_SECONDS * 1000,
    idle_in_transaction_session_timeout: STATEMENT_SECONDS * 1000,
  });
  // An idle connection that breaks is replaced when one is needed.
  pool.on('error', () => {});
  pool.on('connect', ignoreErrors);
  const { requestOf } = statements();
  /** The initialized connections. */
  const ready = new WeakMap<object, ReadyConnection>();
  const watching = {
    silentMs,
    checkActivity: createActivityCheck({ connectionString: url, application_name: 'ninefold' }, silentMs),
  };
  // If one connection is found dead, older ones may be dead too: they are closed instead of reused.
  let trustedSince = 0;

  const initialize = async (client: pg.PoolClient): Promise<ReadyConnection> => {
    const initialized = ready.get(client);
    if (initialized !== undefined) return initialized;
    const since = performance.now();
    const text = `SET search_path TO ${schema}; SELECT pg_backend_pid()`;
    const setting = runPipeline(client, new Map(), [{ text, name: null, parameters: NONE }]);
    const { results, failure } = await withTimeout(setting, 2 * silentMs);
    if (failure !== null) throw failure;
    const created = { process: Number(results[0]?.rows[0]?.[0]), since, prepared: new Map() };
    ready.set(client, created);
    return created;
  };
  const pooled = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      const initialized = ready.get(client);
      if (initialized === undefined || initialized.since >= trustedSince) return client;
      client.release(true);
    }
  };

  return {
    acquire: async (sending) => {
      const client = await pooled();
      let watch: Watch | null = null;
      const free = (isBroken?: boolean) => {
        watch?.end();
        client.release(isBroken);
      };
      try {
        const { process, prepared } = await initialize(client);
        const watched = watchConnection(process, watching, () => {
          trustedSince = performance.now();
        });
        watch = watched;
        const put = createSendQueue(streamOf(client), sending, (pipeline) =>
          watched.over(runPipeline(client, prepared, pipeline)),
        );
        const ask = (step: DbStatement) => {
          trace?.(step.sql);
          return put(requestOf(step.sql, step.parameters));
        };
        const script = async (texts: readonly string[]) => {
          const answers = await Promise.all(texts.map((sql) => put(requestOf(sql, NONE))));
          return answers.at(-1)?.rows ?? [];
        };
        return { connection: { ask, script }, release: free };
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
      own.on('connect', ignoreErrors);
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
 * Ignores error events of a connection, which would end the process if nobody handled them: a server that shuts down may
 * close a connection right after opening it. Requests on the connection reject anyway.
 */
function ignoreErrors(client: pg.PoolClient): void {
  client.on('error', () => {});
}
