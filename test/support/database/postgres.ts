import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { OpenBucket } from '../../../src/store/core/blob-store.ts';
import type { SqlRow } from '../../../src/store/core/db-program.ts';
import type { SqlValue } from '../../../src/store/core/storage.ts';
import type { Store } from '../../../src/store/core/store.ts';
import { type Connections, createConnections } from '../../../src/store/postgres/postgres-connections.ts';
import { openPostgres, openPostgresOver } from '../../../src/store/postgres/postgres-store.ts';
import { freePort } from '../http/free-port.ts';
import { pgliteConnections } from './pglite.ts';

/** A PostgreSQL for the tests of one process. */
export interface TestPostgres {
  /** Which one it is, in words. */
  readonly what: string;
  /** Null where it is no server but runs in this process. */
  readonly url: string | null;
  readonly open: (schema: string, bucket?: OpenBucket) => Promise<Store>;
  /** Connections of their own to a schema. */
  readonly connections: (schema: string) => Connections;
  /** The rows of a statement about a schema. */
  readonly ask: (schema: string, sql: string) => Promise<readonly SqlRow[]>;
  readonly drop: (schema: string) => Promise<void>;
}

let found: Promise<TestPostgres> | null = null;

/** The one that the environment names (`pglite` among them), else a throw-away one from installed binaries, else PGlite. */
export function testPostgres(): Promise<TestPostgres> {
  found ??= find();
  return found;
}

let schemas = 0;

/** A schema that nothing else uses. */
export function freshSchema(): string {
  return `test_${process.pid}_${Date.now().toString(36)}_${++schemas}`;
}

async function find(): Promise<TestPostgres> {
  const given = process.env['NINEFOLD_TEST_DATABASE_URL'] ?? process.env['DATABASE_URL'] ?? '';
  if (given === 'pglite') return inProcess('PGlite, as the environment says');
  if (given !== '') return serverAt(given, 'the PostgreSQL that the environment names');
  const binaries = installed();
  if (binaries === null) return inProcess('PGlite, since no PostgreSQL is installed here');
  try {
    return serverAt(await startCluster(binaries), `a throw-away PostgreSQL from ${binaries}`);
  } catch (error) {
    return inProcess(
      `PGlite, since ${binaries} could not be started (${error instanceof Error ? error.message : error})`,
    );
  }
}

async function inProcess(what: string): Promise<TestPostgres> {
  const connections = await pgliteConnections();
  return {
    what,
    url: null,
    connections,
    open: (schema, bucket) => openPostgresOver(connections(schema), schema, bucket),
    ask: async (schema, sql) => {
      const { connection, release } = await connections(schema).acquire('apart');
      return connection.script([sql]).finally(() => release());
    },
    drop: async (schema) => {
      await dropIn(connections(schema), schema);
    },
  };
}

async function dropIn(connections: Connections, schema: string): Promise<void> {
  const { connection, release } = await connections.acquire('apart');
  await connection.script([`DROP SCHEMA IF EXISTS ${schema} CASCADE`]);
  release();
}

function serverAt(url: string, what: string): TestPostgres {
  return {
    what,
    url,
    connections: (schema) => createConnections({ url, schema, maxConnections: 2 }),
    open: (schema, bucket) => openPostgres({ url, schema, maxConnections: 6, bucket: bucket ?? null }),
    ask: async (schema, sql) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`SET search_path TO ${schema}`);
      const { rows } = await client.query<SqlValue[]>({ text: sql, rowMode: 'array' });
      await client.end();
      return rows;
    },
    drop: async (schema) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await client.end();
    },
  };
}

/** The folder of the newest installed binaries; null where there are none. */
function installed(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).filter((name) => Number(name) >= 13) : [];
  const [newest] = versions.sort((a, b) => Number(b) - Number(a)).map((name) => join(root, name, 'bin'));
  return newest !== undefined && existsSync(join(newest, 'initdb')) && mayStart() ? newest : null;
}

/** PostgreSQL never runs as root: then it runs as the user that its package makes. */
function mayStart(): boolean {
  return process.getuid?.() !== 0 || userPostgres() !== null;
}

function userPostgres(): { readonly uid: number; readonly gid: number } | null {
  try {
    const number = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: number('-u'), gid: number('-g') };
  } catch {
    return null;
  }
}

// Stops the server and removes its folder once this process is gone, however it went: its end of the pipe closes
// then. It does not end before that with the rest of its group.
const GUARD =
  'trap "" TERM INT HUP; "$0" "$@" & server=$!; cat > /dev/null; kill -QUIT $server; wait $server; rm -rf "$FOLDER"';

/** Starts a cluster of its own on a free port of this machine; it ends with this process. */
export async function startCluster(binaries: string): Promise<string> {
  const as = process.getuid?.() === 0 ? userPostgres() : null;
  const port = await freePort();
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(place, 'ninefold-postgres-'));
  if (as !== null) execFileSync('chown', [`${as.uid}:${as.gid}`, folder]);
  const data = join(folder, 'data');
  const environment = { PATH: process.env['PATH'] ?? '', FOLDER: folder, LC_ALL: 'C.UTF-8' };
  const settings = ['-N', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-U', 'ninefold'];
  execFileSync(join(binaries, 'initdb'), ['-D', data, ...settings], {
    ...as,
    cwd: folder,
    env: environment,
    stdio: 'ignore',
  });
  const options = [
    `listen_addresses=127.0.0.1`,
    `port=${port}`,
    `unix_socket_directories=`,
    'fsync=off',
    'max_connections=100',
  ];
  const arguments_ = ['-D', data, ...options.flatMap((option) => ['-c', option])];
  const server = spawn('sh', ['-c', GUARD, join(binaries, 'postgres'), ...arguments_], {
    ...as,
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  server.unref();
  if ('unref' in server.stdin && typeof server.stdin.unref === 'function') server.stdin.unref();
  const url = `postgres://ninefold@127.0.0.1:${port}/postgres`;
  for (let left = 100; ; left--) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return url;
    } catch (error) {
      if (left === 0 || server.exitCode !== null) {
        rmSync(folder, { recursive: true, force: true });
        throw error;
      }
      await pause(50);
    }
  }
}
