import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Problem, WirePage } from '../../src/engine/core/wire-format.ts';
import { CONTENT_LENGTH_FROM } from '../../src/server/http/answer.ts';
import { serve } from '../../src/server/node/serve.ts';
import { exampleText, origin, startServer, type TestServer } from '../support/http/server.ts';

const expenses = exampleText('expense-claims.md');

const client = new Map([
  [
    '/index.html',
    '<!doctype html><html lang="en"><head><title>x</title><link rel="modulepreload" data-opens="list" href="/l.js"><link rel="modulepreload" data-opens="record" href="/r.js"><link rel="modulepreload" data-opens="form" href="/f.js"></head><body><div id="root"></div></body></html>',
  ],
]);
const assets = (path: string) => {
  const text = client.get(path);
  return text === undefined
    ? null
    : {
        body: () => new TextEncoder().encode(text),
        type: 'text/html',
        etag: '"a"',
        immutable: false,
        encoded: new Map(),
      };
};

async function started(t: TestContext, text = expenses): Promise<TestServer> {
  const server = await startServer(text, { assets });
  t.after(server.stop);
  return server;
}

test('an unknown address is a problem, and a known one with another method says which it takes', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const unknown = await ana.get<Problem>('/api/nothing');
  assert.deepEqual(
    [unknown.status, unknown.body.code, unknown.headers.get('content-type')],
    [404, 'NOT_FOUND', 'application/problem+json'],
  );
  const wrong = await ana.call<Problem>('PUT', '/api/claims', {});
  assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET, HEAD, OPTIONS, POST']);
  const options = await ana.call('OPTIONS', '/api/claims');
  assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, HEAD, OPTIONS, POST']);
  for (const path of [
    '/_/',
    '/_/nothing',
    '/_/records',
    '/api//claims',
    '/api/claims/',
    '/api/claims/a/b/c',
    '/api/claims/%ff',
  ]) {
    assert.equal((await ana.get(path)).status, 404, path);
  }
});

test('a field may be called as what stands beside the fields of a record, which is there once all the same', async (t) => {
  const text = expenses.replace(
    '| title | text(3..120) | yes | title, searchable |',
    (row) => `${row}\n| _ | text | no | |`,
  );
  const ana = await (await started(t, text)).as('Ana');
  const { body, text: page } = await ana.get<WirePage>('/api/claims');
  assert.ok(body.items.length > 0);
  assert.equal(page, JSON.stringify(JSON.parse(page)));
  assert.equal(body.items[0]?._.entity, 'Claim');
});

test('HEAD answers as GET does, without the body', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const [head, get] = [await ana.call('HEAD', '/api/claims'), await ana.get('/api/claims')];
  assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', get.headers.get('etag')]);
});

test('a body that can’t be read is refused before anything is decided about it', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const status = async (body: string, headers = {}) => (await ana.post<Problem>('/api/claims', body, headers)).status;
  assert.equal(await status('{"title": '), 400);
  assert.equal(await status('[1'.repeat(1_000)), 400);
  assert.equal(await status('{}', { 'content-type': 'text/plain' }), 415);
  assert.equal(await status('{}', { 'content-type': 'application/x-www-form-urlencoded' }), 415);
  assert.equal(await status(JSON.stringify({ title: 'x'.repeat(1_000_001) })), 413);
  assert.equal(await status('[]'), 400);
  assert.equal(await status('null'), 422);
});

test('answers with data are for one person, and nothing in them is run', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  for (const path of ['/api/claims', '/_/app', '/_/session', '/api/nothing']) {
    const { headers } = await ana.get(path);
    assert.equal(headers.get('cache-control'), 'private, no-cache', path);
    assert.equal(
      headers.get('vary'),
      'Cookie, Authorization, Ninefold-Language, Accept-Language, Accept-Encoding',
      path,
    );
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'; frame-ancestors 'none'/, path);
    assert.equal(headers.get('ninefold-document'), server.runtime.current().hash, path);
  }
});

