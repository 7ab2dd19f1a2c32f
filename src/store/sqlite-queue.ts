import type { Facts, RecordKey } from '../engine/facts.ts';
import type { Settling } from '../engine/settle.ts';
import type { Verdict } from '../engine/verdict.ts';
import { StoreError } from './error.ts';
import type { Gathering } from './sqlite-facts.ts';
import { personOf } from './sqlite-logs.ts';
import { settleAfter } from './sqlite-settle.ts';
import { applyWrites, type Tools, type Touched } from './sqlite-writes.ts';
import type { Changed, WriteOutcome, WriteRequest } from './store.ts';

/** What writes stand on: it changes with the applied document. */
export interface Ground extends Tools {
  readonly hash: string;
  readonly gather: () => Gathering;
  /** Null where no computed field asks anything of other records. */
  readonly settling: Settling | null;
}

interface Waiting {
  readonly request: WriteRequest;
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (cause: unknown) => void;
}

type Result = { readonly outcome: WriteOutcome; readonly changes: readonly Changed[] } | { readonly failure: unknown };

const MOST_IN_A_COMMIT = 256;
const MOST_ROUNDS = 16;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Writes that wait together share one commit, each within a savepoint of its own where there are several. All of it
 * happens in one turn of the event loop; nobody hears of a result before the commit, and if that fails everybody hears
 * that.
 */
export interface Queue {
  readonly write: (request: WriteRequest) => Promise<WriteOutcome>;
  /** Runs what waits, now. */
  readonly flush: () => void;
}

export function writeQueue(ground: () => Ground, tell: (changes: readonly Changed[]) => void): Queue {
  let waiting: Waiting[] = [];
  let isSet = false;

  const flush = (): void => {
    isSet = false;
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST_IN_A_COMMIT);
      waiting = waiting.slice(MOST_IN_A_COMMIT);
      commitTogether(ground, group, tell);
    }
  };

  return {
    write: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        if (isSet) return;
        isSet = true;
        setImmediate(flush);
      }),
    flush,
  };
}

function commitTogether(
  ground: () => Ground,
  group: readonly Waiting[],
  tell: (changes: readonly Changed[]) => void,
): void {
  const results = inOneCommit(ground, group);
  group.forEach(({ resolve, reject }, index) => {
    const result = results[index];
    if (result === undefined || 'failure' in result) reject(result?.failure);
    else resolve(result.outcome);
  });
  const changes = results.flatMap((result) => ('failure' in result ? [] : result.changes));
  if (changes.length > 0) tell(changes);
}

function inOneCommit(ground: () => Ground, group: readonly Waiting[]): Result[] {
  try {
    const on = ground();
    on.database.exec('BEGIN IMMEDIATE');
    try {
      const one = group.length === 1 ? alone : inSavepoint;
      const results = group.map(({ request }) => one(on, request));
      on.database.exec('COMMIT');
      return results;
    } catch (cause) {
      if (on.database.inTransaction()) on.database.exec('ROLLBACK');
      throw cause;
    }
  } catch (cause) {
    const failure = cause instanceof StoreError ? cause : failed(cause);
    return group.map(() => ({ failure }));
  }
}

/** A failure of one request leaves its neighbours alone, as long as the database still has the transaction. */
function inSavepoint(on: Ground, request: WriteRequest): Result {
  on.database.run('SAVEPOINT one', []);
  try {
    const result = perform(on, request);
    on.database.run('RELEASE one', []);
    return result;
  } catch (cause) {
    if (!on.database.inTransaction()) throw cause;
    on.database.run('ROLLBACK TO one', []);
    on.database.run('RELEASE one', []);
    return { failure: cause };
  }
}

/** A request without neighbours takes the whole transaction back when it fails; an empty one stands in its place. */
function alone(on: Ground, request: WriteRequest): Result {
  try {
    return perform(on, request);
  } catch (cause) {
    if (!on.database.inTransaction()) throw cause;
    on.database.exec('ROLLBACK');
    on.database.exec('BEGIN');
    return { failure: cause };
  }
}

