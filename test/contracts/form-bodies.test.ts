import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';

import type { Json } from '../../src/fields/text/json.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exportedJson } from '../support/contracts/exported.ts';
import { runCli } from '../support/http/cli.ts';
import { type Answer, type Caller, origin, startServer, type TestServer } from '../support/http/server.ts';
import { quick } from '../support/http/sign-in.ts';

const posts = (keys = '- Bodies: JSON, form') => `# Specification: Posts

## 3. Entities and their fields

### Person

- name: text(1..80), required, title, unique, sign-in
- password: password(8..72), required

### Tag

- label: text(1..20), required, title

### Post

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| text | text(1..80) | yes | title |
| note | text | | |
| urgent | boolean | | |
| stars | integer | | |
| price | decimal(8,2) | | |
| sentAt | date and time | | |
| mood | calm, wild | | |
| words | list of text | | |
| moods | several of calm, wild | | |
| tags | ordered set of Tag | | |
| author | Person | | |
| steps | list of Step | | |
| picture | file | | |

### Step

- label: text(1..20), required, title
- minutes: integer

## 6. Roles and permissions

- Guest: not signed in
- Member: everyone who signs in

| | Guest | Member |
| --- | --- | --- |
| Person: read, create | yes | yes |
| Tag: read, create | yes | yes |
| Post: read, create, change, delete | | yes |

## 7. The calls it makes

- If-Match: not used
${keys}

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| join | POST /join | sign up Person | name, password | \`{ "name": name, "token": token }\` |
| enter | POST /enter | sign in Person | name, password | \`{ "name": name, "token": token }\` |
| new tag | POST /tags | create Tag | label | \`{ "id": id }\` |
| new post | POST /posts | create Post | \`{ "text": text, "note": note, "urgent": urgent, "stars": stars, "price": price, "sent_at": sentAt, "mood": mood, "words": words, "moods": moods, "tags": tags, "by": { "author": author }, "steps": [{ "name": label, "minutes": minutes }], "picture": picture }\` | \`{ "id": id, "text": text, "note": note, "urgent": urgent, "stars": stars, "price": price, "sent_at": sentAt, "mood": mood, "words": words, "moods": moods, "tags": tags, "steps": [{ "name": label, "minutes": minutes }] }\` |
| change post | PUT /posts/:id | change Post | text, note, words, tags, steps | \`{ "text": text, "note": note, "words": words }\` |
| number post | POST /numbers | create Post | text, price, sentAt | \`{ "price": price, "sentAt": sentAt }\` |
| many posts | POST /many | bulk create Post | text | |

### number post

- Times: Unix seconds
- Decimals: number
`;

/** Starts a server whose people have passwords, over a store of its own. */
const start = (text: string): Promise<TestServer> => startServer(text, { production: { passwords: quick } });

const URL_ENCODED = { 'content-type': 'application/x-www-form-urlencoded' };

type Members = Readonly<Record<string, Json>>;

