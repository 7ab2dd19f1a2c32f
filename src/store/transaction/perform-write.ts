import type { FollowUp } from '../../engine/context/follow-up.ts';
import type { Verdict, Write } from '../../engine/context/verdict.ts';
import type { Needs, RecordKey, RowNeed } from '../../engine/core/needs-and-facts.ts';
import type { Failure } from '../../engine/core/refusal.ts';
import type { Row } from '../../fields/text/value.ts';
import { allAssuming, type DbProgram, exec, run, send } from '../core/db-program.ts';
import type { DueTimer } from '../core/due-timers.ts';
import type { BatchOutcome, ChangedRecord, WriteBatch, WriteOutcome, WriteRequest } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { publishedComments } from '../rows/comment-rows.ts';
import { personOf, type Stamp } from '../rows/history-log.ts';
import type { RowCache } from '../rows/row-cache.ts';
import { applyWrites, type TouchedRecord } from './apply-writes.ts';
import { createBatchFacts } from './batch-facts.ts';
import { createIdentityMap, type IdentityMap } from './identity-map.ts';
import { type FactLoader, loadFacts, loadMissing } from './load-facts.ts';
import { type RecomputeContext, recomputeAfter } from './recompute.ts';
import { type TimerContext, writeStateEntries } from './state-entries.ts';

/** What writes depend on; it changes with the applied document. */
export interface AppliedContext extends RecomputeContext, TimerContext {
  readonly hash: string;
  readonly rowCache: RowCache;
}

/** The same inside a transaction. */
type WriteContext = AppliedContext & { readonly identityMap: IdentityMap };

const NOTHING: Needs = { rows: [], unique: [], files: [], referrers: [] };
/** Requests of a batch whose facts are loaded together: fewer statements, and a short turn of the event loop. */
const LOADED_AHEAD = 100;
const DAY = 24 * 60 * 60 * 1000;

export interface Performed<Outcome = WriteOutcome> {
  readonly outcome: Outcome;
  readonly changes: readonly ChangedRecord[];
}

/**
 * Performs one request inside a transaction: loads facts, decides, writes, and returns the changes to publish after the
 * commit.
 */
export function* performWrite(on: AppliedContext, request: WriteRequest): DbProgram<Performed> {
  if (request.documentHash !== on.hash) throw documentChanged();
  const earlier = yield* replay(request);
  if (earlier !== null) return { outcome: earlier, changes: [] };
  const found = yield* loadFacts(on.gather(on.rowCache.insideWrite), request.needs, request.more);
  const { verdict, touched, due, gathering, identityMap } = yield* decideAndWrite(on, request, found);
  if (!verdict.allowed) return { outcome: { outcome: 'decided', verdict, facts: gathering.facts }, changes: [] };
  const after = yield* factsAfter(gathering, request, verdict, { touched, identityMap });
  const { idempotency } = request;
  if (idempotency !== null) yield* storeAnswer(request, idempotency, idempotency.answer(verdict, after.facts));
  const changes = [...changesOf(touched, after), ...publishedComments(verdict.writes)];
  return { outcome: { outcome: 'decided', verdict, facts: after.facts, due }, changes };
}

interface DecidedWrite {
  /** Includes the writes of all follow-ups. */
  readonly verdict: Verdict;
  readonly touched: readonly TouchedRecord[];
  /** Timers of written records that are already due. */
  readonly due: readonly DueTimer[];
  /** The facts before anything was written. */
  readonly gathering: FactLoader;
  /** The records after the writes. */
  readonly identityMap: IdentityMap;
}

/** Decides a request and applies all of its writes. */
function* decideAndWrite(on: AppliedContext, request: WriteRequest, gathering: FactLoader): DbProgram<DecidedWrite> {
  const verdict = request.decide(gathering.facts);
  const identityMap = createIdentityMap(on, gathering.facts);
  if (!verdict.allowed) return { verdict, touched: [], due: [], gathering, identityMap };
  const within: WriteContext = { ...on, identityMap };
  const done = yield* writeWithFollowUps(within, request, verdict);
  if ('refused' in done) return { verdict: done.refused, touched: [], due: [], gathering, identityMap };
  const touched = mergeChanges(done.touched);
  const due = yield* writeStateEntries(within, touched, request.now);
  const warnings = [...(verdict.warnings ?? []), ...(done.warnings ?? [])];
  const shownWarnings = warnings.length === 0 ? {} : { warnings };
  return {
    verdict: { ...verdict, writes: done.writes, ...shownWarnings },
    touched,
    due,
    gathering,
    identityMap,
  };
}

/**
 * Puts the written records into the row cache. Call it after the commit. `begunAt`: what `RowFreshness.beforeRead`
 * returned before the transaction, if other processes write too.
 */
export function cacheCommitted(
  { rowCache }: Pick<AppliedContext, 'rowCache'>,
  changes: readonly ChangedRecord[],
  begunAt?: number,
): void {
  for (const { after } of changes) if (after !== null) rowCache.committed(after, begunAt);
}

