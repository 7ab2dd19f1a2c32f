import { diagnose } from '../src/cli/analysis/diagnose.ts';
import type { Write } from '../src/engine/context/verdict.ts';
import type { Row, Values } from '../src/fields/text/value.ts';
import { createRuntime } from '../src/server/runtime/runtime.ts';
import type { Store } from '../src/store/core/store.ts';
import { openSqlite } from '../src/store/sqlite/sqlite-store.ts';
import type { Claim, Person } from './claims.ts';

const A_WRITE = 2_000;

/** Puts rows with their history into a store as the product does: no permission, rule or transition applies to them. */
export async function insertAll(store: Store, rows: Iterable<Row>, now: number): Promise<void> {
  const documentHash = (await store.applied())?.hash ?? '';
  let writes: Write[] = [];
  const flush = async (): Promise<void> => {
    const verdict = { allowed: true, writes, row: null } as const;
    await store.write({
      needs: { rows: [], unique: [], files: [], referrers: [] },
      decide: () => verdict,
      actor: { kind: 'product' },
      now,
      documentHash,
      idempotency: null,
    });
    writes = [];
  };
  for (const row of rows) {
    writes.push({ kind: 'insert', row }, creation(row));
    if (writes.length >= A_WRITE) await flush();
  }
  await flush();
}

function creation({ entity, id, values }: Row): Write {
  const fields = Object.keys(values).filter((field) => field !== 'createdAt' && values[field] !== null);
  const changes = fields.map((field) => ({ field, from: null, to: values[field] ?? null }));
  return { kind: 'history', entry: { entity, id, event: 'create', changes, notes: [] } };
}

/** A row as the engine makes them. */
export function rowOf(entity: string, id: string, values: { readonly [name: string]: Values[string] }): Row {
  return { entity, id, version: 0, values: Object.assign(Object.create(null), values) };
}

export const personRow = ({ id, name, email, manager, role }: Person): Row =>
  rowOf('Employee', id, { name, email, manager, role });

export function* claimRows(claims: Iterable<Claim>): Generator<Row> {
  for (const { id, lines, ...values } of claims) {
    const owned = lines.map(({ id: line, what, amount }) => rowOf('Line', line, { id: line, what, amount }));
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    yield rowOf('Claim', id, { ...values, lines: owned, total, receipt: null, refusal: null });
  }
}

/** Brings a store in line with a document. */
export async function applyDocument(store: Store, text: string): Promise<void> {
  const runtime = await createRuntime({ text, store, dev: false, clock: () => Date.now(), read: diagnose });
  await runtime.close();
}

/** Applies a document to the data in a folder, works on it, and leaves the folder to the next. */
export async function withStore<T>(folder: string, text: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqlite({ folder });
  try {
    await applyDocument(store, text);
    return await work(store);
  } finally {
    await store.close();
  }
}
