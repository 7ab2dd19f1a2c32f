import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { View } from '../../src/engine/view/view.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { reasonsNotToStart } from '../../src/server/core/production-check.ts';
import { exampleText, startServer, type TestServer } from '../support/http/server.ts';

const expenses = exampleText('expense-claims.md');
const seed = exampleText('seed.md');

async function started(t: TestContext, text = expenses): Promise<TestServer> {
  const server = await startServer(text);
  t.after(server.stop);
  return server;
}

const replaced = (from: string, to: string) => {
  assert.ok(expenses.includes(from), from);
  return expenses.replace(from, to);
};

const claim = { title: 'Taxi', category: 'Travel', spentOn: '2026-08-12', lines: [{ what: 'There', amount: '9.50' }] };

test('an added field is there at once, for new records and old ones', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const before = await ana.post<WireRecord>('/api/claims', claim);
  const status = await server.runtime.update(
    replaced(
      '| note | long text(..2000) | no | |',
      '| note | long text(..2000) | no | |\n| project | text(..40) | no | |',
    ).replaceAll('receipt, note | Claim', 'receipt, note, project | Claim'),
  );
  assert.deepEqual([status.losses, status.running], [[], status.read]);
  const made = await ana.post<WireRecord>('/api/claims', { ...claim, project: 'Fair' });
  assert.equal(made.body['project'], 'Fair', made.text);
  assert.equal((await ana.get<WireRecord>(`/api/claims/${before.body.id}`)).body['project'], null);
});

test('a document that contradicts itself leaves the last good one in force, and says where', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const running = server.runtime.current().hash;
  const status = await server.runtime.update(replaced('`total <= CLAIM_LIMIT`', '`total <= <= CLAIM_LIMIT`'));
  assert.equal(status.running, running);
  assert.ok(status.diagnostics.some(({ severity, at }) => severity === 'error' && at.line > 0));
  assert.equal((await ana.post('/api/claims', claim)).status, 201);
  const back = await server.runtime.update(expenses);
  assert.deepEqual(
    back.diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
});

test('a document that would lose data is refused with what it would lose', async (t) => {
  const server = await started(t);
  const running = server.runtime.current().hash;
  const status = await server.runtime.update(
    replaced('| category | Travel, Meals, Equipment, Other |', '| category | Meals, Equipment, Other |'),
  );
  assert.equal(status.running, running);
  assert.ok(status.losses.length > 0);
  assert.ok(status.losses.every(({ message, next, count }) => message !== '' && next !== '' && count > 0));
});

test('a page of an older version hears that the document changed, if what it sends is gone', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const old = { 'ninefold-document': server.runtime.current().hash };
  await server.runtime.update(replaced('employees, managers', 'managers, employees'));
  assert.equal((await ana.post('/api/claims', claim, old)).status, 201);
  const gone = await ana.post<Problem>('/api/claims', { ...claim, formerField: 'x' }, old);
  assert.deepEqual([gone.status, gone.body.code], [409, 'DOCUMENT_CHANGED']);
  const line = await ana.post<Problem>(
    '/api/claims',
    { ...claim, lines: [{ what: 'x', amount: '1.00', formerField: 1 }] },
    old,
  );
  assert.deepEqual([line.status, line.body.code], [409, 'DOCUMENT_CHANGED']);
  const now = { 'ninefold-document': server.runtime.current().hash };
  assert.equal((await ana.post('/api/claims', { ...claim, formerField: 'x' }, now)).status, 422);
});

test('texts that come together are taken one after the other, and the last one runs', async (t) => {
  const server = await started(t);
  const texts = Array.from({ length: 10 }, (_, index) => replaced('5000 EUR', `${5001 + index} EUR`));
  await Promise.all(texts.map((text) => server.runtime.update(text)));
  assert.equal(server.runtime.current().text, texts.at(-1));
});

test('a permission that a new version takes away is gone with the next request', async (t) => {
  const server = await started(t);
  const lena = await server.as('Lena');
  assert.equal((await lena.get('/api/claims')).status, 200);
  await server.runtime.update(
    replaced(
      '| Claim: read | `owner == me` | `owner.manager == me` | `status != Draft` | no |',
      '| Claim: read | no | no | no | no |',
    ),
  );
  assert.equal((await lena.get('/api/claims')).status, 403);
});