describe('bodies that are forms', () => {
  let server: TestServer;
  let ada: Caller;
  let tags: readonly [string, string];

  const signUp = async (name: string): Promise<Caller> => {
    const joined = await server.guest.post<Members>('/join', `name=${name}&password=correct+horse`, URL_ENCODED);
    assert.equal(joined.status, 201, joined.text);
    const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const call: Caller['call'] = (method, path, body, headers) =>
      server.guest.call(method, path, body, { cookie, ...headers });
    return { ...server.guest, cookie, call, post: (path, body, headers) => call('POST', path, body, headers) };
  };
  before(async () => {
    server = await start(posts());
    ada = await signUp('Ada');
    const tag = async (label: string) => (await ada.post<{ id: string }>('/tags', { label })).body.id;
    tags = [await tag('one'), await tag('two')];
  });
  after(() => server.stop());

  const form = (body: string, path = '/posts'): Promise<Answer<Members>> => ada.post(path, body, URL_ENCODED);
  const failuresOf = ({ body }: Answer<Members>) =>
    (body['failures'] as unknown as readonly { readonly pointer: string; readonly code: string }[]).map(
      ({ pointer, code }) => [pointer, code],
    );

  test('reads each text as the type of its field', async () => {
    const { status, body } = await form(
      'text=Caf%C3%A9+%26+tea&urgent=false&stars=-3&price=1.50&sent_at=2026-08-14T10%3A00%3A00Z&mood=wild&note=12',
    );
    assert.equal(status, 201);
    assert.deepEqual(
      ['text', 'urgent', 'stars', 'price', 'sent_at', 'mood', 'note'].map((name) => body[name]),
      ['Café & tea', false, -3, '1.50', '2026-08-14T10:00:00.000Z', 'wild', '12'],
    );
  });

  test('reads lists with brackets, with numbers and as repeated names', async () => {
    const [one, two] = tags;
    const { status, body } = await form(
      `text=Lists&words[]=b&words[]=a&moods=calm&moods=wild&tags[1]=${two}&tags[0]=${one}`,
    );
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      [body['words'], body['moods'], body['tags']],
      [
        ['b', 'a'],
        ['calm', 'wild'],
        [one, two],
      ],
    );
    const { body: single } = await form('text=One&words=only');
    assert.deepEqual(single['words'], ['only']);
  });

  test('reads nested members and lines', async () => {
    const { status, body } = await form(
      'text=Nested&by[author]=&steps[1][name]=second&steps[0][name]=first&steps[0][minutes]=5',
    );
    assert.equal(status, 201);
    assert.deepEqual(
      (body['steps'] as readonly Members[]).map(({ name, minutes }) => [name, minutes]),
      [
        ['first', 5],
        ['second', null],
      ],
    );
    const refused = await form('text=Nested&by[author]=nobody&steps[0][name]=a&steps[1][minutes]=x');
    assert.equal(refused.status, 422);
    assert.deepEqual(failuresOf(refused), [
      ['/by/author', 'NO_SUCH_VALUE'],
      ['/steps/1/minutes', 'WRONG_TYPE'],
      ['/steps/1/name', 'REQUIRED'],
    ]);
  });

  test('empties a field with an empty text, and a list with an empty item', async () => {
    const { body } = await form('text=Full&note=x&words[]=a');
    const path = `/posts/${String(body['id'])}`;
    const changed = await ada.call<Members>('PUT', path, 'note=&words[]=', URL_ENCODED);
    assert.deepEqual([changed.status, changed.body], [200, { text: 'Full', note: null, words: [] }]);
  });

  test('reads numbers where the call writes times and decimals as numbers', async () => {
    const { status, body } = await form('text=Numbers&price=2.25&sentAt=1786701600', '/numbers');
    assert.deepEqual([status, body], [201, { price: 2.25, sentAt: 1786701600 }]);
  });

  test('names the member that is wrong', async () => {
    const cases: readonly [string, number, readonly (readonly [string, string])[]][] = [
      ['text=a&urgent=yes', 422, [['/urgent', 'WRONG_TYPE']]],
      ['text=a&stars=1.5', 422, [['/stars', 'WRONG_TYPE']]],
      ['text=a&stars[]=1', 422, [['/stars', 'WRONG_TYPE']]],
      ['text=a&unknown=1', 422, [['/unknown', 'NOT_AN_INPUT']]],
      ['text=a&by[other]=1', 422, [['/by/other', 'NOT_AN_INPUT']]],
      ['text=a&__proto__[x]=1', 422, [['/__proto__', 'NOT_AN_INPUT']]],
      ['text=', 422, [['/text', 'REQUIRED']]],
      ['text=a&text=b', 400, [['/text', 'UNREADABLE']]],
      ['text=a&by[author]=x&by[author]=y', 400, [['/by/author', 'UNREADABLE']]],
      ['text=a&steps[][name]=x', 400, [['/steps', 'UNREADABLE']]],
    ];
    for (const [body, status, failures] of cases) {
      const answer = await form(body);
      assert.equal(answer.status, status, `${body}: ${answer.text}`);
      assert.deepEqual(failuresOf(answer), failures, body);
    }
  });

  test('refuses what is no UTF-8 text, and what is too deep, too long or too much', async () => {
    for (const body of ['text=%FF', 'text=100%', 'text=%C3%28']) {
      const answer = await form(body);
      assert.deepEqual([answer.status, answer.body['code']], [400, 'UNREADABLE'], body);
    }
    const depth = (levels: number) => form(`text=a&x${'[y]'.repeat(levels)}=1`);
    assert.deepEqual([(await depth(31)).status, (await depth(32)).status], [422, 400]);
    assert.equal((await form(`text=a&${'n'.repeat(1_001)}=1`)).status, 400);
    const many = Array.from({ length: 1_001 }, (_, index) => `m${index}=1`).join('&');
    assert.equal((await form(many)).status, 400);
    assert.equal((await form(`words=${'&words='.repeat(20_000)}`)).status, 400);
    assert.equal((await form(`text=${'a'.repeat(1_000_000)}`)).status, 413);
    const latin = { 'content-type': 'application/x-www-form-urlencoded; charset=iso-8859-1' };
    assert.equal((await ada.post('/posts', 'text=a', latin)).status, 400);
  });

  const multipart = async (parts: FormData): Promise<Answer<Members>> => {
    const whole = new Response(parts);
    return ada.post('/posts', await whole.text(), { 'content-type': whole.headers.get('content-type') ?? '' });
  };

  test('reads a form in parts, and refuses a file in it', async () => {
    const parts = new FormData();
    parts.append('text', 'In parts: é');
    parts.append('words[]', 'a');
    parts.append('words[]', 'b');
    const made = await multipart(parts);
    assert.deepEqual([made.status, made.body['text'], made.body['words']], [201, 'In parts: é', ['a', 'b']]);
    parts.append('picture', new File(['x'], 'x.png'));
    const refused = await multipart(parts);
    assert.deepEqual([refused.status, failuresOf(refused)], [400, [['/picture', 'UNREADABLE']]]);
    const broken = await ada.post('/posts', 'text', { 'content-type': 'multipart/form-data; boundary=x' });
    assert.equal(broken.status, 400);
  });

  test('signs in with a form', async () => {
    const entered = await server.guest.post<Members>('/enter', 'name=Ada&password=correct+horse', URL_ENCODED);
    assert.deepEqual([entered.status, entered.body['name']], [200, 'Ada']);
    const wrong = await server.guest.post('/enter', 'name=Ada&password=wrong', URL_ENCODED);
    assert.equal(wrong.status, 401);
  });

  test('takes JSON besides, and of a bulk call nothing else', async () => {
    assert.equal((await ada.post('/posts', { text: 'JSON' })).status, 201);
    assert.equal((await ada.post('/many', 'text=a', URL_ENCODED)).status, 415);
    assert.equal((await ada.post('/many', [{ text: 'a' }])).status, 200);
  });

  test('repeats a form with an idempotency key once', async () => {
    const headers = { ...URL_ENCODED, 'idempotency-key': 'form-1' };
    const one = await ada.post<Members>('/posts', 'text=Once', headers);
    const again = await ada.post<Members>('/posts', 'text=Once', headers);
    assert.deepEqual([one.status, again.body['id']], [201, one.body['id']]);
  });

  test('refuses a form that a page of another origin posts with the cookie of whoever is signed in', async () => {
    const list = server.runtime
      .current()
      .model.calls.find(({ does }) => does.kind === 'list' && does.entity === 'Post');
    const count = async () => (await ada.call<{ items: unknown[] }>('GET', list?.path ?? '')).body.items.length;
    const before = await count();
    assert.ok(before > 0);
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ] as readonly Readonly<Record<string, string>>[]) {
      const answer = await ada.post<Members>('/posts', 'text=Forged', { ...URL_ENCODED, ...headers });
      assert.deepEqual([answer.status, answer.body['code']], [403, 'OTHER_ORIGIN']);
    }
    assert.equal(await count(), before);
    assert.equal((await ada.post('/posts', 'text=Own', { ...URL_ENCODED, origin })).status, 201);
  });
});

