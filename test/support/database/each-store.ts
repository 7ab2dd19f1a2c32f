import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Store } from '../../../src/store/core/store.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite-store.ts';
import { freshSchema, testPostgres } from './postgres.ts';
import { quickFolder } from './quick-folder.ts';

/** A store that holds nothing yet; `done` closes it and removes what it left. */
export interface OpenedStore {
  readonly store: Store;
  /** Where its file lies; empty where it is no file. */
  readonly folder: string;
  readonly done: () => Promise<void>;
}

type Kind = 'SQLite' | 'PostgreSQL';

const chosen = new AsyncLocalStorage<Kind>();

/** A test of what every store promises: it runs once on each, and `openStore` within it opens one of that kind. */
export function contract(title: string, work: (context: TestContext) => Promise<void>): void {
  for (const kind of ['SQLite', 'PostgreSQL'] as const)
    test(`${title} (${kind})`, (context) => chosen.run(kind, () => work(context)));
}

/** Does something outside of a contract with `openStore` opening one of a kind. */
export function onStore<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
  return chosen.run(kind, work);
}

/** One of the kind that the contract is at; elsewhere SQLite. */
export function openEmpty(): Promise<OpenedStore> {
  return chosen.getStore() === 'PostgreSQL' ? openInPostgres() : openInFolder();
}

/** One on SQLite, or on the kind that NINEFOLD_STORE names: with `PostgreSQL` a folder of tests runs there. */
export const openUsual = (): Promise<OpenedStore> =>
  process.env['NINEFOLD_STORE'] === 'PostgreSQL' ? openInPostgres() : openInFolder();

async function openInFolder(): Promise<OpenedStore> {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-store-'));
  const store = await openSqlite({ folder });
  const done = async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store, folder, done };
}

async function openInPostgres(): Promise<OpenedStore> {
  const database = await testPostgres();
  const schema = freshSchema();
  const store = await database.open(schema);
  const done = async () => {
    await store.close();
    await database.drop(schema);
  };
  return { store, folder: '', done };
}
