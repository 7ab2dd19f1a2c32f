import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Problem, WirePage } from '../src/engine/wire.ts';
import { readDocument } from '../src/notation/read.ts';
import { hashOfText } from '../src/server/hash.ts';
import { serve } from '../src/server/node/serve.ts';
import { startDelivering } from '../src/server/outbox.ts';
import { startUpkeep, tidyUp } from '../src/server/upkeep.ts';
import { openEmpty } from './support/each-store.ts';
import { faults } from './support/faulty-store.ts';
import { paidClaim, withBankAddress } from './support/paid-claim.ts';
import { exampleText, startServer } from './support/server.ts';

/** What other products fell for, each in a small. */

const expenses = exampleText('expense-claims.md').replace(/^\| Requests \|.*$/m, '| Requests | 1000000 per minute | |');

test('the id of a record of one entity is none of another, whoever asks', async (t) => {
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

test('a role that includes others may what they may and no more, however long the chain; a denial in it counts for all above', async (t) => {
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

test('a document of a megabyte is read whole: many rows, a long cell, many columns, many entities', () => {
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

test('more records than a page may have are not asked for at once', async (t) => {
  const server = await startServer(expenses.replace('| Page size | 50 |', '| Page size | 50 |\n| Largest page | 60 |'));
  t.after(server.stop);
  const ana = await server.as('Ana');
  assert.equal((await ana.get('/api/claims?limit=60')).status, 200);
  for (const limit of ['61', '0', '-1', '1e3', '99999999999999999999', 'all'])
    assert.equal((await ana.get(`/api/claims?limit=${limit}`)).status, 400, limit);
});

test('a pattern that can be matched in many ways takes no longer for a text that almost fits', async (t) => {
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

test('while the document is saved again and again, broken ones among them, no request fails or sees two versions', async (t) => {
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

test('a worker that meets a fault of the store goes on, and what it had to do is done once', async (t) => {
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
  await startUpkeep(server.runtime).stop();
  assert.ok(plan.hasStruck());
  assert.equal(server.logged.filter(({ level }) => level === 'error').length, 2);
  assert.equal(await tidyUp(server.runtime), 0);
});

test('headers without end are cut off, and many who say nothing hold up nobody', async (t) => {
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

test('what the package stands on is little, named to the version, and runs nothing when it is installed', () => {
  const root = join(import.meta.dirname, '..');
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> };
  assert.ok(Object.keys(dependencies).length <= 15);
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