test('JSON alone is taken where nothing else is stated, and a form alone where that is', async () => {
  for (const [keys, json, form] of [
    ['', 201, 415],
    ['- Bodies: form', 415, 201],
    ['- Bodies: JSON', 201, 415],
  ] as const) {
    const server = await start(posts(keys));
    try {
      assert.equal((await server.guest.post('/tags', { label: 'a' })).status, json, keys);
      assert.equal((await server.guest.post('/tags', 'label=a', URL_ENCODED)).status, form, keys);
    } finally {
      await server.stop();
    }
  }
});

test('a form from a page that may use the calls acts for nobody and signs nobody in', async () => {
  const server = await start(posts('- Bodies: form\n- CORS: *'));
  try {
    const page = { ...URL_ENCODED, origin: 'https://evil.example', 'sec-fetch-mode': 'navigate' };
    await server.guest.post('/join', 'name=Eve&password=correct+horse', URL_ENCODED);
    const entered = await server.guest.post<Members>('/enter', 'name=Eve&password=correct+horse', page);
    assert.deepEqual([entered.status, entered.headers.get('set-cookie')], [200, null]);
    assert.equal((await server.guest.post('/enter', 'name=Eve&password=correct+horse', URL_ENCODED)).status, 200);
  } finally {
    await server.stop();
  }
});