const changesOf = (touched: readonly TouchedRecord[], after: FactLoader): ChangedRecord[] =>
  touched.map((each) => ({ ...each, after: after.facts.row(each.entity, each.id) ?? null }));

/**
 * Performs several requests one after the other, each on the state that the previous ones left. If the batch is not
 * kept, all of it is rolled back.
 */
export function* performBatch(on: AppliedContext, batch: WriteBatch): DbProgram<Performed<BatchOutcome>> {
  if (batch.documentHash !== on.hash) throw documentChanged();
  const earlier = yield* replay(batch);
  if (earlier !== null) return { outcome: earlier, changes: [] };
  yield* exec('SAVEPOINT together');
  const verdicts: Verdict[] = [];
  const touched: TouchedRecord[] = [];
  const written = new Map<string, Row | null | undefined>();
  // The row cache does not know what earlier requests of this transaction wrote.
  const facts = createBatchFacts(on);
  for (const [index, request] of batch.requests.entries()) {
    if (index % LOADED_AHEAD === 0) yield* facts.loadAhead(batch.requests.slice(index, index + LOADED_AHEAD));
    const done = yield* decideAndWrite(on, request, yield* facts.load(request));
    verdicts.push(done.verdict);
    touched.push(...done.touched);
    facts.recordWrites(done.touched, done.identityMap);
    for (const each of done.touched) written.set(recordKey(each), done.identityMap.known(each));
  }
  const kept = batch.keep === 'allowed' || (batch.keep === 'all' && verdicts.every(({ allowed }) => allowed));
  if (!kept) yield* exec('ROLLBACK TO SAVEPOINT together');
  yield* exec('RELEASE SAVEPOINT together');
  const { idempotency } = batch;
  if (kept && idempotency !== null) yield* storeAnswer(batch, idempotency, idempotency.answer(verdicts));
  const changed = kept ? mergeChanges(touched) : [];
  const after = on.gather();
  const unknown: RowNeed[] = [];
  for (const { entity, id } of changed) {
    const row = written.get(recordKey({ entity, id }));
    if (row === undefined) unknown.push({ entity, id, paths: [] });
    else after.put({ entity, id }, row);
  }
  if (unknown.length > 0) yield* after.add({ ...NOTHING, rows: unknown });
  return { outcome: { outcome: 'decided', verdicts, kept }, changes: changesOf(changed, after) };
}

type Allowed = Verdict & { readonly allowed: true };

type Refused = Verdict & { readonly allowed: false };

type Written =
  | {
      readonly touched: readonly TouchedRecord[];
      readonly writes: readonly Write[];
      readonly warnings?: readonly Failure[];
    }
  | { readonly refused: Refused };

/** Applies the decided writes and all follow-ups; if a follow-up is refused, all of them are rolled back. */
function* writeWithFollowUps(on: WriteContext, request: WriteRequest, verdict: Allowed): DbProgram<Written> {
  const { follow = [] } = verdict;
  if (follow.length === 0 && (on.settling?.comparing ?? null) === null) {
    const applied = yield* applyWrites(on, verdict.writes, request);
    return { touched: yield* recomputeAfter(on, applied, request.now), writes: verdict.writes };
  }
  yield* exec('SAVEPOINT following');
  const done = yield* runFollowUps(on, request, verdict);
  if ('refused' in done) yield* exec('ROLLBACK TO SAVEPOINT following');
  yield* exec('RELEASE SAVEPOINT following');
  return done;
}

/**
 * Runs follow-ups one after the other: first the rules that depend on the resulting state, then each effect on another
 * record with all of its own follow-ups before the next effect. At the end, compares the computed fields whose values
 * changed.
 */
function* runFollowUps(on: WriteContext, request: WriteRequest, verdict: Allowed): DbProgram<Written> {
  const mark = { actor: { kind: 'product' }, now: request.now, documentHash: request.documentHash } as const;
  const writes: Write[] = [];
  const touched: TouchedRecord[] = [];
  const settled: TouchedRecord[] = [];
  const write = function* (more: readonly Write[], by: Stamp): DbProgram<void> {
    const applied = yield* applyWrites(on, more, by);
    const all = yield* recomputeAfter(on, applied, request.now);
    writes.push(...more);
    touched.push(...all);
    settled.push(...all.slice(applied.length));
  };
  yield* write(verdict.writes, request);
  const warnings: Failure[] = [];
  const queue: FollowUp[] = [];
  // The rules on what was written come before its effects on other records.
  const follow = (more: readonly FollowUp[]): void => {
    const isJudge = ({ kind }: FollowUp) => kind === 'judge';
    queue.unshift(...more.filter(isJudge), ...more.filter((one) => !isJudge(one)));
  };
  follow(verdict.follow ?? []);
  let index = 0;
  while (queue.length > 0) {
    const [consequence] = queue.splice(0, 1);
    if (consequence === undefined) break;
    const decided = yield* decideFollowUp(on, request, consequence, index);
    if (!decided.allowed) return { refused: decided };
    // Computing the values of an effect is no step of its own.
    if (consequence.kind !== 'do') index += 1;
    if (decided.writes.length > 0) yield* write(decided.writes, mark);
    if (consequence.kind === 'judge') warnings.push(...(decided.warnings ?? []));
    follow(decided.follow ?? []);
  }
  const refused = yield* checkRecomputed(on, request, settled);
  return refused === null ? { touched, writes, warnings } : { refused };
}

