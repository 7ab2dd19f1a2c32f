import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Problem, WireHistory, WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { hashOfText } from '../../src/server/core/document-hash.ts';
import { cleanUp, startCleanUp } from '../../src/server/jobs/clean-up.ts';
import { startTimers } from '../../src/server/jobs/run-timers.ts';
import { startDelivering } from '../../src/server/jobs/send-outbox.ts';
import { serve } from '../../src/server/node/serve.ts';
import { openEmpty } from '../support/database/each-store.ts';
import { faults } from '../support/database/faulty-store.ts';
import { paidClaim, withBankAddress } from '../support/documents/paid-claim.ts';
import { LENDING } from '../support/effects/lending.ts';
import { found } from '../support/http/library-calls.ts';
import { type Caller, exampleText, startServer } from '../support/http/server.ts';

/** What other products fell for, each in a small. */

const expenses = exampleText('expense-claims.md').replace(/^\| Requests \|.*$/m, '| Requests | 1000000 per minute | |');

test('the id of a record is not found under another entity', async (t) => {
  const server = await startServer(expenses);
  t.after(server.stop);
  const [ana, tom] = [await server.as('Ana'), await server.as('Tom')];
  const claims = (await ana.get<WirePage>('/api/claims')).body.items.map(({ id }) => id);
  const [claim = ''] = claims;
  for (const caller of [ana, tom]) {
    for (const [method, path] of [
      ['GET', `/api/claims/${tom.id}`],
      ['PATCH', `/api/claims/${ana.id}`],
      ['DELETE', `/api/claims/${ana.id}`],
      ['POST', `/api/claims/${tom.id}/submit`],
      ['GET', `/_/records/Employee/${claim}`],
      ['GET', `/_/records/Claim/${ana.id}/history`],
      ['PATCH', `/api/people/${claim}`],
    ] as const) {
      const body = method === 'GET' ? undefined : {};
      const { status } = await caller.call<Problem>(method, path, body, { 'if-match': '"x"' });
      assert.ok([403, 404].includes(status), `${method} ${path} was answered ${status}`);
    }
  }
  assert.deepEqual(
    (await ana.get<WirePage>('/api/claims')).body.items.map(({ id }) => id),
    claims,
  );
});

/** Four roles, each including the next; each alone reads an entity of its own. */
const CHAIN = `# Specification: Ranks

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

${['First', 'Second', 'Third', 'Fourth'].map((rank) => `### ${rank} paper\n\n| Field | Type |\n| --- | --- |\n| text | text |\n`).join('\n')}
## 6. Roles and permissions

- First: includes Second; leads
- Second: includes Third; helps
- Third: includes Fourth; learns
- Fourth: looks on

| | First | Second | Third | Fourth |
| --- | --- | --- | --- | --- |
| First paper: read | yes | | | |
| Second paper: read | | yes | | |
| Third paper: read | | | yes | |
| Fourth paper: read | | | | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| One | one@example.com | First |
| Two | two@example.com | Second |
| Three | three@example.com | Third |
| Four | four@example.com | Fourth |
`;

test('a role that includes others has exactly their permissions, through any number of levels; a denial in an included role applies', async (t) => {
  const open = async (text: string) => {
    const server = await startServer(text);
    t.after(server.stop);
    const may = async (name: string) => {
      const caller = await server.as(name);
      const ranks = ['first', 'second', 'third', 'fourth'];
      const found = await Promise.all(ranks.map(async (rank) => (await caller.get(`/api/${rank}-papers`)).status));
      return ranks.filter((_, index) => found[index] === 200).join(' ');
    };
    return Promise.all(['One', 'Two', 'Three', 'Four'].map(may));
  };
  assert.deepEqual(await open(CHAIN), ['first second third fourth', 'second third fourth', 'third fourth', 'fourth']);
  const denied = CHAIN.replace('| Second paper: read | | yes | | |', '| Second paper: read | | yes | | never |');
  assert.deepEqual(await open(denied), ['first third fourth', 'third fourth', 'third fourth', 'fourth']);
});

test('a document of one megabyte is read completely: many rows, a long cell, many columns, many entities', () => {
  const constants = '## 9. Business constants and limits\n\n| Constant | Value |\n| --- | --- |\n';
  const entities = '## 3. Entities and their fields\n\n';
  const many = (count: number, each: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => each(at)).join('\n');
  const rows = readDocument(constants + many(50_000, (at) => `| C_${at} | ${at} |`));
  assert.deepEqual([rows.model.constants.length, rows.model.constants.at(-1)?.name], [50_000, 'C_49999']);
  const cell = `${'x '.repeat(500_000)}y`;
  assert.ok(JSON.stringify(readDocument(`${constants}| C | ${cell} |\n`)).includes(cell));
  const fields = readDocument(
    `${entities}### A\n\n| Field | Type |\n| --- | --- |\n${many(10_000, (at) => `| f${at} | text |`)}`,
  );
  assert.equal(fields.model.entities[0]?.fields.length, 10_000);
  assert.equal(readDocument(entities + many(5_000, (at) => `### E${at}\n\n- a: text\n`)).model.entities.length, 5_000);
  const wide = readDocument(
    `${entities}### A\n\n|${' c |'.repeat(5_000)}\n|${' --- |'.repeat(5_000)}\n|${' x |'.repeat(5_000)}\n`,
  );
  assert.ok(wide.diagnostics.length > 0);
});

