import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readDocument } from '../src/notation/read.ts';
import { addPerson } from '../src/server/add-person.ts';
import { createRuntime, type Runtime } from '../src/server/runtime.ts';
import { openSqlite } from '../src/store/sqlite.ts';
import type { Store } from '../src/store/store.ts';
import { runCli } from './support/cli.ts';
import { exampleText } from './support/server.ts';
import { bytesOf } from './support/stores.ts';

const text = exampleText('expense-claims.md');
const bytes = new TextEncoder().encode('a,b\n1,2\n');

describe('ninefold backup and restore', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'ninefold-backup-'));
    writeFileSync(join(folder, 'claims.md'), text);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const data = () => join(folder, '.ninefold', 'claims.md', 'production');
  const opened = async (work: (store: Store, runtime: Runtime) => Promise<void>) => {
    const store = await openSqlite({ folder: data() });
    try {
      const runtime = await createRuntime({ text, store, dev: false, clock: () => Date.now(), read: readDocument });
      await work(store, runtime);
      await runtime.close();
    } finally {
      await store.close();
    }
  };
  const add = async (runtime: Runtime, name: string) => {
    const values = new Map([
      ['name', name],
      ['role', 'Employee'],
    ]);
    assert.ok((await addPerson(runtime, 'http://localhost', `${name}@example.com`, values)).added);
  };
  const peopleIn = async () => {
    let found: string[] = [];
    await opened(async (store) => {
      found = (await store.people('Employee', 10)).map((row) => String(row.values['name']));
    });
    return found;
  };

  it('copies what stands while somebody writes, files too, and brings it back', async () => {
    await opened(async (store, runtime) => {
      await add(runtime, 'ana');
      const value = { file: 'token-1', name: 'a.csv', size: bytes.byteLength, mediaType: 'text/csv' };
      await store.addUpload({ value, uploader: null, bytes }, Date.now());
      const made = await runCli(['backup', 'claims.md', 'copy'], { cwd: folder });
      assert.equal(made.code, 0, made.stderr);
      assert.match(made.stdout, /with 1 files/);
      await add(runtime, 'bo');
      const busy = await runCli(['restore', 'claims.md', 'copy'], { cwd: folder });
      assert.equal(busy.code, 1);
      assert.match(busy.stderr, /in use by another Ninefold process/);
    });
    assert.deepEqual(await peopleIn(), ['ana', 'bo']);
    const back = await runCli(['restore', 'claims.md', 'copy'], { cwd: folder });
    assert.equal(back.code, 0, back.stderr);
    const kept = /kept in (.+)\.$/.exec(back.stderr)?.[1] ?? '';
    assert.ok(existsSync(join(kept, 'data.sqlite')), back.stderr);
    assert.deepEqual(await peopleIn(), ['ana']);
    await opened(async (store) => assert.deepEqual(await bytesOf(store, 'token-1'), [...bytes]));
  });

  it('refuses a copy that is damaged, and leaves the data as it is', async () => {
    cpSync(join(folder, 'copy'), join(folder, 'damaged'), { recursive: true });
    writeFileSync(join(folder, 'damaged', 'data.sqlite'), 'no longer a database');
    const { code, stderr } = await runCli(['restore', 'claims.md', 'damaged'], { cwd: folder });
    assert.equal(code, 1);
    assert.match(stderr, /is damaged/);
    const without = await runCli(['restore', 'claims.md', '.'], { cwd: folder });
    assert.match(without.stderr, /is no backup/);
    assert.deepEqual(await peopleIn(), ['ana']);
  });

  it('never writes over what is there, nor leaves half a copy', async () => {
    const { code, stderr } = await runCli(['backup', 'claims.md', 'copy'], { cwd: folder });
    assert.equal(code, 1);
    assert.match(stderr, /is there already/);
    const none = await runCli(['backup', 'claims.md', 'none', '--data', 'nowhere'], { cwd: folder });
    assert.equal(none.code, 1);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('partial')),
      [],
    );
  });
});
