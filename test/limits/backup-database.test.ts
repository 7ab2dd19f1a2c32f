import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import type { FileValue } from '../../src/fields/text/value.ts';
import { idOf } from '../../src/model/types/element.ts';
import { backupPostgres } from '../../src/store/backup/postgres-backup.ts';
import { restorePostgres } from '../../src/store/backup/postgres-restore.ts';
import { backupSqlite, restoreSqlite } from '../../src/store/backup/sqlite-backup.ts';
import { openBucket } from '../../src/store/bucket/bucket.ts';
import type { OpenBucket } from '../../src/store/core/blob-store.ts';
import type { Store } from '../../src/store/core/store.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { soon } from '../support/database/keepings.ts';
import { freshSchema, type TestPostgres, testPostgres } from '../support/database/postgres.ts';
import { runCli } from '../support/http/cli.ts';
import { startBucket, type TestBucket } from '../support/http/s3.ts';
import { exampleText, origin, startServer } from '../support/http/server.ts';

const text = exampleText('expense-claims.md');
const pdf = new TextEncoder().encode('%PDF-1.7\nreceipt\n%%EOF\n');

/** Data somewhere, which can be copied out of there and into there. */
interface Place {
  readonly open: (bucket?: OpenBucket) => Promise<Store>;
  readonly backup: (to: string, bucket?: OpenBucket) => Promise<unknown>;
  readonly restore: (from: string) => Promise<unknown>;
}

