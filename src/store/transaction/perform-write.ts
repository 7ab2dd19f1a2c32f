import type { FollowUp } from '../../engine/context/follow-up.ts';
import type { Verdict, Write } from '../../engine/context/verdict.ts';
import type { Needs } from '../../engine/core/facts.ts';
import type { Failure } from '../../engine/core/refusal.ts';
import { allBelieved, type DbProgram, exec, run, send } from '../core/db-program.ts';
import type { DueTimer } from '../core/due-timers.ts';
import type { BatchOutcome, Changed, WriteBatch, WriteOutcome, WriteRequest } from '../core/store.ts';
import { StoreError } from '../core/store-error.ts';
import { publishedComments } from '../rows/comment-rows.ts';
import { type Mark, personOf } from '../rows/history-log.ts';
import type { RowCache } from '../rows/row-cache.ts';
import { applyWrites, type Touched } from './apply-writes.ts';
import { createIdentityMap, type IdentityMap } from './identity-map.ts';
import { addMore, type Gathering } from './load-facts.ts';
import { type Looked, loadFacts, loadFactsInside } from './read-set-cache.ts';
import { recomputeAfter, type Settled } from './recompute.ts';
import { type Timed, writeStateEntries } from './state-entries.ts';

/** What writes stand on: it changes with the applied document. */
export interface Ground extends Settled, Timed {
  readonly hash: string;
  readonly kept: RowCache;
  readonly looked: Looked;
}

/** The same in a transaction. */
type Within = Ground & { readonly standing: IdentityMap };

const NOTHING: Needs = { rows: [], unique: [], files: [], referrers: [] };
const DAY = 24 * 60 * 60 * 1000;

export interface Performed<Outcome = WriteOutcome> {
  readonly outcome: Outcome;
  readonly changes: readonly Changed[];
}

/** One request, inside a transaction: facts, decision, writes, and what is told afterwards. */
export function* perform(on: Ground, request: WriteRequest): DbProgram<Performed> {
  if (request.documentHash !== on.hash) throw documentChanged();
  const earlier = yield* replay(request);
  if (earlier !== null) return { outcome: earlier, changes: [] };
  const found = yield* loadFactsInside(on, request.needs, request.more);
  const { verdict, touched, due, gathering, standing } = yield* decided(on, request, found);
  if (!verdict.allowed) return { outcome: { outcome: 'decided', verdict, facts: gathering.facts }, changes: [] };
  const after = yield* factsAfter(gathering, request, verdict, { touched, standing });
  const { idempotency } = request;
  if (idempotency !== null) yield* remember(request, idempotency, idempotency.answer(verdict, after.facts));
  const changes = [...changesOf(touched, after), ...publishedComments(verdict.writes)];
  return { outcome: { outcome: 'decided', verdict, facts: after.facts, due }, changes };
}

interface Decided {
  /** With the writes of all that followed. */
  readonly verdict: Verdict;
  readonly touched: readonly Touched[];
  /** Timers whose moment has come with it. */
  readonly due: readonly DueTimer[];
  /** As it was before anything was written. */
  readonly gathering: Gathering;
  /** As it is now. */
  readonly standing: IdentityMap;
}

/** The decision, with everything that it writes written. */
function* decided(on: Ground, request: WriteRequest, gathering: Gathering): DbProgram<Decided> {
  const verdict = request.decide(gathering.facts);
  const standing = createIdentityMap(on, gathering.facts);
  if (!verdict.allowed) return { verdict, touched: [], due: [], gathering, standing };
  const within: Within = { ...on, standing };
  const done = yield* written(within, request, verdict);
  if ('refused' in done) return { verdict: done.refused, touched: [], due: [], gathering, standing };
  const touched = together(done.touched);
  const due = yield* writeStateEntries(within, touched, request.now);
  const warnings = [...(verdict.warnings ?? []), ...(done.warnings ?? [])];
  const told = warnings.length === 0 ? {} : { warnings };
  return { verdict: { ...verdict, writes: done.writes, ...told }, touched, due, gathering, standing };
}