test('every address of a screen is answered with the one page, which runs no script of its own', async (t) => {
  const server = await started(t);
  for (const path of ['/', '/queue', '/claims/new', '/claims/0192', '/not/a/screen']) {
    const page = await server.guest.get(path, { accept: 'text/html,application/xhtml+xml' });
    assert.equal(page.status, 200, path);
    assert.match(page.headers.get('content-type') ?? '', /text\/html/);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(page.text, /<script(?![^>]*src=)/);
    assert.ok(page.text.includes(`content="${server.runtime.switcher}"`));
  }
  assert.equal((await server.guest.get('/queue')).status, 404);
});

test('the name of the product reaches the page as text', async (t) => {
  const server = await started(t, '# Specification: \\</title>\\<script>alert(1)\\</script>\n');
  const page = await server.guest.get('/', { accept: 'text/html' });
  assert.doesNotMatch(page.text, /<script/);
  const framed = await server.guest.get('/', { accept: 'text/html', cookie: 'ninefold-4000=anything' });
  for (const { text } of [page, framed]) assert.match(text, /<title>&#60;\/title&#62;&#60;script/);
  assert.doesNotMatch(framed.text, /<script/);
});

test('whoever seems to be signed in gets the frame with the page, and nothing in it', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const asked = { accept: 'text/html' };
  const [known, guest] = [await ana.get('/', asked), await server.guest.get('/', asked)];
  const rooted = (text: string) => text.split('<div id="root">')[1]?.split('</body>')[0] ?? '';
  assert.match(rooted(known.text), /^<div class="frame"/);
  assert.equal(rooted(known.text).replaceAll(/<[^>]*>/g, ''), '');
  assert.equal(rooted(guest.text), '</div>');
  assert.equal(known.headers.get('vary'), 'Cookie, Accept-Language');
});

test('whoever seems to be signed in fetches what draws the screen that the address opens with the page', async (t) => {
  const fetched = async (text: string, path: string, isKnown = true) => {
    const { guest } = await started(t, text);
    const cookie = isKnown ? { cookie: 'ninefold-4000=anything' } : {};
    const page = await guest.get(path, { accept: 'text/html', ...cookie });
    return ['/l.js', '/r.js', '/f.js'].filter((file) => page.text.includes(file));
  };
  assert.deepEqual(await fetched(expenses, '/'), ['/l.js']);
  assert.deepEqual(await fetched(expenses, '/', false), []);
  assert.deepEqual(await fetched(expenses, '/queue'), ['/l.js']);
  assert.deepEqual(await fetched(expenses, '/claims/1'), ['/r.js']);
  assert.deepEqual(await fetched(expenses, '/claims/new'), ['/f.js']);
  assert.deepEqual(await fetched(expenses, '/nothing'), []);
  assert.deepEqual(await fetched(expenses, '/claims/new', false), []);
  // Where one role begins with something else, nobody fetches it for nothing.
  const dashboard = expenses.replace('### Spending\n\n', '### Spending\n\n- Start for: Finance\n');
  assert.ok(dashboard.length > expenses.length);
  assert.deepEqual(await fetched(dashboard, '/'), []);
});

test('a server answers its own name and its own pages alone', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  const ask = (url: string, init: RequestInit = {}) =>
    server.fetch(new Request(url, init), { address: '127.0.0.1', port: 4000 });
  assert.equal((await ask('http://evil.example:4000/_/app')).status, 421);
  assert.equal((await ask(`${origin}/_/app`)).status, 200);
  const foreign = await ana.post<Problem>('/api/claims', {}, { origin: 'https://evil.example' });
  assert.deepEqual([foreign.status, foreign.body.code], [403, 'OTHER_ORIGIN']);
  assert.equal((await ana.post('/api/claims', {}, { origin })).status, 422);
});

