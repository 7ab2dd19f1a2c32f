import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Value } from '../../src/fields/text/value.ts';
import type { Model } from '../../src/model/types/model.ts';
import { restorePostgres } from '../../src/store/backup/postgres-restore.ts';
import { backupSqlite } from '../../src/store/backup/sqlite-backup.ts';
import type { Store } from '../../src/store/core/store.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { contract } from '../support/database/each-store.ts';
import * as m from '../support/database/models.ts';
import { freshSchema, testPostgres } from '../support/database/postgres.ts';
import {
  allowed,
  bytesOf,
  insert,
  nothingNeeded,
  openStore,
  put,
  readOne,
  request,
  rowOf,
} from '../support/database/stores.ts';

/** What every store promises of fields of several records and several files. */

const filesType = { ...m.file, several: true } as const;
const upload = (token: string) => ({
  value: { file: token, name: `${token}.txt`, size: 1, mediaType: 'text/plain' },
  uploader: null,
  bytes: new Uint8Array([1]),
});
const fileValue = (token: string): Value => upload(token).value;

function club(parts: { readonly members?: m.Fields[number]; readonly more?: m.Fields } = {}): Model {
  const members = parts.members ?? (['members', m.several('Person', true), { onDelete: 'clear' }] as const);
  return m.modelOf({
    entities: [
      m.entityOf('Person', [['name', m.text(), { title: true }]]),
      m.entityOf('Club', [
        ['title', m.text(), { title: true }],
        members,
        ['guards', m.several('Person')],
        ['rows', m.lines('Post')],
        ...(parts.more ?? []),
      ]),
      m.entityOf('Post', [['by', m.several('Person'), { onDelete: 'clear' }]], {
        belongsTo: { name: 'Club', at: null },
      }),
    ],
  });
}

const people = ['p1', 'p2', 'p3'].map((id) => rowOf('Person', id, { name: id }));
const at = async (store: Store, field: string, id = 'c1') => (await readOne(store, 'Club', id))?.values[field] ?? null;
const referrers = async (store: Store, id: string) => {
  const key = { entity: 'Person', id };
  const facts = await store.load({ ...nothingNeeded, referrers: [key] });
  return [...(facts.referrers(key) ?? [])];
};
const referring = async (store: Store, field: string, target: string) => {
  const need = { entity: 'Club', field, target };
  const facts = await store.load({ ...nothingNeeded, referring: [need] });
  return facts.referring?.(need);
};

const opened = (title: string, work: (store: Store) => Promise<void>, model: Model = club()) =>
  contract(title, async () => {
    const { store, done } = await openStore(model);
    try {
      await insert(store, ...people);
      await work(store);
      await store.check();
    } finally {
      await done();
    }
  });

opened('they lie in their order, and one finds back from each', async (store) => {
  await insert(store, rowOf('Club', 'c1', { members: ['p3', 'p1'], guards: ['p1', 'p2'] }), rowOf('Club', 'c2'));
  assert.deepEqual(await at(store, 'members'), ['p3', 'p1']);
  assert.deepEqual(await referring(store, 'members', 'p1'), ['c1']);
  assert.deepEqual(await referring(store, 'members', 'p2'), []);
  assert.deepEqual(await referrers(store, 'p1'), [['Club.guards', 1]]);
  assert.deepEqual(await referrers(store, 'p3'), []);
  await put(store, { kind: 'update', entity: 'Club', id: 'c1', values: rowOf('', '', { guards: ['p3'] }).values });
  assert.deepEqual([await referrers(store, 'p1'), await referrers(store, 'p3')], [[], [['Club.guards', 1]]]);
  const facts = await store.load({ ...nothingNeeded, rows: [{ entity: 'Club', id: 'c1', paths: [['members']] }] });
  assert.equal(facts.row('Person', 'p3')?.values['name'], 'p3');
  assert.equal(facts.row('Person', 'p2'), undefined);
});

opened('one that goes is taken from among them, in lines too, and a deleted record holds nobody', async (store) => {
  const line = rowOf('Post', 'l1', { by: ['p1', 'p2'] });
  await insert(store, rowOf('Club', 'c1', { members: ['p2', 'p1', 'p3'], rows: [line] }));
  const clear = (entity: string, field: string) => ({ kind: 'clear', entity, field, target: 'p1' }) as const;
  await put(store, clear('Club', 'members'), clear('Post', 'by'), { kind: 'delete', entity: 'Person', id: 'p1' });
  assert.deepEqual(await at(store, 'members'), ['p2', 'p3']);
  const rows = (await at(store, 'rows')) as unknown as readonly { readonly values: { readonly by: Value } }[];
  assert.deepEqual(rows[0]?.values.by, ['p2']);
  await put(store, { kind: 'clear', entity: 'Post', field: 'by', target: 'p2' });
  assert.equal(((await at(store, 'rows')) as unknown as typeof rows)[0]?.values.by, null);
  await put(store, { kind: 'delete', entity: 'Club', id: 'c1' });
  assert.deepEqual(await referring(store, 'members', 'p2'), []);
});