/** To be told once it is committed: how records stand that were written. */
export function committed({ kept }: Pick<Ground, 'kept'>, changes: readonly Changed[]): void {
  for (const { after } of changes) if (after !== null) kept.committed(after);
}

const changesOf = (touched: readonly Touched[], after: Gathering): Changed[] =>
  touched.map((each) => ({ ...each, after: after.facts.row(each.entity, each.id) ?? null }));

/** Several requests, one after the other, each over what those before it wrote; what is not kept is taken back whole. */
export function* performTogether(on: Ground, batch: WriteBatch): DbProgram<Performed<BatchOutcome>> {
  if (batch.documentHash !== on.hash) throw documentChanged();
  const earlier = yield* replay(batch);
  if (earlier !== null) return { outcome: earlier, changes: [] };
  yield* exec('SAVEPOINT together');
  const verdicts: Verdict[] = [];
  const touched: Touched[] = [];
  for (const request of batch.requests) {
    // What is kept says nothing of what was written here before.
    const done = yield* decided(on, request, yield* loadFacts(on.gather(), request.needs, request.more));
    verdicts.push(done.verdict);
    touched.push(...done.touched);
  }
  const kept = batch.keep === 'allowed' || (batch.keep === 'all' && verdicts.every(({ allowed }) => allowed));
  if (!kept) yield* exec('ROLLBACK TO SAVEPOINT together');
  yield* exec('RELEASE SAVEPOINT together');
  const { idempotency } = batch;
  if (kept && idempotency !== null) yield* remember(batch, idempotency, idempotency.answer(verdicts));
  const changed = kept ? together(touched) : [];
  const after = on.gather();
  if (changed.length > 0)
    yield* after.add({ ...NOTHING, rows: changed.map(({ entity, id }) => ({ entity, id, paths: [] })) });
  return { outcome: { outcome: 'decided', verdicts, kept }, changes: changesOf(changed, after) };
}

type Allowed = Verdict & { readonly allowed: true };

type Refused = Verdict & { readonly allowed: false };

type Written =
  | { readonly touched: readonly Touched[]; readonly writes: readonly Write[]; readonly warnings?: readonly Failure[] }
  | { readonly refused: Refused };

/** Writes what was decided and all that follows; where any of that is refused, nothing of it is there any more. */
function* written(on: Within, request: WriteRequest, verdict: Allowed): DbProgram<Written> {
  const { follow = [] } = verdict;
  if (follow.length === 0 && (on.settling?.comparing ?? null) === null) {
    const applied = yield* applyWrites(on, verdict.writes, request);
    return { touched: yield* recomputeAfter(on, applied, request.now), writes: verdict.writes };
  }
  yield* exec('SAVEPOINT following');
  const done = yield* followed(on, request, verdict);
  if ('refused' in done) yield* exec('ROLLBACK TO SAVEPOINT following');
  yield* exec('RELEASE SAVEPOINT following');
  return done;
}

/**
 * One after the other: the rules that only the resulting state answers, then each effect on another record with all that
 * follows from it before the next; at last the computed fields that came to other values are compared.
 */
function* followed(on: Within, request: WriteRequest, verdict: Allowed): DbProgram<Written> {
  const mark = { actor: { kind: 'product' }, now: request.now, documentHash: request.documentHash } as const;
  const writes: Write[] = [];
  const touched: Touched[] = [];
  const settled: Touched[] = [];
  const write = function* (more: readonly Write[], by: Mark): DbProgram<void> {
    const applied = yield* applyWrites(on, more, by);
    const all = yield* recomputeAfter(on, applied, request.now);
    writes.push(...more);
    touched.push(...all);
    settled.push(...all.slice(applied.length));
  };
  yield* write(verdict.writes, request);
  const warnings: Failure[] = [];
  const open: FollowUp[] = [];
  // The rules of what was written come before what its effects do at other records.
  const follow = (more: readonly FollowUp[]): void => {
    const isJudge = ({ kind }: FollowUp) => kind === 'judge';
    open.unshift(...more.filter(isJudge), ...more.filter((one) => !isJudge(one)));
  };
  follow(verdict.follow ?? []);
  let index = 0;
  while (open.length > 0) {
    const [consequence] = open.splice(0, 1);
    if (consequence === undefined) break;
    const decided = yield* decidedNow(on, request, consequence, index);
    if (!decided.allowed) return { refused: decided };
    // Working out what an effect comes to is no step of its own.
    if (consequence.kind !== 'do') index += 1;
    if (decided.writes.length > 0) yield* write(decided.writes, mark);
    if (consequence.kind === 'judge') warnings.push(...(decided.warnings ?? []));
    follow(decided.follow ?? []);
  }
  const refused = yield* compared(on, request, settled);
  return refused === null ? { touched, writes, warnings } : { refused };
}