test('nobody becomes somebody without the key that the page carries', async (t) => {
  const server = await started(t);
  const { body } = await server.guest.get<{ people: { id: string }[] }>('/_/app');
  const person = body.people[0]?.id;
  assert.equal((await server.guest.post('/_/session', { person })).status, 403);
  assert.equal((await server.guest.post('/_/session', { person }, { 'ninefold-switcher': 'wrong' })).status, 403);
  const key = { 'ninefold-switcher': server.runtime.switcher };
  assert.equal((await server.guest.post('/_/session', { person: 'nobody' }, key)).status, 404);
  const signed = await server.guest.post('/_/session', { person }, key);
  assert.match(signed.headers.get('set-cookie') ?? '', /^ninefold-4000=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('signing out ends the session, not just the cookie', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  assert.equal((await ana.get('/api/claims')).status, 200);
  assert.equal((await ana.delete('/_/session')).status, 204);
  assert.equal((await ana.get('/api/claims')).status, 401);
});

test('too many requests are turned away with the time to wait, and files are not counted', async (t) => {
  const text = expenses.replace('600 per minute per person', '3 per minute per person');
  const server = await started(t, text);
  const ana = await server.as('Ana');
  const statuses = async (times: number) => {
    const found: number[] = [];
    for (let time = 0; time < times; time++) found.push((await ana.get('/api/claims')).status);
    return found;
  };
  assert.deepEqual(await statuses(4), [200, 200, 200, 429]);
  const limited = await ana.get<Problem>('/api/claims');
  assert.deepEqual(
    [limited.body.code, limited.body.retryAfter, limited.headers.get('retry-after')],
    ['TOO_MANY_REQUESTS', 20, '20'],
  );
  assert.equal((await ana.get('/', { accept: 'text/html' })).status, 200);
  server.clock.now += 20_000;
  assert.deepEqual(await statuses(2), [200, 429]);
});

test('a fault of the store is a problem that names none of its words, and the log has them', async (t) => {
  const server = await started(t);
  const ana = await server.as('Ana');
  await server.store.close();
  const answer = await ana.get<Problem>('/api/claims');
  assert.equal(answer.status, 503);
  assert.equal(answer.body.code, 'UNAVAILABLE');
  assert.doesNotMatch(answer.text, /sqlite|closed|database|stack|\.ts/i);
  assert.ok(server.logged.some(({ level }) => level === 'error'));
});

test('hostile headers are answered without a fault', async (t) => {
  const server = await started(t, expenses.replace('600 per minute', '60000 per minute'));
  const ana = await server.as('Ana');
  const values = ['', '"', '*', 'W/"x"', '"a", "b"', '../..', '%00', 'x'.repeat(8_000), "' or 1=1 --", '__proto__'];
  for (const name of [
    'if-match',
    'if-none-match',
    'idempotency-key',
    'cookie',
    'accept',
    'accept-encoding',
    'ninefold-document',
    'content-length',
    'authorization',
  ]) {
    for (const value of values) {
      for (const [method, path] of [
        ['GET', '/api/claims/x'],
        ['PATCH', '/api/claims/x'],
        ['POST', '/api/claims'],
      ] as const) {
        const answer = await ana.call(method, path, method === 'GET' ? undefined : {}, { [name]: value });
        assert.ok(
          answer.status < 500,
          `${method} ${path} ${name}: ${value.slice(0, 20)} was answered ${answer.status}`,
        );
      }
    }
  }
  assert.deepEqual(server.logged, []);
});

test('no name in an address or a body is more than a name', async (t) => {
  const server = await started(t, expenses.replace('600 per minute', '60000 per minute'));
  const [ana, tom] = [await server.as('Ana'), await server.as('Tom')];
  const names = [
    'Claim',
    'Line',
    'Employee',
    '__proto__',
    'constructor',
    'toString',
    'select',
    '',
    ' ',
    '%2F',
    '%00',
    '😀',
    'x'.repeat(300),
  ];
  for (const name of names) {
    const part = name.startsWith('%') ? name : encodeURIComponent(name);
    const paths = [
      `records/${part}/1`,
      `records/Claim/${part}`,
      `records/${part}/1/history`,
      `records/${part}/1/outbox`,
      `labels/${part}?q=${part}`,
    ];
    paths.push(
      `list?screen=${part}`,
      `tiles?screen=${part}`,
      `files/${part}/1/x`,
      `files/Claim/1/${part}/1/${part}`,
      `errors/${part}`,
      `why/${part}`,
    );
    paths.push(`open?path=${part}`, `document?version=${part}`);
    for (const path of paths) {
      for (const caller of [ana, tom, server.guest]) {
        const { status } = await caller.get(`/_/${path}`);
        assert.ok(status < 500, `${path} was answered ${status}`);
      }
    }
    for (const query of [
      `${part}=1`,
      `sort=${part}`,
      `q=${part}`,
      `page=${part}`,
      `limit=${part}`,
      `status.in=${part}`,
      `total.min=${part}`,
      `owner=${part}`,
    ]) {
      const { status } = await ana.get(`/api/claims?${query}`);
      assert.ok(status < 500, `${query} was answered ${status}`);
    }
    for (const body of [
      { [name]: 1 },
      { title: { [name]: 1 } },
      { lines: [{ [name]: name }] },
      { lines: name },
      { receipt: { file: name } },
      { category: name },
    ]) {
      const { status } = await ana.post('/api/claims', JSON.stringify(body));
      assert.ok(status < 500, `${JSON.stringify(body)} was answered ${status}`);
    }
    for (const bulk of [
      { entity: name, event: name },
      { entity: 'Claim', event: name },
      { entity: name, delete: true },
    ]) {
      const { status, text } = await ana.post('/_/bulk', { ...bulk, rows: [{ id: name, etag: '"x"' }] });
      assert.ok(status < 500 && !/"status":5/.test(text), `${JSON.stringify(bulk)} was answered ${status} ${text}`);
    }
  }
  assert.deepEqual(server.logged, []);
});

test('a change of somebody’s role ends their sessions', async (t) => {
  const server = await started(t);
  const [ana, jonas, tom] = [await server.as('Ana'), await server.as('Jonas'), await server.as('Tom')];
  const record = await tom.get<{ _: { etag: string } }>(`/_/records/Employee/${ana.id}`);
  const changed = await tom.patch(`/api/people/${ana.id}`, { role: 'Finance' }, { 'if-match': record.body._.etag });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await ana.get('/api/claims')).status, 401);
  assert.equal((await jonas.get('/api/claims')).status, 200);
});