opened(
  'a document that makes one of them several, or several one, keeps them; one that drops them says so',
  async (store) => {
    await insert(store, rowOf('Club', 'c1', { members: ['p3', 'p1'] }), rowOf('Club', 'c2', { members: ['p2'] }));
    const asOne = club({ members: ['members', m.reference('Person'), { onDelete: 'clear' }] });
    const refused = await store.apply(asOne, 'v2', 'two');
    assert.equal(refused.applied, false);
    assert.deepEqual(refused.applied === false && refused.losses.map(({ element, count }) => [element, count]), [
      ['field/Club/members', 1],
    ]);
    await put(store, { kind: 'update', entity: 'Club', id: 'c1', values: rowOf('', '', { members: ['p3'] }).values });
    assert.equal((await store.apply(asOne, 'v2', 'two')).applied, true);
    assert.deepEqual([await at(store, 'members'), await at(store, 'members', 'c2')], ['p3', 'p2']);
    assert.deepEqual(await referring(store, 'members', 'p3'), ['c1']);
    assert.equal((await store.apply(club(), 'v3', 'three')).applied, true);
    assert.deepEqual([await at(store, 'members'), await at(store, 'members', 'c2')], [['p3'], ['p2']]);
    assert.deepEqual(await referring(store, 'members', 'p3'), ['c1']);
    const named = club({ members: ['others', m.several('Person', true), { onDelete: 'clear', was: ['members'] }] });
    assert.equal((await store.apply(named, 'v4', 'four')).applied, true);
    assert.deepEqual([await at(store, 'others'), await referring(store, 'others', 'p3')], [['p3'], ['c1']]);
    const elsewhere = club({ members: ['others', m.several('Club'), {}] });
    const lost = await store.apply(elsewhere, 'v5', 'five');
    assert.equal(lost.applied === false && lost.losses[0]?.count, 2);
  },
);

const withFiles = (several: boolean): Model => club({ more: [['papers', several ? filesType : m.file]] });

opened(
  'several files are attached together; one that is left out is gone, and goes for good in its time',
  async (store) => {
    for (const token of ['a', 'b']) await store.addUpload(upload(token), 1_000);
    const papers = ['b', 'a'].map(fileValue);
    const attach = (token: string) => ({ kind: 'attach', token, entity: 'Club', id: 'c1', field: 'papers' }) as const;
    await put(store, { kind: 'insert', row: rowOf('Club', 'c1', { papers }) }, attach('a'), attach('b'));
    assert.deepEqual(await at(store, 'papers'), papers);
    const values = (files: Value) => rowOf('', '', { papers: files }).values;
    const change = (files: Value, hash = 'v1') =>
      store.write(
        request(() => allowed({ kind: 'update', entity: 'Club', id: 'c1', values: values(files) }), {
          now: 2_000,
          documentHash: hash,
        }),
      );
    await change([fileValue('a')]);
    assert.deepEqual([await bytesOf(store, 'a'), await bytesOf(store, 'b')], [[1], null]);
    const asOne = await store.apply(withFiles(false), 'v2', 'two');
    assert.equal(asOne.applied, true);
    assert.deepEqual(await at(store, 'papers'), fileValue('a'));
    assert.equal((await store.apply(withFiles(true), 'v3', 'three')).applied, true);
    assert.deepEqual(await at(store, 'papers'), [fileValue('a')]);
    await change(null, 'v3');
    assert.equal(await bytesOf(store, 'a'), null);
    await store.purge(3_000);
    assert.equal(await store.sweepFiles(), 0);
  },
  withFiles(true),
);

test('a backup carries them, from a folder into a database', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-several-'));
  const database = await testPostgres();
  const schema = freshSchema();
  try {
    const inside = await openSqlite({ folder: join(folder, 'data') });
    await inside.apply(club(), 'v1', 'the document');
    await insert(inside, ...people, rowOf('Club', 'c1', { members: ['p3', 'p1'], guards: ['p2'] }));
    await inside.close();
    await backupSqlite(join(folder, 'data'), join(folder, 'backup'), 1_000, null);
    const connections = database.connections(schema);
    await restorePostgres({ connections, schema }, join(folder, 'backup')).finally(() => connections.close());
    const store = await database.open(schema);
    await store.apply(club(), 'v1', 'the document');
    assert.deepEqual(await at(store, 'members'), ['p3', 'p1']);
    assert.deepEqual(await referring(store, 'members', 'p1'), ['c1']);
    assert.deepEqual(await referrers(store, 'p2'), [['Club.guards', 1]]);
    await store.close();
  } finally {
    await database.drop(schema);
    rmSync(folder, { recursive: true, force: true });
  }
});