test('a page never loads more records than the maximum page size', async (t) => {
  const server = await startServer(expenses.replace('| Page size | 50 |', '| Page size | 50 |\n| Largest page | 60 |'));
  t.after(server.stop);
  const ana = await server.as('Ana');
  assert.equal((await ana.get('/api/claims?limit=60')).status, 200);
  for (const limit of ['61', '0', '-1', '1e3', '99999999999999999999', 'all'])
    assert.equal((await ana.get(`/api/claims?limit=${limit}`)).status, 400, limit);
});

test('matching a pattern with nested repeats takes linear time', async (t) => {
  const text = expenses.replace(
    '| note | long text(..2000) | no | |',
    '| note | long text(..2000) | no | pattern `/(a|a)*b/` |',
  );
  assert.notEqual(text, expenses);
  const server = await startServer(text);
  t.after(server.stop);
  const ana = await server.as('Ana');
  const claim = {
    title: 'Taxi',
    category: 'Travel',
    spentOn: '2026-08-12',
    lines: [{ what: 'There', amount: '9.50' }],
  };
  // Each further letter would double what looking at it takes: this one would go on for longer than anybody waits.
  const refused = await ana.post<Problem>('/api/claims', { ...claim, note: `${'a'.repeat(200)}c` });
  assert.deepEqual([refused.status, refused.body.failures?.[0]?.pointer], [422, '/note']);
  assert.equal((await ana.post('/api/claims', { ...claim, note: `${'a'.repeat(200)}b` })).status, 201);
  assert.equal((await ana.post('/api/claims', { ...claim, note: 'ab' })).status, 201);
});