test('formats are stated for all calls and for one, printed, and exported', () => {
  const text = posts('- Bodies: form').replace('### number post\n\n', '### number post\n\n- Bodies: JSON, form\n');
  const { model } = readDocument(text);
  assert.deepEqual(model.api.options.bodies, ['form']);
  assert.match(printDocument(model), /- Bodies: form\n[\s\S]*### number post\n\n- Bodies: JSON, form\n/);
  const { paths } = exportedJson(text) as unknown as {
    readonly paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: Json }> } }>>;
  };
  const contentOf = (path: string) => paths[path]?.['post']?.requestBody.content ?? {};
  const [urlEncoded, multipart] = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  assert.deepEqual(Object.keys(contentOf('/tags')), [urlEncoded, multipart]);
  assert.deepEqual(Object.keys(contentOf('/numbers')), ['application/json', urlEncoded, multipart]);
  assert.deepEqual(Object.keys(contentOf('/many')), ['application/json']);
});

test('a format that is unknown is reported', () => {
  const { diagnostics } = diagnose(posts('- Bodies: XML'));
  assert.ok(diagnostics.some(({ message }) => message.includes('XML')));
});

test('the exported client sends forms where a call takes nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-forms-'));
  const server = await start(posts('- Bodies: form'));
  try {
    writeFileSync(join(folder, 'posts.md'), posts('- Bodies: form'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const out = join(folder, 'client.ts');
    assert.equal((await runCli(['export', 'client', join(folder, 'posts.md'), '--out', out])).code, 0);
    const { createClient } = await import(pathToFileURL(out).href);
    const joined = await server.guest.post<Members>('/join', 'name=Ada&password=correct+horse', URL_ENCODED);
    const cookie = (joined.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const client = createClient({
      baseUrl: origin,
      fetch: (request: Request) => {
        const headers = new Headers(request.headers);
        headers.set('cookie', cookie);
        return server.fetch(new Request(request, { headers }));
      },
    });
    const steps = [{ name: 'first', minutes: 5 }, { name: 'second' }];
    const { ok, value } = await client.newPost({
      body: { text: 'A & b', note: null, words: ['a', 'b'], moods: [], steps, stars: 2 },
    });
    assert.ok(ok);
    const lines = value.steps.map(({ name, minutes }: Members) => [name, minutes]);
    assert.deepEqual(
      [value.text, value.note, value.words, value.moods, value.stars, lines],
      [
        'A & b',
        null,
        ['a', 'b'],
        [],
        2,
        [
          ['first', 5],
          ['second', null],
        ],
      ],
    );
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