test('the same over a real socket', async (t) => {
  const server = await started(t);
  const serving = await serve({ fetch: server.fetch, port: 0 });
  t.after(() => serving.stop(0));
  const page = await fetch(serving.url, { headers: { accept: 'text/html' } });
  const key = /name="ninefold-switcher" content="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const app = (await (await fetch(`${serving.url}_/app`)).json()) as { people: { id: string; title: string }[] };
  const ana = app.people.find((person) => person.title.startsWith('Ana'));
  const signed = await fetch(`${serving.url}_/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'ninefold-switcher': key },
    body: JSON.stringify({ person: ana?.id }),
  });
  const cookie = (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const list = await fetch(`${serving.url}api/claims`, { headers: { cookie } });
  assert.equal(list.status, 200);
  // Who asks here takes what is packed, and unpacks it.
  assert.equal(list.headers.get('content-encoding'), 'gzip');
  assert.ok((await list.text()).length > CONTENT_LENGTH_FROM);
  const known = { cookie, 'if-none-match': list.headers.get('etag') ?? '' };
  assert.equal((await fetch(`${serving.url}api/claims`, { headers: known })).status, 304);
  const other = await fetch(`${serving.url}api/claims`, {
    method: 'POST',
    headers: { cookie, origin: 'http://localhost:1' },
    body: '{}',
  });
  assert.equal(other.status, 403);
});

test('a call under the path of another record is about the record of its own entity', async (t) => {
  const text = expenses.replace('DELETE /api/claims/:id', 'DELETE /api/employees/:id/claims/:claimId');
  assert.notEqual(text, expenses);
  const server = await started(t, text);
  const ana = await server.as('Ana');
  const { body } = await ana.get<WirePage>('/api/claims');
  const draft = body.items.find(({ status }) => status === 'Draft');
  assert.ok(draft !== undefined);
  const seen = { 'if-match': draft._.etag };
  const path = `/api/employees/${ana.id}/claims/${draft.id}`;
  const refused = await ana.delete<Problem>(`/api/employees/${draft.id}/claims/${ana.id}`, seen);
  assert.equal(refused.status, 404);
  assert.equal((await ana.delete(path, seen)).status, 204);
  assert.equal((await ana.get(`/api/claims/${draft.id}`)).status, 404);
});