/** How something that follows is decided over what was written so far. */
function* decidedNow(on: Within, { follow }: WriteRequest, consequence: FollowUp, index: number): DbProgram<Verdict> {
  if (follow === undefined) throw new StoreError('failed', 'Nobody decides what follows, so nothing was written.');
  const { needs, more, decide } = follow(consequence, index);
  const gathering = on.gather();
  // A loop over many lines asks for the record that holds them at each of its turns.
  if (consequence.kind === 'do') gathering.put(consequence, yield* on.standing.one(consequence.entity, consequence.id));
  yield* gathering.add(needs);
  yield* addMore(gathering, more);
  return decide(gathering.facts);
}

/** The first refusal of what was worked out anew, as it stands once everything is written. */
function* compared(on: Within, request: WriteRequest, settled: readonly Touched[]): DbProgram<Refused | null> {
  const comparing = on.settling?.comparing ?? null;
  if (comparing === null) return null;
  for (const { entity, id, before } of together(settled)) {
    const after = yield* on.standing.one(entity, id);
    for (const consequence of comparing([{ before, after }])) {
      const decided = yield* decidedNow(on, request, consequence, 0);
      if (!decided.allowed) return decided;
    }
  }
  return null;
}

/** Answers that nobody may ask for again. */
export function* dropOldAnswers(now: number): DbProgram<void> {
  yield* run('DELETE FROM idempotency WHERE at <= ?', [now - DAY]);
}

/** How everything that was written stands now, and what answering with the record needs besides. */
function* factsAfter(
  before: Gathering,
  { answering }: WriteRequest,
  { row: written }: Allowed,
  { touched, standing }: Pick<Decided, 'touched' | 'standing'>,
): DbProgram<Gathering> {
  const gathering = touched.length === 0 ? before : before.without(touched);
  for (const key of touched) gathering.put(key, yield* standing.one(key.entity, key.id));
  const row = written === null ? null : gathering.facts.row(written.entity, written.id);
  if (row !== null && row !== undefined && answering !== undefined)
    yield* addMore(gathering, (facts) => answering(row, facts));
  return gathering;
}

/** One change a record: from before the first write to after the last. */
function together(touched: readonly Touched[]): readonly Touched[] {
  if (touched.length < 2) return touched;
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

type Asked = Pick<WriteRequest, 'actor' | 'now'>;
type Key = { readonly key: string; readonly request: string };

/** What was answered to the same key before. */
function* replay({
  idempotency,
  actor,
  now,
}: Asked & { readonly idempotency: Key | null }): DbProgram<Replayed | null> {
  if (idempotency === null) return null;
  const sql = 'SELECT request, answer FROM idempotency WHERE person = ? AND key = ? AND at > ?';
  const parameters = [personOf(actor) ?? '', idempotency.key, now - DAY];
  // Nearly every key comes once.
  const [found] = yield* allBelieved(sql, parameters, { rows: [], holds: `NOT EXISTS (${sql})`, parameters });
  if (found === undefined) return null;
  return found[0] === idempotency.request ? { outcome: 'replayed', answer: String(found[1]) } : { outcome: 'mismatch' };
}

type Replayed = Exclude<WriteOutcome, { readonly outcome: 'decided' }>;

function* remember({ actor, now }: Asked, { key, request }: Key, answer: string): DbProgram<void> {
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
