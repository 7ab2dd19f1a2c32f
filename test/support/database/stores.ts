import type { Verdict, Write } from '../../../src/engine/context/verdict.ts';
import type { Needs } from '../../../src/engine/core/needs-and-facts.ts';
import type { ListPlan, PlanPrincipal } from '../../../src/engine/query/list-plan.ts';
import type { Relation } from '../../../src/expressions/types/relation.ts';
import type { StaticType } from '../../../src/expressions/types/static.ts';
import { noValues, type Row, type Value, type Values } from '../../../src/fields/text/value.ts';
import type { Model } from '../../../src/model/types/model.ts';
import type { Store, WriteOutcome, WriteRequest } from '../../../src/store/core/store.ts';
import { type OpenedStore, openEmpty } from './each-store.ts';

/** A store of its own, of the kind that the test is at. */
export async function openStore(model: Model | null = null): Promise<OpenedStore> {
  const opened = await openEmpty();
  if (model !== null) await opened.store.apply(model, 'v1', 'the document');
  return opened;
}

/** Works on a store that holds nothing yet. */
export async function withStoreOf(model: Model, work: (store: Store) => Promise<void>): Promise<void> {
  const { store, done } = await openStore(model);
  try {
    await work(store);
  } finally {
    await done();
  }
}

export const nothingNeeded: Needs = { rows: [], unique: [], files: [], referrers: [] };

export function values(parts: Readonly<Record<string, Value>>): Values {
  const all = noValues();
  for (const [name, value] of Object.entries(parts)) all[name] = value;
  return all;
}

export function rowOf(entity: string, id: string, parts: Readonly<Record<string, Value>> = {}): Row {
  return { entity, id, version: 1, values: values(parts) };
}

export const allowed = (...writes: readonly Write[]): Verdict => ({ allowed: true, writes, row: null });

export const refused: Verdict = {
  allowed: false,
  refusal: { situation: 'not met', code: 'NO', status: 409, message: 'No.', next: '', decidedBy: [], failures: [] },
};

export function request(decide: WriteRequest['decide'], parts: Partial<WriteRequest> = {}): WriteRequest {
  return {
    needs: nothingNeeded,
    decide,
    actor: { kind: 'product' },
    now: 1_000,
    documentHash: 'v1',
    idempotency: null,
    ...parts,
  };
}

/** Writes without asking anything. */
export function put(store: Store, ...writes: readonly Write[]): Promise<WriteOutcome> {
  return store.write(request(() => allowed(...writes)));
}

export async function insert(store: Store, ...rows: readonly Row[]): Promise<void> {
  await put(store, ...rows.map((row): Write => ({ kind: 'insert', row })));
}

/** The bytes of a file as they are kept now; null: there is no such file. */
export async function bytesOf(store: Store, token: string): Promise<number[] | null> {
  const kept = await store.openFile(token);
  if (kept === null) return null;
  const bytes = [...new Uint8Array(await new Response(kept.body).arrayBuffer())];
  return bytes.length === kept.size ? bytes : [];
}

/** The record as it is stored now. */
export async function readOne(store: Store, entity: string, id: string): Promise<Row | null | undefined> {
  const facts = await store.load({ ...nothingNeeded, rows: [{ entity, id, paths: [] }] });
  return facts.row(entity, id);
}

export const guest: PlanPrincipal = { principal: { row: null, roles: new Set() }, now: 1_000 };

export function askerOf(row: Row): PlanPrincipal {
  return { principal: { row, roles: new Set() }, now: 1_000 };
}

export function planOf(entity: string, parts: Partial<ListPlan> = {}): ListPlan {
  return {
    key: JSON.stringify([entity, parts]),
    entity,
    where: [],
    search: null,
    select: [],
    sort: [],
    after: null,
    limit: 50,
    maxCount: 0,
    ...parts,
  };
}

export function fieldRelation(
  entity: string,
  field: string,
  type: StaticType,
  path: readonly (readonly [string, string, string])[] = [],
): Relation {
  const steps = path.map(([from, by, to]) => ({ entity: from, field: by, to }));
  return { r: 'field', local: null, entity, path: steps, field, type };
}

export function parameter(value: Value | undefined, type: StaticType = { t: 'text' }): Relation {
  return { r: 'parameter', value: () => value, type };
}

export function same(left: Relation, right: Relation, negated = false): Relation {
  return { r: 'same', left, right, negated };
}