function perform(on: Ground, request: WriteRequest): Result {
  if (request.documentHash !== on.hash) throw documentChanged();
  const earlier = replay(on, request);
  if (earlier !== null) return { outcome: earlier, changes: [] };
  const gathering = on.gather();
  gathering.add(request.needs);
  addMore(gathering, request.more);
  const verdict = request.decide(gathering.facts);
  if (!verdict.allowed) return { outcome: { outcome: 'decided', verdict, facts: gathering.facts }, changes: [] };
  const touched = together(settleAfter(on, applyWrites(on, verdict.writes, request), request.now));
  const after = touched.length === 0 ? gathering : factsAfter(gathering, request, verdict, touched);
  remember(on, request, verdict, after.facts);
  const changes = touched.map((each) => ({ ...each, after: after.facts.row(each.entity, each.id) ?? null }));
  return { outcome: { outcome: 'decided', verdict, facts: after.facts }, changes };
}

/** Rounds of what shows only once something else is there. */
export function addMore(gathering: Gathering, more: WriteRequest['more']): void {
  for (let round = 0; more !== undefined && round < MOST_ROUNDS; round++) {
    const needs = more(gathering.facts);
    if (needs === null) return;
    gathering.add(needs);
  }
}

/** The same questions asked again of what was written, and what the new record refers to. */
function factsAfter(
  before: Gathering,
  request: WriteRequest,
  verdict: Verdict & { readonly allowed: true },
  touched: readonly RecordKey[],
): Gathering {
  const gathering = before.without(touched);
  const paths = (key: RecordKey) =>
    request.needs.rows.find((need) => need.entity === key.entity && need.id === key.id)?.paths ?? [];
  const rows = touched.map((key) => ({ entity: key.entity, id: key.id, paths: paths(key) }));
  gathering.add({ ...request.needs, rows: [...request.needs.rows, ...rows] });
  addMore(gathering, request.more);
  const row = verdict.row === null ? null : gathering.facts.row(verdict.row.entity, verdict.row.id);
  if (row !== null && row !== undefined) gathering.addReferred([row]);
  return gathering;
}

/** One change a record: from before the first write to after the last. */
function together(touched: readonly Touched[]): Touched[] {
  const byRecord = new Map<string, Touched>();
  for (const each of touched) {
    const key = JSON.stringify([each.entity, each.id]);
    const first = byRecord.get(key);
    if (first === undefined) byRecord.set(key, each);
    else if (first.kind === 'insert' && each.kind === 'delete') byRecord.delete(key);
    else byRecord.set(key, { ...first, kind: first.kind === 'insert' ? 'insert' : each.kind });
  }
  return [...byRecord.values()];
}

function replay({ database }: Ground, { idempotency, actor, now }: WriteRequest): WriteOutcome | null {
  if (idempotency === null) return null;
  const found = database.get('SELECT request, answer FROM idempotency WHERE person = ? AND key = ? AND at > ?', [
    personOf(actor) ?? '',
    idempotency.key,
    now - DAY,
  ]);
  if (found === undefined) return null;
  return found[0] === idempotency.request ? { outcome: 'replayed', answer: String(found[1]) } : { outcome: 'mismatch' };
}

function remember(
  { database }: Ground,
  { idempotency, actor, now }: WriteRequest,
  verdict: Verdict,
  facts: Facts,
): void {
  if (idempotency === null) return;
  database.run('DELETE FROM idempotency WHERE at <= ?', [now - DAY]);
  const sql = 'INSERT INTO idempotency (person, key, request, answer, at) VALUES (?, ?, ?, ?, ?)';
  database.run(sql, [
    personOf(actor) ?? '',
    idempotency.key,
    idempotency.request,
    idempotency.answer(verdict, facts),
    now,
  ]);
}

function documentChanged(): StoreError {
  return new StoreError(
    'document changed',
    'The document changed while this was being decided, so nothing was written: decide again by the current one.',
  );
}

function failed(cause: unknown): StoreError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new StoreError(
    'failed',
    `The data could not be written (${why}), so nothing was: look at the disk, then try again.`,
    { cause },
  );
}
