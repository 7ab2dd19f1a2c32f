import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { LINE_KINDS } from '../../src/cli/analysis/verify-lines.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { type RequestEntry, withObservability } from '../../src/server/application/request-log.ts';
import { callFor } from '../../src/verify/drive/calls.ts';
import { origin, startServer } from '../support/http/server.ts';
import { quick } from '../support/http/sign-in.ts';

const shop = `# Specification: Shop

## 3. Entities and their fields

### Person

- Key: name

- name: text, required, title, unique, sign-in
- password: password(4..)

### Thing

- Key: number

- number: integer, required, unique
- title: text(..10), required, title
- price: decimal(8,2)
- open: boolean
- tags: list of text
- size: small, large
- owner: Person

## 4. States and transitions

### Thing

| Event | Who | Only if | Then |
| --- | --- | --- | --- |
| rename | Guest, Member | | ask title (optional); ask size (optional); ask price (optional) |

## 6. Roles and permissions

- Guest: not signed in
- Member: everyone who signs in

| | Guest | Member |
| --- | --- | --- |
| Person: read, create | yes | yes |
| Person: change | | \`this == me\` |
| Thing: read, create, change | yes | yes |

## 7. The calls it makes

- If-Match: not used
- Sign-in: Authorization: Token

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| make | POST /things?title=&number=&open=&tags=&price=&owner= | create Thing | size | \`{ "number": number, "title": title, "open": open, "tags": tags, "price": price, "size": size, "owner": owner.name }\` |
| shaped | POST /shaped?item_no=&caption= | create Thing | \`{ "item_no": number, "text": { "caption": title }, "size": size }\` | \`{ "number": number, "title": title }\` |
| alter | PATCH /things/:number?title= | change Thing | title, size | \`{ "title": title, "size": size }\` |
| rename | POST /things/:number?title=&size= | rename Thing | | \`{ "title": title, "size": size, "price": price }\` |
| lax | PUT /things/:number/lax?title= | rename Thing | | \`{ "title": title, "size": size }\` |
| thing | GET /things/:number | read Thing | | \`{ "title": title }\` |
| join | POST /join?name=&password= | sign up Person | | \`{ "name": name }\` |
| enter | GET /enter?name=&password= | sign in | | \`{ "name": name, "token": token }\` |
| secret | POST /secret?old=&password= | change password | \`{ "old": current, "password": password }\` | |
| me | GET /me | read me | | \`{ "name": name }\` |

### lax

- Unknown members: ignored
- Unknown parameters: ignored
`;

type Body = Record<string, unknown>;

