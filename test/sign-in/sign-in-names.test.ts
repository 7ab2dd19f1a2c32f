import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { foldCase } from '../../src/fields/text/fold.ts';
import { identityKey } from '../../src/fields/text/identity-key.ts';
import { addPerson } from '../../src/server/auth/add-person.ts';
import { nameKey, personNamed } from '../../src/server/auth/sign-in-names.ts';
import type { Provider } from '../../src/server/core/identity-provider.ts';
import { SHADOW_COLUMNS } from '../../src/store/core/catalog.ts';
import { openSqlite } from '../../src/store/sqlite/sqlite-store.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { quickFolder } from '../support/database/quick-folder.ts';
import { ROWING } from '../support/effects/rowing.ts';
import { exampleText, startServer, type TestServer } from '../support/http/server.ts';
import { cookieIn, production, quick, secure, type World } from '../support/http/sign-in.ts';

const STORED = 'max@hessenkfist.example';
/** Names that folding by capital letters, or by compatibility forms, takes for the stored one. */
const LOOK_ALIKES = [
  'max@heßenkfist.example',
  'max@heẞenkfist.example',
  'max@hesſenkfist.example',
  'max@hessenkﬁst.example',
  'max@hessenkfiﬆ.example',
  'max@hessenkfiﬅ.example',
  'max@hessen\u212afist.example',
  'max@hessenkfıst.example',
  'max@hessenkfİst.example',
  'ｍax@hessenkfist.example',
  'max＠hessenkfist.example',
  'max@hessenkfist．example',
  'max@hessenkfist。example',
  'mаx@hessenkfist.example',
  'max\u200b@hessenkfist.example',
  'max%40hessenkfist.example',
  'max@hessenkfist.example,eve@evil.example',
  'max@hessenkfist.example\r\nBcc: eve@evil.example',
  '"max@hessenkfist.example" <eve@evil.example>',
  `${STORED}${'x'.repeat(900)}`,
];

const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

async function withMax(t: TestContext, beside: Parameters<typeof production>[1] = {}): Promise<World> {
  const here = await production(t, beside);
  await here.person(STORED, 'Administrator');
  return here;
}

test('a link is emailed for the stored name only, and to the stored address, however the name is typed', async (t) => {
  const here = await withMax(t);
  for (const name of LOOK_ALIKES) assert.equal((await here.send('POST', '/_/link', { name })).status, 204, name);
  await settled();
  assert.deepEqual(here.letters, []);
  for (const name of ['MAX@Hessenkfist.EXAMPLE', ` ${STORED} `])
    assert.equal((await here.send('POST', '/_/link', { name })).status, 204);
  await settled();
  assert.deepEqual(
    here.letters.map(({ to }) => to),
    [STORED, STORED],
  );
});

test('nobody signs in under a name that only looks like theirs', async (t) => {
  const here = await withMax(t);
  const password = 'correct horse battery';
  for (const name of LOOK_ALIKES) {
    const answer = await here.send('POST', '/_/sign-in', { name, password });
    assert.equal(answer.status, 401, name);
  }
  assert.equal((await here.send('POST', '/_/sign-in', { name: STORED.toUpperCase(), password })).status, 204);
});

/** A provider that vouches for whatever address it is told to. */
function vouching(): { readonly provider: Provider; readonly saying: { email: string } } {
  const saying = { email: '' };
  const provider: Provider = {
    name: 'provider',
    startSignIn: async () => ({ url: 'https://login.example.org/', state: 'state', verification: '' }),
    completeSignIn: async () => ({ issuer: 'https://login.example.org', subject: saying.email, email: saying.email }),
  };
  return { provider, saying };
}

test('a provider’s address signs a person in only if it is the stored one except for ASCII case', async (t) => {
  const { provider, saying } = vouching();
  const here = await withMax(t, { provider });
  await here.person('jürgen@example.com', 'Employee');
  const through = async (email: string) => {
    saying.email = email;
    const cookie = cookieIn(await here.send('POST', '/_/oidc', { to: '/' }));
    const answer = await here.send('GET', '/_/oidc/callback?state=state', undefined, { cookie, accept: 'text/html' });
    return answer.headers.get('location');
  };
  for (const email of [...LOOK_ALIKES, 'JÜRGEN@example.com', 'ju\u0308rgen@example.com', ` ${STORED}`])
    assert.equal(await through(email), '/_/sign-in#provider=unknown', email);
  const max = await here.store.findBy('Employee', 'email', STORED);
  assert.deepEqual(await here.store.keys.ofPerson(max?.id ?? '', 'subject', here.clock.now), [], 'nothing was linked');
  assert.equal(await through('Max@HESSENKFIST.example'), '/');
  assert.equal(await through('jürgen@example.com'), '/');
});

/** Everything that resolves a name, asked for one pair of stored name and typed name. */
async function resolves(server: TestServer, stored: string, typed: string) {
  const here = { runtime: server.runtime, version: server.runtime.current() };
  const found = await personNamed(here, typed);
  return {
    found: found?.values['email'] === stored,
    counted: nameKey(here, typed) === nameKey(here, stored),
  };
}

