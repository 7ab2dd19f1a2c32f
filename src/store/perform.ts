import type { Facts, RecordKey } from '../engine/facts.ts';
import type { Verdict } from '../engine/verdict.ts';
import { StoreError } from './error.ts';
import { addMore, type Gathering } from './facts.ts';
import { personOf } from './logs.ts';
import { type Settled, settleAfter } from './settle.ts';
import { get, run, type Steps } from './steps.ts';
import type { Changed, WriteOutcome, WriteRequest } from './store.ts';
import { applyWrites, type Touched } from './writes.ts';

/** What writes stand on: it changes with the applied document. */
export interface Ground extends Settled {
  readonly hash: string;
}

const DAY = 24 * 60 * 60 * 1000;

export interface Performed {
  readonly outcome: WriteOutcome;
  readonly changes: readonly Changed[];
}

/** One request, inside a transaction: facts, decision, writes, and what is told afterwards. */
export function* perform(on: Ground, request: WriteRequest): Steps<Performed> {
  if (request.documentHash !== on.hash) throw documentChanged();
  const earlier = yield* replay(request);
  if (earlier !== null) return { outcome: earlier, changes: [] };
  const gathering = on.gather();
  yield* gathering.add(request.needs);
  yield* addMore(gathering, request.more);
  const verdict = request.decide(gathering.facts);
  if (!verdict.allowed) return { outcome: { outcome: 'decided', verdict, facts: gathering.facts }, changes: [] };
  const applied = yield* applyWrites(on, verdict.writes, request);
  const touched = together(yield* settleAfter(on, applied, request.now));
  const after = touched.length === 0 ? gathering : yield* factsAfter(gathering, request, verdict, touched);
  yield* remember(request, verdict, after.facts);
  const changes = touched.map((each) => ({ ...each, after: after.facts.row(each.entity, each.id) ?? null }));
  return { outcome: { outcome: 'decided', verdict, facts: after.facts }, changes };
}

/** Answers that nobody may ask for again. */
export function* dropOldAnswers(now: number): Steps<void> {
  yield* run('DELETE FROM idempotency WHERE at <= ?', [now - DAY]);
}

/** The same questions asked again of what was written, and what the new record refers to. */
function* factsAfter(
  before: Gathering,
  request: WriteRequest,
  verdict: Verdict & { readonly allowed: true },
  touched: readonly RecordKey[],
): Steps<Gathering> {
  const gathering = before.without(touched);
  const paths = (key: RecordKey) =>
    request.needs.rows.find((need) => need.entity === key.entity && need.id === key.id)?.paths ?? [];
  const rows = touched.map((key) => ({ entity: key.entity, id: key.id, paths: paths(key) }));
  yield* gathering.add({ ...request.needs, rows: [...request.needs.rows, ...rows] });
  yield* addMore(gathering, request.more);
  const row = verdict.row === null ? null : gathering.facts.row(verdict.row.entity, verdict.row.id);
  if (row !== null && row !== undefined) yield* gathering.addReferred([row]);
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

function* replay({ idempotency, actor, now }: WriteRequest): Steps<WriteOutcome | null> {
  if (idempotency === null) return null;
  const found = yield* get('SELECT request, answer FROM idempotency WHERE person = ? AND key = ? AND at > ?', [
    personOf(actor) ?? '',
    idempotency.key,
    now - DAY,
  ]);
  if (found === undefined) return null;
  return found[0] === idempotency.request ? { outcome: 'replayed', answer: String(found[1]) } : { outcome: 'mismatch' };
}

function* remember({ idempotency, actor, now }: WriteRequest, verdict: Verdict, facts: Facts): Steps<void> {
  if (idempotency === null) return;
  const sql =
    'INSERT INTO idempotency (person, key, request, answer, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (person, key) DO UPDATE SET request = excluded.request, answer = excluded.answer, at = excluded.at';
  yield* run(sql, [
    personOf(actor) ?? '',
    idempotency.key,
    idempotency.request,
    idempotency.answer(verdict, facts),
    now,
  ]);
}

export function documentChanged(): StoreError {
  return new StoreError(
    'document changed',
    'The document changed while this was being decided, so nothing was written: decide again by the current one.',
  );
}