/** Decides a follow-up on the state written so far. */
function* decideFollowUp(
  on: WriteContext,
  { follow }: WriteRequest,
  consequence: FollowUp,
  index: number,
): DbProgram<Verdict> {
  if (follow === undefined) throw new StoreError('failed', 'Nobody decides what follows, so nothing was written.');
  const { needs, more, decide } = follow(consequence, index);
  const gathering = on.gather();
  // A loop over many lines requests the record that owns the lines on each iteration.
  if (consequence.kind === 'do')
    gathering.put(consequence, yield* on.identityMap.one(consequence.entity, consequence.id));
  yield* gathering.add(needs);
  yield* loadMissing(gathering, more);
  return decide(gathering.facts);
}

/** Returns the first refusal of the recomputed fields in their final state; null if there is none. */
function* checkRecomputed(
  on: WriteContext,
  request: WriteRequest,
  settled: readonly TouchedRecord[],
): DbProgram<Refused | null> {
  const comparing = on.settling?.comparing ?? null;
  if (comparing === null) return null;
  for (const { entity, id, before } of mergeChanges(settled)) {
    const after = yield* on.identityMap.one(entity, id);
    for (const consequence of comparing([{ before, after }])) {
      const decided = yield* decideFollowUp(on, request, consequence, 0);
      if (!decided.allowed) return decided;
    }
  }
  return null;
}

/** Deletes stored answers that have expired. */
export function* dropOldAnswers(now: number): DbProgram<void> {
  yield* run('DELETE FROM idempotency WHERE at <= ?', [now - DAY]);
}

/** Returns the facts after the writes, and the facts needed for responding with the record. */
function* factsAfter(
  before: FactLoader,
  { answering }: WriteRequest,
  { row: written }: Allowed,
  { touched, identityMap }: Pick<DecidedWrite, 'touched' | 'identityMap'>,
): DbProgram<FactLoader> {
  const gathering = touched.length === 0 ? before : before.without(touched);
  for (const key of touched) gathering.put(key, yield* identityMap.one(key.entity, key.id));
  const row = written === null ? null : gathering.facts.row(written.entity, written.id);
  if (row !== null && row !== undefined && answering !== undefined)
    yield* loadMissing(gathering, (facts) => answering(row, facts));
  return gathering;
}

const recordKey = ({ entity, id }: RecordKey): string => JSON.stringify([entity, id]);

/** Merges the changes of each record into one: from before its first write to after its last. */
function mergeChanges(touched: readonly TouchedRecord[]): readonly TouchedRecord[] {
  if (touched.length < 2) return touched;
  const byRecord = new Map<string, TouchedRecord>();
  for (const each of touched) {
    const key = recordKey(each);
    const first = byRecord.get(key);
    if (first === undefined) byRecord.set(key, each);
    else if (first.kind === 'insert' && each.kind === 'delete') byRecord.delete(key);
    else byRecord.set(key, { ...first, kind: first.kind === 'insert' ? 'insert' : each.kind });
  }
  return [...byRecord.values()];
}

type RequestOrigin = Pick<WriteRequest, 'actor' | 'now'>;
type Key = { readonly key: string; readonly request: string };

/** Returns the answer stored for this idempotency key; null if there is none. */
function* replay({
  idempotency,
  actor,
  now,
}: RequestOrigin & { readonly idempotency: Key | null }): DbProgram<Replayed | null> {
  if (idempotency === null) return null;
  const sql = 'SELECT request, answer FROM idempotency WHERE person = ? AND key = ? AND at > ?';
  const parameters = [personOf(actor) ?? '', idempotency.key, now - DAY];
  // Nearly every key is used once, so no row is assumed.
  const [found] = yield* allAssuming(sql, parameters, { rows: [], condition: `NOT EXISTS (${sql})`, parameters });
  if (found === undefined) return null;
  return found[0] === idempotency.request ? { outcome: 'replayed', answer: String(found[1]) } : { outcome: 'mismatch' };
}

type Replayed = Exclude<WriteOutcome, { readonly outcome: 'decided' }>;

function* storeAnswer({ actor, now }: RequestOrigin, { key, request }: Key, answer: string): DbProgram<void> {
  const sql =
    'INSERT INTO idempotency (person, key, request, answer, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (person, key) DO UPDATE SET request = excluded.request, answer = excluded.answer, at = excluded.at';
  yield* send(sql, [personOf(actor) ?? '', key, request, answer, now]);
}

export function documentChanged(): StoreError {
  return new StoreError(
    'document changed',
    'The document changed while this was being decided, so nothing was written: decide again by the current one.',
  );
}
