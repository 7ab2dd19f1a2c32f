import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { createRuntime, type Runtime } from '../../src/server/runtime/runtime.ts';
import type { Store } from '../../src/store/core/store.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { bytesOf } from '../support/database/stores.ts';
import { runCli } from '../support/http/cli.ts';
import { exampleText } from '../support/http/server.ts';

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
      assert.match(made.stdout, /attachments: 1\./);
      await add(runtime, 'bo');
      const busy = await runCli(['restore', 'claims.md', 'copy'], { cwd: folder });
      assert.equal(busy.code, 1);
      assert.match(busy.stderr, /in use by another Ninefold process/);
    });
    assert.deepEqual(await peopleIn(), ['ana', 'bo']);
    const back = await runCli(['restore', 'claims.md', 'copy'], { cwd: folder });
    assert.equal(back.code, 0, back.stderr);
    const kept = /previous data is in (.+)\.$/m.exec(back.stderr)?.[1] ?? '';
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
    assert.match(without.stderr, /is not a backup/);
    assert.deepEqual(await peopleIn(), ['ana']);
  });

  it('rejects a backup with a changed, truncated, missing, added or linked file', async () => {
    const attachment = readdirSync(join(folder, 'copy', 'files'))[0] ?? '';
    const inFiles = (at: string) => join(at, 'files', attachment);
    const outside = join(folder, 'outside');
    writeFileSync(outside, bytes);
    const cases: Record<string, readonly [(at: string) => void, RegExp]> = {
      changed: [(at) => writeFileSync(inFiles(at), 'A,b\n1,2\n'), /is damaged: files\/[0-9a-f]+ was changed/],
      truncated: [(at) => writeFileSync(inFiles(at), 'a,b'), /has 3 bytes instead of 8/],
      missing: [(at) => rmSync(inFiles(at)), /files\/[0-9a-f]+ is missing/],
      added: [(at) => writeFileSync(join(at, 'files', 'f'.repeat(32)), ''), /f{32} is not part of the backup/],
      journal: [(at) => writeFileSync(join(at, 'data.sqlite-wal'), 'x'), /data\.sqlite-wal is not part of the backup/],
      'linked file': [(at) => replaceByLink(inFiles(at), outside), /files\/[0-9a-f]+ is a link/],
      'linked database': [(at) => replaceByLink(join(at, 'data.sqlite'), outside), /data\.sqlite is a link/],
      'linked folder': [(at) => replaceByLink(join(at, 'files'), join(folder, 'copy', 'files')), /files is a link/],
      'linked manifest': [(at) => replaceByLink(join(at, 'manifest.json'), outside), /is not a backup/],
      'manifest that names other files': [
        (at) => editManifest(at, (files) => ({ ...files, '../../stolen': { size: 0, hash: '' } })),
        /manifest\.json is of another version/,
      ],
    };
    for (const [name, [damage, message]] of Object.entries(cases)) {
      const at = join(folder, name);
      cpSync(join(folder, 'copy'), at, { recursive: true });
      damage(at);
      const { code, stderr } = await runCli(['restore', 'claims.md', name], { cwd: folder });
      assert.equal(code, 1, name);
      assert.match(stderr, message, name);
    }
  });

  it('does not restore sessions, sign-in links, tokens and challenges', async () => {
    const kinds = ['password', 'passkey', 'subject', 'session', 'link', 'program', 'challenge'] as const;
    const key = { person: 'somebody', value: '', made: 1, used: 1, expires: null };
    await opened(async (store) => {
      for (const kind of kinds) await store.keys.put({ ...key, kind, name: kind });
      await runCli(['backup', 'claims.md', 'with-keys'], { cwd: folder });
    });
    const { code, stderr } = await runCli(['restore', 'claims.md', 'with-keys'], { cwd: folder });
    assert.equal(code, 0, stderr);
    await opened(async (store) => {
      const restored = await Promise.all(kinds.map((kind) => store.keys.find(kind, kind, 2)));
      assert.deepEqual(
        kinds.filter((_, at) => restored[at] !== null),
        ['password', 'passkey', 'subject'],
      );
    });
  });

  it('creates data, backups and restored data that only their owner can read', async () => {
    const umask = process.umask(0o022);
    try {
      const at = mkdtempSync(join(folder, 'modes-'));
      writeFileSync(join(at, 'claims.md'), text);
      const env = { NINEFOLD_ORIGIN: 'https://claims.example.org' };
      const commands = [
        ['user', 'claims.md', 'ana@example.com', 'name=Ana', 'role=Manager'],
        ['backup', 'claims.md', 'copy'],
        ['restore', 'claims.md', 'copy'],
      ];
      for (const command of commands) {
        const { code, stderr } = await runCli(command, { cwd: at, env });
        assert.equal(code, 0, stderr);
      }
      const paths = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((path) => path !== 'claims.md');
      assert.ok(paths.some((path) => path.endsWith('data.sqlite')));
      const open = paths.filter((path) => (statSync(join(at, path)).mode & 0o077) !== 0);
      assert.deepEqual(open, []);
    } finally {
      process.umask(umask);
    }
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

function replaceByLink(path: string, to: string): void {
  rmSync(path, { recursive: true });
  symlinkSync(to, path);
}

function editManifest(backup: string, edit: (files: object) => object): void {
  const path = join(backup, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { readonly files: object };
  writeFileSync(path, JSON.stringify({ ...manifest, files: edit(manifest.files) }));
}