describe('names in the query of a call that takes inputs', async () => {
  const server = await startServer(shop, { production: { passwords: quick } });
  after(() => server.stop());
  const { guest } = server;
  const fieldsOf = ({ body }: { body: unknown }) =>
    ((body as { failures?: { pointer: string; code: string }[] }).failures ?? []).map(
      ({ pointer, code }) => `${pointer} ${code}`,
    );

  test('state the values of fields, read by their types, beside those of the body', async () => {
    const made = await guest.post('/things?title=Tea&number=1&open=true&tags=a,b&tags=c&price=2.50', { size: 'small' });
    assert.equal(made.status, 201);
    assert.deepEqual(made.body, {
      number: 1,
      title: 'Tea',
      open: true,
      tags: ['a', 'b', 'c'],
      price: '2.50',
      size: 'small',
      owner: null,
    });
  });
  test('an empty one counts as absent', async () => {
    const { status, body } = await guest.post<Body>('/things?title=Ham&number=2&open=&tags=');
    assert.deepEqual([status, body['open'], body['tags']], [201, null, []]);
  });
  test('name records by their keys', async () => {
    await guest.post('/join?name=Ada&password=secret');
    assert.equal((await guest.post<Body>('/things?title=Jam&number=3&owner=Ada')).body['owner'], 'Ada');
    assert.equal((await guest.post('/things?title=Jam&number=4&owner=Bob')).status, 422);
  });
  test('a value that does not fit is refused under the name in the query', async () => {
    assert.deepEqual(fieldsOf(await guest.post('/things?title=Tea&number=x')), ['/number WRONG_TYPE']);
    assert.deepEqual(fieldsOf(await guest.post('/shaped?item_no=9&caption=Much%20too%20long')), ['/caption TOO_LONG']);
  });
  test('a required one that is missing is named as in the query', async () => {
    assert.deepEqual(fieldsOf(await guest.post('/things?number=5')), ['/title REQUIRED']);
    assert.deepEqual(fieldsOf(await guest.post('/shaped?item_no=5')), ['/caption REQUIRED']);
  });
  test('a body may not state them, unless it has the same value', async () => {
    assert.deepEqual(fieldsOf(await guest.post('/things?number=6', { title: 'Tea' })), [
      '/title NOT_AN_INPUT',
      '/title REQUIRED',
    ]);
    assert.equal((await guest.post('/things?number=6&title=Tea', { title: 'Ham' })).status, 422);
    assert.equal((await guest.post('/things?number=6&title=Tea', { title: 'Tea', number: 6 })).status, 201);
    assert.equal((await guest.post('/shaped?item_no=7&caption=Tea', { text: { caption: 'Ham' } })).status, 422);
    assert.deepEqual((await guest.post('/shaped?item_no=7&caption=Tea', { text: { caption: 'Tea' } })).body, {
      number: 7,
      title: 'Tea',
    });
  });
  test('is refused if it is given twice, or is none of the call', async () => {
    assert.equal((await guest.post('/things?title=Tea&title=Ham&number=8')).status, 400);
    assert.equal((await guest.post('/things?title=Tea&number=8&size=small')).status, 400);
    assert.equal((await guest.call('PUT', '/things/1/lax?title=A&title=B')).status, 400);
  });
  test('change a record and are asked by an event', async () => {
    assert.deepEqual((await guest.patch('/things/1?title=Milk', { size: 'large' })).body, {
      title: 'Milk',
      size: 'large',
    });
    assert.deepEqual((await guest.post('/things/1?title=Rye&size=small', { price: '3.00' })).body, {
      title: 'Rye',
      size: 'small',
      price: '3.00',
    });
    assert.equal((await guest.post('/things/1?size=huge')).status, 422);
    assert.equal((await guest.post('/things/99?size=huge')).status, 404);
  });
  test('where unknown members are ignored, a body that states one alone has no effect, and a different value is refused', async () => {
    const { status, body } = await guest.call<Body>('PUT', '/things/2/lax?other=1', { title: 'No', size: 'small' });
    assert.deepEqual([status, body], [200, { title: 'Ham', size: 'small' }]);
    assert.equal((await guest.call('PUT', '/things/2/lax?title=Yes', { title: 'No' })).status, 422);
  });
  test('two requests with one idempotency key and different queries are no repetition', async () => {
    const key = { 'idempotency-key': 'k1' };
    assert.equal((await guest.post('/things?title=One&number=20', undefined, key)).status, 201);
    assert.equal(
      (await guest.post('/things?title=One&number=20', undefined, key)).headers.get('idempotency-replayed'),
      'true',
    );
    assert.equal((await guest.post('/things?title=Two&number=21', undefined, key)).status, 422);
  });
  test('sign up, sign in by GET, and change a password', async () => {
    assert.deepEqual((await guest.post('/join?name=Eve&password=secret')).body, { name: 'Eve' });
    const entered = await guest.get<{ name: string; token: string }>('/enter?name=Eve&password=secret');
    assert.deepEqual([entered.status, entered.body.name], [200, 'Eve']);
    assert.equal(entered.headers.get('cache-control')?.includes('no-store'), true);
    const as = { authorization: `Token ${entered.body.token}` };
    assert.deepEqual((await guest.get('/me', as)).body, { name: 'Eve' });
    assert.equal((await guest.post('/secret?old=wrong&password=better', undefined, as)).status, 401);
    assert.equal((await guest.post('/secret?old=secret&password=better', undefined, as)).status, 204);
    assert.equal((await guest.get('/enter?name=Eve&password=secret')).status, 401);
    assert.equal((await guest.get('/enter?name=Eve&password=better')).status, 200);
    assert.deepEqual(fieldsOf(await guest.get('/enter?name=Eve')), ['/password REQUIRED']);
    assert.equal((await guest.get('/enter?name=Eve&password=better&more=1')).status, 400);
  });
  test('clients of whole records state everything in the body', async () => {
    const whole = { accept: 'application/vnd.ninefold.record+json' };
    assert.equal((await guest.post('/things', { title: 'All', number: 30, size: 'small' }, whole)).status, 201);
    assert.equal((await guest.post('/things?title=All', { number: 31 }, whole)).status, 400);
  });
  test('are not sent by verify, which says that it does not judge these calls', () => {
    const { model } = server.runtime.current();
    const calls = LINE_KINDS.find(({ kind }) => kind === 'call')?.of(model, {
      coverage: new Map(),
      impossible: new Map(),
    });
    const reasonOf = (what: string) => calls?.find((line) => line.what === what)?.impossible;
    assert.equal(reasonOf('POST /things'), 'not judged, because its query states values');
    assert.equal(reasonOf('GET /things/:number'), null);
    const sending = { model, coverage: new Map() };
    assert.equal(callFor(sending, 'change', 'Thing'), null);
    assert.notEqual(callFor(sending, 'read', 'Thing'), null);
  });
  test('do not reach the log', async () => {
    const entries: RequestEntry[] = [];
    const fetch = withObservability(server.runtime, server.fetch, { log: (entry) => void entries.push(entry) });
    const { status } = await fetch(new Request(`${origin}/enter?name=Eve&password=better`));
    assert.deepEqual([status, entries.map(({ route }) => route)], [200, ['/enter']]);
    assert.equal(JSON.stringify([entries, server.logged]).includes('better'), false);
  });

  test('are parameters of the query in the OpenAPI document, and no members of the body', () => {
    const { paths } = openApiOf(server.runtime.current().compiled) as unknown as {
      paths: Record<string, Record<string, Operation>>;
    };
    const enter = paths['/enter']?.['get'];
    assert.equal(enter?.requestBody, undefined);
    assert.deepEqual(inQuery(enter), ['name required', 'password required']);
    const make = paths['/things']?.['post'];
    assert.deepEqual(inQuery(make), ['title required', 'number required', 'open', 'tags', 'price', 'owner']);
    assert.deepEqual(membersOf(make), ['size']);
    assert.deepEqual(membersOf(paths['/shaped']?.['post']), ['size']);
    assert.deepEqual(membersOf(paths['/things/{number}']?.['post']), ['price']);
    assert.equal(paths['/join']?.['post']?.requestBody, undefined);
  });
});

interface Operation {
  readonly requestBody?: { content: Record<string, { schema: { properties: object } }> };
  readonly parameters: readonly { name: string; in: string; required: boolean }[];
}

const inQuery = (operation: Operation | undefined): readonly string[] | undefined =>
  operation?.parameters.flatMap((each) =>
    each.in === 'query' ? [`${each.name}${each.required ? ' required' : ''}`] : [],
  );

const membersOf = (operation: Operation | undefined): readonly string[] =>
  Object.keys(operation?.requestBody?.content['application/json']?.schema.properties ?? {});