test('a document that shows nothing runs, and somebody can sign in to it', async (t) => {
  const server = await started(t, seed);
  const app = await server.guest.get<{ people: { title: string }[] }>('/_/app');
  assert.equal(app.body.people.length, 1);
  const first = await server.as(app.body.people[0]?.title ?? '');
  const { body } = await first.get<{ view: View }>('/_/app');
  assert.ok(body.view.assumptions.includes('A-ROLES'));
  assert.equal((await first.get('/api/people')).status, 200);
});

test('production says all that keeps a document from it', () => {
  const { model, diagnostics } = readDocument(seed);
  const reasons = reasonsNotToStart(model, diagnostics);
  assert.ok(reasons.some((reason) => reason.includes('A-ROLES')));
  const stated = readDocument(expenses);
  assert.deepEqual(reasonsNotToStart(stated.model, stated.diagnostics), []);
});

test('the screen behind an address is decided as its rows are', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const miro = await server.as('Miro');
  const refused = await ana.get<Problem>('/_/open?path=/queue');
  assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_ALLOWED']);
  assert.equal((await miro.get('/_/open?path=/queue')).status, 200);
  const found = await ana.get<{ screen: string; params: object }>('/_/open?path=/claims/new');
  assert.deepEqual(found.body.params, {});
  assert.deepEqual((await ana.get<{ params: object }>('/_/open?path=/claims/1')).body.params, { id: '1' });
  assert.equal((await ana.get('/_/open?path=/nowhere')).status, 404);
});

test('the rows, numbers and choices of screens are those that the person may read', async (t) => {
  const server = await started(t);
  const [ana, lena, miro] = [await server.as('Ana'), await server.as('Lena'), await server.as('Miro')];
  const view = (await miro.get<{ view: View }>('/_/app')).body.view;
  const idOf = (route: string) => encodeURIComponent(view.screens.find((screen) => screen.route === route)?.id ?? '');
  const queue = await miro.get<{ items: WireRecord[] }>(`/_/list?screen=${idOf('/queue')}`);
  assert.deepEqual(queue.body.items.map((item) => item['title']).sort(), ['Keyboard', 'Taxi']);
  assert.equal((await ana.get(`/_/list?screen=${idOf('/queue')}`)).status, 403);
  const tiles = await lena.get<{ tiles: unknown[] }>(`/_/tiles?screen=${idOf('/spending')}`);
  assert.equal(tiles.body.tiles.length, 3, tiles.text);
  const labels = await ana.get<{ items: { title: string }[] }>('/_/labels/Employee?q=ana');
  assert.deepEqual(
    labels.body.items.map(({ title }) => title),
    ['Ana Brandt'],
    labels.text,
  );
});

test('in development an element tells its line, and the document can be read', async (t) => {
  const server = await started(t);
  const why = await server.guest.get<{ line: number; text: string }>(`/_/why/${encodeURIComponent('rule/V1')}`);
  assert.equal(why.body.text, expenses.split('\n')[why.body.line - 1]);
  assert.match(why.body.text, /^\| V1 \|/);
  assert.equal((await server.guest.get('/_/document')).text, expenses);
  assert.equal((await server.guest.get('/_/check')).status, 200);
  assert.equal((await server.guest.get('/_/why/nothing')).status, 404);
});

test('outside development nothing of the document is served, and nobody can be switched to', async (t) => {
  const server = await startServer(expenses, { dev: false });
  t.after(server.stop);
  for (const path of ['/_/document', '/_/check', `/_/why/${encodeURIComponent('rule/V1')}`]) {
    assert.equal((await server.guest.get(path)).status, 404, path);
  }
  const key = { 'ninefold-switcher': server.runtime.switcher };
  assert.equal((await server.guest.post('/_/session', { person: 'x' }, key)).status, 404);
  assert.doesNotMatch((await server.guest.get('/_/app')).text, /"people"/);
  const page = await server.guest.get('/', { accept: 'text/html' });
  assert.ok(!page.text.includes(server.runtime.switcher));
});
