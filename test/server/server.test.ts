import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Problem, WireHistory, WireOutbox, WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Caller, exampleText, startServer, type TestServer } from '../support/http/server.ts';

const expenses = exampleText('expense-claims.md');

async function started(t: TestContext, text = expenses): Promise<TestServer> {
  const server = await startServer(text);
  t.after(server.stop);
  return server;
}

const taxi = {
  title: 'Taxi to the fair',
  category: 'Travel',
  spentOn: '2026-08-12',
  lines: [
    { what: 'There', amount: '9.50' },
    { what: 'Back', amount: '9.40' },
  ],
};

async function newClaim(caller: Caller, changes: object = {}): Promise<WireRecord> {
  const answer = await caller.post<WireRecord>('/api/claims', { ...taxi, ...changes });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const seen = (record: WireRecord) => ({ 'if-match': record._.etag });

async function raised(caller: Caller, record: WireRecord, event: string, body: object = {}): Promise<WireRecord> {
  const answer = await caller.post<WireRecord>(`/api/claims/${record.id}/${event}`, body, seen(record));
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function fetched(caller: Caller, record: WireRecord): Promise<WireRecord> {
  const answer = await caller.get<WireRecord>(`/api/claims/${record.id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

test('a record lives from its form to its last state, each step by whoever may take it', async (t) => {
  const server = await started(t);
  const [ana, miro, lena] = await Promise.all(['Ana', 'Miro', 'Lena'].map(server.as));
  assert.ok(ana && miro && lena);
  const answer = await ana.post<WireRecord>('/api/claims', taxi);
  const draft = answer.body;
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get('location'), `/api/claims/${draft.id}`);
  assert.equal(draft['status'], 'Draft');
  assert.equal(draft['total'], '18.90');
  assert.equal(draft['owner'], ana.id);

  const changed = await ana.patch<WireRecord>(`/api/claims/${draft.id}`, { title: 'Taxi' }, seen(draft));
  assert.equal(changed.status, 200);
  assert.notEqual(changed.body._.etag, draft._.etag);
  const submitted = await raised(ana, changed.body, 'submit');
  assert.equal(submitted['submittedAt'], new Date(server.clock.now).toISOString());
  const approved = await raised(miro, await fetched(miro, submitted), 'approve');
  const paid = await raised(lena, await fetched(lena, approved), 'pay');
  assert.equal(paid['status'], 'Paid');
  assert.deepEqual([paid._.can.delete?.code, Object.keys(paid._.can.events).length > 0], ['NOT_ALLOWED', true]);

  const outbox = await lena.get<{ items: WireOutbox[] }>(`/_/records/Claim/${draft.id}/outbox`);
  assert.match(outbox.body.items[0]?.waiting ?? '', /PAYOUT_URL is not shown/);
  const history = await ana.get<{ items: WireHistory[] }>(`/_/records/Claim/${draft.id}/history`);
  assert.deepEqual(
    history.body.items.map(({ event }) => event),
    ['pay', 'approve', 'submit', 'change', 'create'],
  );
});

test('whoever did not sign in is told so by every call', async (t) => {
  const { guest } = await started(t);
  for (const [method, path] of [
    ['GET', '/api/claims'],
    ['GET', '/api/claims/x'],
    ['POST', '/api/claims'],
    ['PATCH', '/api/claims/x'],
    ['DELETE', '/api/claims/x'],
    ['POST', '/api/claims/x/submit'],
    ['GET', '/_/inbox'],
    ['GET', '/_/records/Claim/x'],
    ['GET', '/_/records/Claim/x/history'],
    ['POST', '/_/files'],
  ] as const) {
    const answer = await guest.call<Problem>(method, path);
    assert.deepEqual([answer.status, answer.body?.code], [401, 'NOT_SIGNED_IN'], `${method} ${path}`);
  }
});

test('what a role may never do is refused with the line that decides it', async (t) => {
  const server = await started(t);
  const tom = await server.as('Tom');
  const lena = await server.as('Lena');
  const refused = await lena.post<Problem>('/api/people', { name: 'Eve', email: 'eve@example.com' });
  assert.deepEqual([refused.status, refused.body.code], [403, 'NOT_ALLOWED']);
  assert.ok((refused.body.decidedBy ?? []).every(({ point, line }) => point === 6 && (line ?? 0) > 0));
  const made = await tom.post<WireRecord>('/api/people', {
    name: 'Eve',
    email: 'eve@example.com',
    role: 'Employee',
  });
  assert.equal(made.status, 201, made.text);
});

test('a record that one may not read is answered as one that never was', async (t) => {
  const server = await started(t);
  const hidden = await newClaim(await server.as('Ana'));
  const jonas = await server.as('Jonas');
  const plain = async (method: string, id: string, path: string, headers: Record<string, string>) => {
    const answer = await jonas.call<Problem>(
      method,
      path.replace('ID', id),
      method === 'GET' ? undefined : {},
      headers,
    );
    return { status: answer.status, text: answer.text.replaceAll(id, 'ID'), headers: [...answer.headers] };
  };
  const absent = '01920000-0000-7000-8000-000000000000';
  for (const [method, path] of [
    ['GET', '/api/claims/ID'],
    ['PATCH', '/api/claims/ID'],
    ['POST', '/api/claims/ID/submit'],
    ['GET', '/_/records/Claim/ID'],
    ['GET', '/_/records/Claim/ID/history'],
    ['GET', '/_/files/Claim/ID/receipt'],
  ] as const) {
    const match: Record<string, string> = method === 'GET' ? {} : { 'if-match': '"x"' };
    const one = await plain(method, hidden.id, path, match);
    assert.equal(one.status, 404, `${method} ${path}`);
    assert.deepEqual(one, await plain(method, absent, path, match), `${method} ${path}`);
  }
});

test('a change, a delete and an event each need the version that was seen, and no newer one', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const claim = await newClaim(ana);
  const path = `/api/claims/${claim.id}`;
  assert.equal((await ana.patch(path, { title: 'Other' })).status, 428);
  assert.equal((await ana.post(`${path}/submit`)).status, 428);
  assert.equal((await ana.delete(path)).status, 428);
  const first = await ana.patch<WireRecord>(path, { title: 'First' }, seen(claim));
  assert.equal(first.status, 200, first.text);
  const second = await ana.patch<Problem>(path, { title: 'Second' }, seen(claim));
  assert.deepEqual([second.status, second.body.code], [412, 'CHANGED_MEANWHILE']);
  assert.equal(second.body.current?.['title'], 'First');
  assert.equal((await ana.delete(path, seen(claim))).status, 412);
  assert.equal((await ana.delete(path, seen(first.body))).status, 204);
  assert.equal((await ana.get(path)).status, 404);
});

test('the ETag header of an answer guards a write as well as the one in the record', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const claim = await newClaim(ana);
  const answer = await ana.get(`/api/claims/${claim.id}`);
  const etag = answer.headers.get('etag') ?? '';
  assert.notEqual(etag, claim._.etag);
  assert.equal((await ana.patch(`/api/claims/${claim.id}`, { title: 'Other' }, { 'if-match': etag })).status, 200);
});

test('an answer that one has already is not sent again, and another person’s is', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const miro = await server.as('Miro');
  const claim = await raised(ana, await newClaim(ana), 'submit');
  for (const path of [`/api/claims/${claim.id}`, '/api/claims', '/_/app']) {
    const etag = (await ana.get(path)).headers.get('etag') ?? '';
    const again = await ana.get(path, { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text], [304, ''], path);
    assert.equal((await miro.get(path, { 'if-none-match': etag })).status, 200, path);
  }
});

test('an event in the wrong state is refused as such, and a condition that is not met too', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const claim = await newClaim(ana);
  const wrong = await ana.post<Problem>(`/api/claims/${claim.id}/withdraw`, {}, seen(claim));
  assert.deepEqual([wrong.status, wrong.body.code], [409, 'WRONG_STATE']);
});

test('an input that is wrong in several places is answered with all of them, each at its place', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const lines = [
    { what: 'Ticket', amount: '0.00' },
    { what: '', amount: '1.00' },
  ];
  const answer = await ana.post<Problem>('/api/claims', { ...taxi, title: 'x', spentOn: '2026-09-01', lines });
  assert.equal(answer.status, 422);
  const failures = (answer.body.failures ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort();
  assert.deepEqual(failures, [
    '/lines/0/amount NOT_POSITIVE',
    '/lines/1/what REQUIRED',
    '/spentOn FUTURE_EXPENSE',
    '/title TOO_SHORT',
  ]);
});

test('what a call does not list can’t be sent', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const jonas = await server.as('Jonas');
  for (const extra of [
    { owner: jonas.id },
    { status: 'Paid' },
    { total: '1.00' },
    { id: 'x' },
    { createdBy: jonas.id },
    { nonsense: 1 },
    { version: 1 },
  ]) {
    const answer = await ana.post<Problem>('/api/claims', { ...taxi, ...extra });
    assert.equal(answer.status, 422, JSON.stringify(extra));
  }
  const before = (await ana.get<WirePage>('/api/claims')).body.items.length;
  const named = await ana.post<Problem>('/api/claims', `{"__proto__": {"title": "x"}, "constructor": 1}`);
  assert.equal(named.status, 422);
  assert.equal((await ana.get<WirePage>('/api/claims')).body.items.length, before);
});

test('the same key gives the same answer once more, and nothing is done twice', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const jonas = await server.as('Jonas');
  const count = async () => (await ana.get<WirePage>('/api/claims')).body.items.length;
  const before = await count();
  const key = { 'idempotency-key': 'k1' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => ana.post<WireRecord>('/api/claims', taxi, key)));
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  assert.equal(answers[0]?.status, 201);
  assert.equal(await count(), before + 1);
  const other = await ana.post<Problem>('/api/claims', { ...taxi, title: 'Another' }, key);
  assert.deepEqual([other.status, other.body.code], [422, 'IDEMPOTENCY_MISMATCH']);
  const theirs = await jonas.post<WireRecord>('/api/claims', taxi, key);
  assert.equal(theirs.status, 201);
  assert.notEqual(theirs.body.id, answers[0]?.body.id);
  const event = { ...key, 'if-match': theirs.body._.etag, 'idempotency-key': 'k2' };
  const path = `/api/claims/${theirs.body.id}/submit`;
  assert.deepEqual(
    [(await jonas.post(path, {}, event)).status, (await jonas.post(path, {}, event)).status],
    [200, 200],
  );
});

test('of many at once who raise the same event, one does and the others hear why not', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const miro = await server.as('Miro');
  const claim = await fetched(miro, await raised(ana, await newClaim(ana), 'submit'));
  const path = `/api/claims/${claim.id}/approve`;
  const answers = await Promise.all(Array.from({ length: 24 }, () => miro.post<Problem>(path, {}, seen(claim))));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 412));
});

test('a list takes filters, sorting and pages, and each page goes on where the last one ended', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  for (const title of ['Bread', 'Apple', 'Cake']) await newClaim(ana, { title });
  const sorted = await ana.get<WirePage>(
    `/api/claims?sort=title&filter=${encodeURIComponent('status == Draft')}&limit=2`,
  );
  assert.equal(sorted.status, 200, sorted.text);
  assert.deepEqual(
    sorted.body.items.map((item) => item['title']),
    ['Apple', 'Bread'],
  );
  const rest = await ana.get<WirePage>(
    `/api/claims?sort=title&filter=${encodeURIComponent('status == Draft')}&limit=2&page=${encodeURIComponent(sorted.body.next ?? '')}`,
  );
  assert.deepEqual(
    rest.body.items.map((item) => item['title']),
    ['Cake', 'Train to Hamburg'],
  );
  assert.equal(rest.body.next, null);
});

test('a filter that one may not use is refused, never dropped', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const lena = await server.as('Lena');
  assert.equal((await ana.get('/api/claims?nonsense=1')).status, 400);
  assert.equal((await ana.get('/api/claims?page=forged')).status, 400);
  const hidden = await raised(ana, await newClaim(ana, { note: 'CANARY' }), 'submit');
  assert.deepEqual(
    (await ana.get<WirePage>(`/api/claims?filter=${encodeURIComponent('note == "CANARY"')}`)).body.items.map(
      ({ id }) => id,
    ),
    [hidden.id],
  );
  assert.deepEqual(
    (await lena.get<WirePage>(`/api/claims?filter=${encodeURIComponent('note == "CANARY"')}`)).body.items,
    [],
  );
  assert.equal((await ana.get('/api/claims/x?expand=owner')).status, 400);
});

test('a value that one may not read is in no answer', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const lena = await server.as('Lena');
  const claim = await raised(ana, await newClaim(ana, { note: 'CANARY' }), 'submit');
  assert.equal((await fetched(ana, claim))['note'], 'CANARY');
  for (const path of [`/api/claims/${claim.id}`, '/api/claims', `/_/records/Claim/${claim.id}/history`, '/_/app']) {
    const answer = await lena.get(path);
    assert.equal(answer.status, 200, path);
    assert.doesNotMatch(answer.text, /CANARY/, path);
  }
});

test('a bulk event is one decision a row, with the outcome of each', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const miro = await server.as('Miro');
  const mine = await fetched(miro, await raised(ana, await newClaim(ana), 'submit'));
  const rows = [
    { id: mine.id, etag: mine._.etag },
    { id: (await newClaim(ana)).id, etag: '"x"' },
    { id: (await newClaim(ana)).id },
    { id: 'none', etag: '"x"' },
  ];
  const answer = await miro.post<{ outcomes: { id: string; status: number }[] }>('/_/bulk', {
    entity: 'Claim',
    event: 'approve',
    rows,
  });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(
    answer.body.outcomes.map(({ status }) => status),
    [200, 412, 428, 404],
  );
  for (const body of [
    {},
    { entity: 'Claim', rows },
    { entity: 'Claim', event: 'approve', rows: [] },
    { entity: 'Claim', event: 'approve', rows, x: 1 },
  ]) {
    assert.equal((await miro.post('/_/bulk', body)).status, 400, JSON.stringify(body));
  }
});

test('a notification names the record only to whoever may read it, and can be marked as read', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const miro = await server.as('Miro');
  await raised(ana, await newClaim(ana), 'submit');
  type Inbox = { items: { id: string; title: string | null; event: string }[]; unread: number };
  const inbox = await miro.get<Inbox>('/_/inbox');
  assert.deepEqual(
    inbox.body.items.map(({ title, event }) => [title, event]),
    [['Taxi to the fair', 'submit']],
  );
  assert.equal(inbox.body.unread, 1);
  assert.equal((await ana.post('/_/inbox', { read: [inbox.body.items[0]?.id] })).status, 204);
  assert.equal((await miro.get<Inbox>('/_/inbox')).body.unread, 1);
  assert.equal((await miro.post('/_/inbox', { read: [inbox.body.items[0]?.id] })).status, 204);
  assert.equal((await miro.get<Inbox>('/_/inbox')).body.unread, 0);
});

test('an error of the catalogue has a page of its own, and so has each of ours', async (t) => {
  const { guest } = await started(t);
  const stated = await guest.get<{ status: number; message: string }>('/_/errors/TOO_OLD');
  assert.deepEqual([stated.status, stated.body.status], [200, 422]);
  assert.equal((await guest.get('/_/errors/IN_USE')).status, 200);
  assert.equal((await guest.get('/_/errors/METHOD_NOT_ALLOWED')).status, 200);
  assert.equal((await guest.get('/_/errors/__proto__')).status, 404);
  assert.match((await guest.get('/_/errors/TOO_OLD', { accept: 'text/html' })).text, /<h1>TOO_OLD<\/h1>/);
});