const pairs = fc
  .array(fc.constantFrom(...'ßẞſsSﬁﬂﬀﬆfitıİiIKkKÅåÅÄäΣςσǅǆǄａａＡＡéÉ'), { minLength: 1, maxLength: 4 })
  .map((letters) => letters.join(''));

contract('looking up, counting and the unique index agree on which names are one', async (t) => {
  const opened = await openEmpty();
  t.after(opened.done);
  const server = await startServer(exampleText('expense-claims.md'), { dev: false, store: opened.store });
  t.after(server.stop);
  const people: string[] = [];
  const add = async (email: string) => {
    const added = await addPerson(
      server.runtime,
      secure,
      email,
      new Map([
        ['name', 'N'],
        ['role', 'Employee'],
      ]),
    );
    return added.added ? (added.isNew ? 'new' : 'there') : 'refused';
  };
  await fc.assert(
    fc.asyncProperty(pairs, async (local) => {
      const email = `${local}@example.com`.normalize('NFC');
      const alike = people.filter((other) => identityKey(other) === identityKey(email));
      assert.ok(alike.length <= 1, 'two people of one identity');
      const became = await add(email);
      assert.equal(became, alike.length === 0 ? 'new' : 'there', email);
      if (became === 'new') people.push(email);
      for (const stored of people) {
        const { found, counted } = await resolves(server, stored, email);
        assert.deepEqual(
          [found, counted],
          [identityKey(stored) === identityKey(email), found],
          `${stored} by ${email}`,
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('data with keys of older rules gets new ones when its document is opened, and nobody is lost', async (t) => {
  const folder = mkdtempSync(join(quickFolder, 'ninefold-keys-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const older = await openSqlite({ folder });
  const text = exampleText('expense-claims.md');
  const first = await startServer(text, { dev: false, store: older });
  const values = new Map([
    ['name', 'N'],
    ['role', 'Employee'],
  ]);
  for (const email of ['STRAßE@example.com', 'ana@example.com'])
    assert.ok((await addPerson(first.runtime, secure, email, values)).added);
  await first.stop();
  await older.close();
  const data = new DatabaseSync(join(folder, 'data.sqlite'));
  const columns = data.prepare('SELECT physical, record FROM catalog_columns').all();
  for (const { physical, record } of columns) {
    const column = JSON.parse(String(record)) as { name: string; table: string; folded: number };
    if (column.folded === 0) continue;
    data
      .prepare('UPDATE catalog_columns SET record = ? WHERE physical = ?')
      .run(JSON.stringify({ ...column, folded: true }), String(physical));
    const key = SHADOW_COLUMNS.fold(String(physical));
    for (const row of data.prepare(`SELECT id, ${String(physical)} AS value FROM ${column.table}`).all())
      data
        .prepare(`UPDATE ${column.table} SET ${key} = ? WHERE id = ?`)
        .run(foldCase(String(row['value'])), String(row['id']));
  }
  data.exec("UPDATE meta SET value = '1' WHERE key = 'format'");
  data.close();
  const store = await openSqlite({ folder });
  const again = await startServer(text, { dev: false, store });
  t.after(async () => {
    await again.stop();
    await store.close();
  });
  const here = { runtime: again.runtime, version: again.runtime.current() };
  assert.equal((await personNamed(here, 'straße@example.com'))?.values['email'], 'STRAßE@example.com');
  assert.equal(await personNamed(here, 'strasse@example.com'), null);
  assert.ok((await addPerson(again.runtime, secure, 'strasse@example.com', values)).added);
  assert.ok((await personNamed(here, 'ANA@example.com')) !== null);
});

test('mail about accounts is sent in one place only, which takes a person and no address; the outbox sends that of the document', () => {
  const server = join(import.meta.dirname, '../../src/server');
  const using = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      /\bmail(?:\?\.)?\(|\{[^}]*\bmail\b[^}]*\} = /.test(readFileSync(join(server, file), 'utf8')),
  );
  assert.deepEqual(using, ['jobs/send-letter.ts', 'runtime/send-mail.ts']);
});

test('where people sign in with a text, mail goes to their field of type email, and to nobody without one', async (t) => {
  const letters: { readonly to: string }[] = [];
  const server = await startServer(ROWING, {
    dev: false,
    production: { passwords: quick, mail: async (letter) => void letters.push(letter), origin: secure },
  });
  t.after(server.stop);
  const values = new Map([
    ['mail', 'ada@example.com'],
    ['roles', 'rower'],
  ]);
  assert.ok((await addPerson(server.runtime, secure, 'root', values)).added);
  const ask = (name: string) =>
    server.fetch(
      new Request(`${secure}/_/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }),
    );
  for (const name of ['root', 'ada@example.com', 'Root']) assert.equal((await ask(name)).status, 204);
  await settled();
  assert.deepEqual(
    letters.map(({ to }) => to),
    ['ada@example.com'],
  );
});