test('no request fails or mixes two versions while the document is saved repeatedly, including broken versions', async (t) => {
  const server = await startServer(expenses);
  t.after(server.stop);
  const ana = await server.as('Ana');
  const versions = new Map([[server.runtime.current().hash, 'Expense claims']]);
  const state = { saving: true };
  const asking = (async () => {
    const seen = new Set<string>();
    while (state.saving) {
      const { status, headers, body } = await ana.get<{ view: { product: { name: string } } }>('/_/app');
      assert.equal(status, 200);
      const hash = headers.get('ninefold-document') ?? '';
      assert.equal(body.view.product.name, versions.get(hash), hash);
      seen.add(hash);
      assert.equal((await ana.get('/api/claims')).status, 200);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return seen;
  })();
  for (let at = 0; at < 30; at++) {
    const name = `Expenses ${at}`;
    const good = expenses.replace('# Specification: Expense claims', `# Specification: ${name}`);
    const broken = good.replace('`total <= CLAIM_LIMIT`', '`total <= <= CLAIM_LIMIT`');
    const before = server.runtime.current().hash;
    assert.equal((await server.runtime.update(broken)).running, before);
    versions.set(hashOfText(good), name);
    await server.runtime.update(good);
    await new Promise((resolve) => setImmediate(resolve));
  }
  state.saving = false;
  assert.ok((await asking).size > 1);
});

test('records that break a newly added rule stay readable and payable; their next change must satisfy it', async (t) => {
  const server = await startServer(expenses);
  t.after(server.stop);
  const [ana, lena] = [await server.as('Ana'), await server.as('Lena')];
  const stricter = expenses.replace('| CLAIM_LIMIT | 5000 EUR |', '| CLAIM_LIMIT | 50 EUR |');
  const { running, losses } = await server.runtime.update(stricter);
  assert.deepEqual([running, losses], [hashOfText(stricter), []]);
  const titled = async (caller: Caller, title: string) =>
    (await caller.get<WirePage>('/api/claims')).body.items.find((each) => each['title'] === title);
  const send = (record: WireRecord | undefined, body: object) =>
    ana.patch<Problem>(`/api/claims/${record?.id}`, body, { 'if-match': record?._.etag ?? '' });
  const train = await titled(ana, 'Train to Hamburg');
  assert.equal(train?.['total'], '93.10');
  const refused = await send(train, { title: 'Train to Kiel' });
  assert.deepEqual([refused.status, refused.body.failures?.map(({ code }) => code)], [422, ['OVER_LIMIT']]);
  const lines = [{ what: 'Ticket', amount: '49.00' }];
  assert.equal((await send(train, { title: 'Train to Kiel', lines })).status, 200);
  const lunch = await titled(lena, 'Team lunch');
  const paid = await lena.post(`/api/claims/${lunch?.id}/pay`, {}, { 'if-match': lunch?._.etag ?? '' });
  assert.deepEqual([lunch?.['total'], paid.status], ['143.50', 200]);
});

test('applying a document reports which records break its new rules, and no others', async (t) => {
  const server = await startServer(expenses);
  t.after(server.stop);
  assert.deepEqual(server.runtime.status().breaking, []);
  const ana = await server.as('Ana');
  const items = (await ana.get<WirePage>('/api/claims')).body.items;
  const told = async (text: string) => (await server.runtime.update(text)).breaking;
  const stricter = expenses.replace('| CLAIM_LIMIT | 5000 EUR |', '| CLAIM_LIMIT | 50 EUR |');
  const [tooMuch, ...others] = await told(stricter);
  // Whoever can't be changed any more is kept from nothing by it: those that were paid for more are none of these.
  const drafts = items.filter((each) => each['status'] === 'Draft' && Number(each['total']) > 50);
  assert.ok(drafts.length > 0 && tooMuch !== undefined);
  assert.deepEqual(others, []);
  assert.match(tooMuch.element, /V\d/);
  assert.ok(tooMuch.examples.includes(String(drafts[0]?.['title'])), tooMuch.message);
  assert.match(
    tooMuch.message,
    new RegExp(`^${tooMuch.count} records? breaks? the new or changed rule .* of Claim: “`),
  );
  assert.deepEqual(await told(`${stricter}\n`), [], 'nothing of a rule has changed since');
  assert.deepEqual(await told(expenses), [], 'what is allowed again is broken by none');
});

test('only rules that apply to the stored state and lines of a record count as broken', async (t) => {
  const server = await startServer(expenses);
  t.after(server.stop);
  const rules = [
    '| Rule | On | Must hold | In | Severity |',
    '| --- | --- | --- | --- | --- |',
    '| V1 | Claim | `total <= 100 EUR` | Rejected, Submitted | |',
    '| V2 | Line | `amount >= 5 EUR` | | |',
    '| V3 | Claim | `total <= 1 EUR` | | warning |',
    '| V4 | Claim | `owner == me` | | |',
    '| V5 | Claim | `title == old.title` | | |',
    '| V6 | Claim, submit | `total > 1000 EUR` | | |',
    '| V7 | Claim | `spentOn >= today - 2 days` | | |',
  ];
  const at = expenses.indexOf('| Rule | On |');
  const text = `${expenses.slice(0, at)}${rules.join('\n')}${expenses.slice(expenses.indexOf('\n\n', at))}`;
  const { breaking, running } = await server.runtime.update(text);
  assert.equal(running, hashOfText(text));
  assert.deepEqual(
    breaking.map(({ message, count, examples }) => [
      /rule (\w+) of (\w+)/.exec(message)?.slice(1).join(' '),
      count,
      examples,
    ]),
    [
      ['V1 Claim', 1, ['Headphones']],
      ['V7 Claim', 1, ['Train to Hamburg']],
      ['V2 Line', 1, ['Coffee']],
    ],
  );
});

test('an older version of the document is garbage-collected once another runs', async (t) => {
  const server = await startServer(expenses);
  t.after(server.stop);
  const ana = await server.as('Ana');
  const older: WeakRef<object>[] = [];
  for (let at = 0; at < 6; at++) {
    older.push(new WeakRef(server.runtime.current()));
    assert.equal((await ana.get('/api/claims?sort=title&total=exact')).status, 200);
    assert.equal((await ana.get('/_/app', { 'accept-language': 'de' })).status, 200);
    await server.runtime.update(expenses.replace('# Specification: Expense', `# Specification: ${at} expense`));
  }
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  assert.equal(older.slice(0, 4).filter((each) => each.deref() !== undefined).length, 0);
});

test('a worker retries after a store failure and does its work exactly once', async (t) => {
  const { store, done } = await openEmpty();
  const plan = faults();
  const server = await startServer(withBankAddress(), { store: plan.around(store) });
  t.after(async () => {
    await server.stop();
    await done();
  });
  await paidClaim(server);
  const sent = Promise.withResolvers<void>();
  const keys: string[] = [];
  plan.plan('call', 0);
  const delivering = startDelivering(
    server.runtime,
    async ({ headers }) => {
      keys.push(headers['idempotency-key'] ?? '');
      sent.resolve();
      return { status: 202, retryAfter: null };
    },
    { idleMs: 1 },
  );
  await sent.promise;
  await delivering.stop();
  assert.ok(plan.hasStruck());
  assert.equal(server.logged.filter(({ level }) => level === 'error').length, 1);
  assert.equal(keys.length, 1);
  assert.deepEqual(await store.deliveries.counts(), { waiting: 0, dead: 0 });
  plan.plan('call', 0);
  await startCleanUp(server.runtime).stop();
  assert.ok(plan.hasStruck());
  assert.equal(server.logged.filter(({ level }) => level === 'error').length, 2);
  assert.equal(await cleanUp(server.runtime), 0);
});

test('timers continue after a store failure and fire exactly once', async (t) => {
  const { store, done } = await openEmpty();
  const plan = faults();
  const server = await startServer(LENDING, { store: plan.around(store) });
  t.after(async () => {
    await server.stop();
    await done();
  });
  const [ada, lib] = [await server.as('Ada'), await server.as('Lib')];
  const book = await found(lib, '/api/books', 'Faust');
  const dueAt = new Date(server.clock.now - 2_592_000_000).toISOString();
  const { body } = await ada.post<WireRecord>('/api/loans', { purpose: 'Read', book: book.id, dueAt });
  plan.plan('call', 0);
  const worker = startTimers(server.runtime);
  assert.ok(plan.hasStruck());
  const out = await lib.post(`/api/loans/${body.id}/hand-out`, {}, { 'if-match': body._.etag });
  assert.equal(out.status, 200, out.text);
  const loan = async () => (await lib.get<WireRecord>(`/api/loans/${body.id}`)).body;
  while ((await loan())['status'] !== 'Late') await new Promise((resolve) => setImmediate(resolve));
  await worker.stop();
  assert.equal(server.logged.filter(({ level }) => level === 'error').length, 1);
  const { items } = (await lib.get<{ items: WireHistory[] }>(`/_/records/Loan/${body.id}/history`)).body;
  const states = items.flatMap(({ changes }) => changes.flatMap(({ field, to }) => (field === 'status' ? [to] : [])));
  assert.deepEqual(states.filter((each) => each === 'Late').length, 1);
});

test('endless headers are cut off, and many silent connections do not block other clients', async (t) => {
  const serving = await serve({ port: 0, fetch: async () => new Response('hello') });
  t.after(() => serving.stop(0));
  const silent = await Promise.all(
    Array.from({ length: 300 }, () => {
      const { promise, resolve, reject } = Promise.withResolvers<Socket>();
      const socket: Socket = connect(serving.port, '127.0.0.1', () => {
        socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
        resolve(socket);
      });
      socket.on('error', reject);
      return promise;
    }),
  );
  t.after(() => {
    for (const socket of silent) socket.destroy();
  });
  assert.equal(await (await fetch(serving.url)).text(), 'hello');
  const large = await fetch(serving.url, { headers: { 'x-large': 'x'.repeat(20_000) } });
  assert.equal(large.status, 431);
});

test('the package has few dependencies, pinned to exact versions, without install scripts', () => {
  const root = join(import.meta.dirname, '..', '..');
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> };
  assert.ok(Object.keys(dependencies).length <= 17);
  for (const [name, version] of Object.entries(dependencies)) assert.match(version, /^\d+\.\d+\.\d+$/, name);
  const { packages } = read('package-lock.json') as {
    packages: Record<
      string,
      { dev?: boolean; optional?: boolean; hasInstallScript?: boolean; resolved?: string; integrity?: string }
    >;
  };
  const installed = Object.entries(packages).filter(([path, each]) => path !== '' && each.dev !== true);
  assert.ok(installed.length >= 15);
  assert.deepEqual(
    installed.filter(([, each]) => each.hasInstallScript === true).map(([path]) => path),
    [],
  );
  for (const [path, { integrity, resolved }] of installed) {
    assert.match(integrity ?? '', /^sha512-/, path);
    // Nothing comes from elsewhere than the registry.
    assert.equal(resolved, undefined, path);
  }
});