describe('a backup of data in a database', () => {
  let folder = '';
  let database: TestPostgres;
  const schemas: string[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ninefold-backup-'));
    database = await testPostgres();
  });
  after(async () => {
    for (const schema of schemas) await database.drop(schema);
    rmSync(folder, { recursive: true, force: true });
  });

  const fresh = (name: string) => join(folder, `${name}-${schemas.length}-${Math.random().toString(36).slice(2)}`);
  const inSchema = (): Place & { readonly schema: string } => {
    const schema = freshSchema();
    schemas.push(schema);
    const over = async <T>(work: (at: Parameters<typeof restorePostgres>[0]) => Promise<T>) => {
      const connections = database.connections(schema);
      return work({ connections, schema }).finally(() => connections.close());
    };
    return {
      schema,
      open: (bucket) => database.open(schema, bucket),
      backup: (to, bucket) => over((at) => backupPostgres(at, to, Date.now(), bucket ?? null)),
      restore: (from) => over((at) => restorePostgres(at, from)),
    };
  };
  const inFolder = (): Place => {
    const data = fresh('data');
    return {
      open: (bucket) => openSqlite({ folder: data, bucket: bucket ?? null }),
      backup: (to, bucket) => backupSqlite(data, to, Date.now(), bucket ?? null),
      restore: (from) => restoreSqlite(from, data, Date.now()),
    };
  };

  /** A product in use: claims in several states, a file, something in an inbox; and how it looks to its people. */
  async function used(
    store: Store,
  ): Promise<{ readonly people: readonly (string | null)[]; readonly paths: readonly string[] }> {
    const server = await startServer(text, { store });
    const ana = await server.as('Ana');
    const url = `${origin}/_/files?entity=Claim&field=receipt&name=Taxi.pdf`;
    const upload = async (): Promise<FileValue> => {
      const sent = await server.fetch(new Request(url, { method: 'POST', body: pdf, headers: { cookie: ana.cookie } }));
      return (await sent.json()) as FileValue;
    };
    const [receipt, second] = [await upload(), await upload()];
    const lines = [
      { what: 'Hin „und“ zurück\n', amount: '9.50' },
      { what: "it's; DROP TABLE --", amount: '0.01' },
    ];
    const made = await ana.post<WireRecord>('/api/claims', {
      title: 'Taxi 🚕',
      category: 'Travel',
      spentOn: '2026-08-12',
      lines,
      receipt,
    });
    assert.equal(made.status, 201, made.text);
    const path = `/api/claims/${made.body.id}`;
    // Two files of the same bytes.
    const shared = 'c'.repeat(64);
    assert.ok(await store.copyUpload(second.file, ana.id, [shared]));
    const others: WireRecord[] = [];
    for (const file of [second.file, shared]) {
      const claim = {
        title: 'Bus',
        category: 'Travel',
        spentOn: '2026-08-12',
        lines: lines.slice(0, 1),
        receipt: { file },
      };
      const other = await ana.post<WireRecord>('/api/claims', claim);
      assert.equal(other.status, 201, other.text);
      others.push(other.body);
    }
    const done = await ana.post(`${path}/submit`, {}, { 'if-match': made.body._.etag });
    assert.equal(done.status, 200, done.text);
    const kept = await ana.post('/_/views', { screen: idOf('screen', '/'), name: 'Taxis', state: { q: 'taxi' } });
    assert.equal(kept.status, 201, kept.text);
    await server.runtime.close();
    return {
      people: ['Ana', 'Miro', 'Lena', null],
      paths: [
        path,
        '/api/claims?sort=title&total=exact',
        `/_/list?screen=${encodeURIComponent(idOf('screen', '/'))}&q=tax`,
        `/_/records/Claim/${made.body.id}/history`,
        ...[made.body, ...others].map(({ id }) => `/_/files/Claim/${id}/receipt`),
        '/_/inbox',
        '/_/session',
        `/_/views?screen=${encodeURIComponent(idOf('screen', '/'))}`,
      ],
    };
  }

  async function answers(store: Store, { people, paths }: Awaited<ReturnType<typeof used>>): Promise<string[]> {
    const server = await startServer(text, { store });
    const found: string[] = [];
    for (const person of people) {
      // Sessions are not restored, so everybody signs in again.
      const cookie = person === null ? '' : (await server.as(person)).cookie;
      for (const path of paths) {
        const answer = await server.fetch(new Request(`${origin}${path}`, { headers: { cookie } }));
        found.push(`${path} ${answer.status} ${answer.headers.get('etag')} ${await answer.text()}`);
      }
    }
    await server.runtime.close();
    return found;
  }

  const places = [
    ['a database', inSchema],
    ['a folder', inFolder],
  ] as const;
  for (const [from, source] of places)
    for (const [to, target] of places)
      it(`of ${from} is answered from ${to} as before, to everybody`, { timeout: 60_000 }, async () => {
        const [one, other, copy] = [source(), target(), fresh('copy')];
        const store = await one.open();
        const asked = await used(store);
        const before = await answers(store, asked);
        assert.ok(before.some((each) => each.includes('Taxi 🚕')));
        assert.ok(before.some((each) => each.includes('%PDF-1.7')));
        // While a server has it open.
        await one.backup(copy);
        await store.close();
        await other.restore(copy);
        const restored = await other.open();
        assert.deepEqual(await answers(restored, asked), before);
        // It goes on: what is written now is numbered after what was there.
        const server = await startServer(text, { store: restored });
        const ana = await server.as('Ana');
        const claim = { title: 'Next', category: 'Meals', spentOn: '2026-08-12', lines: [{ what: 'a', amount: '1' }] };
        const made = await ana.post<WireRecord>('/api/claims', claim);
        assert.equal(made.status, 201, made.text);
        await server.runtime.close();
        await restored.close();
      });

  it('is of one moment: what is written meanwhile is in it whole or not at all', { timeout: 60_000 }, async () => {
    const [one, other, copy] = [inSchema(), inSchema(), fresh('copy')];
    const store = await one.open();
    const server = await startServer(text.replace('600 per minute', '60000 per minute'), { store });
    const ana = await server.as('Ana');
    const state = { isOver: false, made: 0 };
    const writing = (async () => {
      while (!state.isOver) {
        const lines = [{ what: 'a', amount: '1.00' }];
        const claim = { title: `Claim ${state.made}`, category: 'Meals', spentOn: '2026-08-12', lines };
        assert.equal((await ana.post('/api/claims', claim)).status, 201);
        state.made += 1;
        // A database in this process answers at once: others get their turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    while (state.made < 5) await new Promise((resolve) => setImmediate(resolve));
    await one.backup(copy);
    const most = state.made;
    state.isOver = true;
    await writing;
    await server.runtime.close();
    await store.close();
    await other.restore(copy);
    const restored = await other.open();
    const again = await startServer(text, { store: restored });
    const claims = (await restored.people('Claim', 10_000)).filter(({ values }) =>
      /^Claim /.test(String(values['title'])),
    );
    assert.ok(claims.length >= 5 && claims.length <= most + 1, `${claims.length} of ${most}`);
    for (const { id, values } of claims) {
      assert.equal((values['lines'] as unknown[]).length, 1);
      assert.equal((await restored.history({ entity: 'Claim', id }, 10)).length, 1);
    }
    await again.runtime.close();
    await restored.close();
  });

  it('holds the files of a bucket too, and needs none where it is restored', { timeout: 60_000 }, async () => {
    for (const [one, other] of [
      [inSchema(), inFolder()],
      [inFolder(), inSchema()],
    ] as const) {
      const bucket: TestBucket = await startBucket();
      const [at, copy] = [openBucket(bucket.settings, soon), fresh('copy')];
      const store = await one.open(at);
      const asked = await used(store);
      const before = await answers(store, asked);
      await store.close();
      assert.ok(bucket.objects.size > 0);
      await assert.rejects(one.open(), /FILES_URL does not say in which/);
      await assert.rejects(one.backup(copy), /FILES_URL does not say in which/);
      assert.ok(!existsSync(copy) && !existsSync(`${copy}.partial`));
      await one.backup(copy, at);
      await bucket.stop();
      await other.restore(copy);
      const restored = await other.open();
      assert.deepEqual(await answers(restored, asked), before);
      await restored.close();
    }
  });

  it('is refused where there is data already, where it is damaged, or of a newer program; then nothing changes', {
    timeout: 60_000,
  }, async () => {
    const [one, other, copy] = [inSchema(), inSchema(), fresh('copy')];
    const store = await one.open();
    const asked = await used(store);
    await one.backup(copy);
    const before = await answers(store, asked);
    await assert.rejects(one.restore(copy), {
      trouble: 'failed',
      message: /holds data already, which a restore never replaces: name another with \?schema=/,
    });
    assert.deepEqual(await answers(store, asked), before);
    await store.close();
    await assert.rejects(one.backup(copy), /is there already/);
    await assert.rejects(inSchema().backup(fresh('copy')), /no data in the schema/);

    const damaged = fresh('damaged');
    cpSync(copy, damaged, { recursive: true });
    writeFileSync(join(damaged, 'data.sqlite'), 'no longer a database');
    await assert.rejects(other.restore(damaged), /is damaged/);
    const newer = fresh('newer');
    cpSync(copy, newer, { recursive: true });
    const data = new DatabaseSync(join(newer, 'data.sqlite'));
    data.exec("UPDATE meta SET value = '999' WHERE key = 'format'");
    data.close();
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256')
      .update(readFileSync(join(newer, 'data.sqlite')))
      .digest('hex');
    const manifest = JSON.parse(readFileSync(join(newer, 'manifest.json'), 'utf8')) as object;
    writeFileSync(
      join(newer, 'manifest.json'),
      JSON.stringify({ ...manifest, data: { size: statSync(join(newer, 'data.sqlite')).size, hash } }),
    );
    for (const place of [other, inFolder()])
      await assert.rejects(place.restore(newer), { trouble: 'newer format', message: /newer Ninefold \(format 999/ });
    await other.restore(copy);
    const restored = await other.open();
    assert.deepEqual(await answers(restored, asked), before);
    await restored.close();
  });

  it('is made and brought back by the two commands', { timeout: 60_000 }, async (context) => {
    if (database.url === null) return context.skip(`it needs a server: ${database.what}`);
    const [one, other, copy] = [inSchema(), inSchema(), fresh('copy')];
    const store = await one.open();
    await used(store);
    await store.close();
    const at = ({ schema }: { readonly schema: string }) => ({ DATABASE_URL: `${database.url}?schema=${schema}` });
    const made = await runCli(['backup', 'claims.md', copy], { cwd: folder, env: at(one) });
    assert.equal(made.code, 0, made.stderr);
    assert.match(made.stdout, /attachments: \d+/);
    const back = await runCli(['restore', 'claims.md', copy], { cwd: folder, env: at(other) });
    assert.deepEqual([back.code, back.stderr], [0, '']);
    const twice = await runCli(['restore', 'claims.md', copy], { cwd: folder, env: at(other) });
    assert.equal(twice.code, 1);
    assert.match(twice.stderr, /holds data already/);
  });
});
