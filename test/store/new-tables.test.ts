import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { lockFolder } from '../../src/store/sqlite/exclusive-folder.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { one } from '../support/database/changing.ts';
import * as m from '../support/database/models.ts';

test('a new table is one change of the schema, however many columns it has', async () => {
  assert.equal(await schemaChangesFor(12), await schemaChangesFor(2));
});

/** Returns how often the schema of an empty database changes when an entity with so many fields is applied. */
async function schemaChangesFor(fields: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-tables-'));
  try {
    const store = await openSqlite({ folder });
    await store.apply(
      one(Array.from({ length: fields }, (_, index) => [`n${index}`, m.integer] as const)),
      'v1',
      'first',
    );
    await store.close();
    const locked = lockFolder(folder);
    const database = new DatabaseSync(locked.database);
    const version = Number(database.prepare('PRAGMA schema_version').get()?.['schema_version']);
    database.close();
    locked.release();
    return version;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
