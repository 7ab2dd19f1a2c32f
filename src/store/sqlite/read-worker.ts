// A worker thread with its own read-only connection. It runs one request after the other, in the order of arrival.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { SqlRow } from '../core/db-program.ts';
import type { SqlValue } from '../core/storage.ts';
import { addTextFunctions } from './text-functions.ts';

export interface ReadWorkerOptions {
  readonly file: string;
}

/**
 * A statement to run. `limit`: CPU time in milliseconds after which a scan is stopped; `end`: the transaction ends after
 * the statement. Without SQL only the transaction ends, and nothing is answered.
 */
export interface ReadRequest {
  readonly sql: string | null;
  readonly parameters: readonly SqlValue[];
  readonly limit: number;
}

export type ReadReply =
  | { readonly rows: readonly SqlRow[]; readonly ms: number }
  | { readonly error: string; readonly isTooBroad: boolean };

class TooBroad extends Error {}

const MAX_STATEMENTS = 500;
/** CPU time is read after this number of rows. */
const ROWS_BETWEEN = 64;

const { file } = workerData as ReadWorkerOptions;
const connection = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cache_size = -4000; PRAGMA temp_store = MEMORY');
addTextFunctions(connection);
const statements = new Map<string, StatementSync>();
let until = Number.POSITIVE_INFINITY;
let rows = 0;

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

connection.function('count_scanned_row', { directOnly: true }, () => {
  rows += 1;
  if (rows % ROWS_BETWEEN === 0 && cpuMs() >= until) throw new TooBroad('The query takes too long.');
  return 1;
});

function prepared(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  if (statements.size >= MAX_STATEMENTS) statements.clear();
  statements.set(sql, statement);
  return statement;
}

function answer(sql: string, { parameters, limit }: ReadRequest): ReadReply {
  try {
    if (!connection.isTransaction) connection.exec('BEGIN');
    const begun = performance.now();
    until = cpuMs() + limit;
    rows = ROWS_BETWEEN - 1;
    const found = prepared(sql).all(...parameters) as unknown as SqlRow[];
    return { rows: found, ms: performance.now() - begun };
  } catch (cause) {
    return { error: cause instanceof Error ? cause.message : String(cause), isTooBroad: cause instanceof TooBroad };
  }
}

parentPort?.on('message', (request: ReadRequest) => {
  if (request.sql !== null) parentPort?.postMessage(answer(request.sql, request));
  else if (connection.isTransaction) connection.exec('COMMIT');
});
