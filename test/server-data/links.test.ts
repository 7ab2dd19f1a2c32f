import assert from 'node:assert/strict';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

/** A joiner sends offers; whoever has the link to one reads it without signing in, and takes it. */
const OFFERS = `# Specification: Joinery

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/offers\` | Offers | Offer | table | joiner |
| \`/offers/:id\` | Offer | Offer | record | joiner |
| \`/o/:token\` | Your offer | Offer | record: title, items, total | Visitor, joiner |

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, sign-in, unique
- role: Role, required

### Offer

- title: text, required, title
- note: text
- token: text, unique, set by the product, default \`newToken()\`
- items: list of Item
- total: money(EUR), = \`sum(items.price)\`

### Item

Belongs to Offer.

- label: text, required, title
- price: money(EUR), required

## 4. States and transitions

### Offer: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | open | | |
| open | accept | accepted | Visitor | |
| open | renew | open | joiner | token = newToken() |
| open | close | closed | joiner | token = null |

## 6. Roles and permissions

- joiner: writes offers
- Visitor: not signed in

| | joiner | Visitor |
| --- | --- | --- |
| Person: read | yes | no |
| Offer: read | yes | \`token == link()\` |
| Offer: create, change | yes | no |
| Offer.note: read | yes | no |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| offers | GET /api/offers | list Offer | | page of Offer |
| offer | GET /api/offers/:id | read Offer | | Offer |
| new offer | POST /api/offers | create Offer | title, note, items | Offer |
| your offer | GET /api/o/:token | read Offer | | Offer |
| accept | POST /api/o/:token/accept | accept Offer | | Offer |
| renew | POST /api/offers/:id/renew | renew Offer | | Offer |
| close | POST /api/offers/:id/close | close Offer | | Offer |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | joiner |
`;

interface Offer {
  readonly id: string;
  readonly token: string;
  readonly title: string;
  readonly note?: string;
  readonly _: { readonly etag: string };
}

async function withOffers(work: (server: TestServer, make: (title: string) => Promise<Offer>) => Promise<void>) {
  const { store, done } = await openEmpty();
  const server = await startServer(OFFERS, { store });
  try {
    const ada = await server.as('Ada');
    const make = async (title: string) => {
      const items = [{ label: 'Oak', price: '120.00' }];
      const made = await ada.post<Offer>('/api/offers', { title, note: 'Pays late.', items });
      assert.equal(made.status, 201, made.text);
      return made.body;
    };
    await work(server, make);
  } finally {
    await server.runtime.close();
    await server.stop();
    await done();
  }
}

contract('whoever has the link to a record reads that one record, and what their role reads of it', () =>
  withOffers(async ({ guest }, make) => {
    const [table, door] = [await make('Table'), await make('Door')];
    assert.match(table.token, /^[\w-]{22}$/);
    assert.notEqual(table.token, door.token);
    for (const path of [`/api/o/${table.token}`, `/_/records/Offer/${table.token}`]) {
      const { status, body } = await guest.get<Offer>(path);
      assert.equal(status, 200, path);
      assert.deepEqual([body.title, 'note' in body], ['Table', false]);
    }
    // Nothing else leads to it, and no list.
    for (const path of ['/api/o/another', '/api/o/%20']) assert.equal((await guest.get(path)).status, 404, path);
    // Whoever has no link is asked to sign in, whatever there is.
    const rest = [
      ...[table.id, door.id.replaceAll(/[0-9a-f]/g, '0')].flatMap((id) => [
        `/api/offers/${id}`,
        `/_/records/Offer/${id}`,
      ]),
      ...['/api/offers', `/api/offers?token=${table.token}`, '/_/labels/Offer?q=Table'],
    ];
    for (const path of rest) assert.equal((await guest.get(path)).status, 401, path);
    for (const part of ['history', 'outbox', 'timers', 'comments'])
      assert.equal((await guest.get(`/_/records/Offer/${table.token}/${part}`)).status, 401, part);
  }),
);

contract('what an address names a record by lets nobody in elsewhere, and not the next one who asks', () =>
  withOffers(async ({ guest }, make) => {
    const table = await make('Table');
    assert.equal((await guest.get(`/api/o/${table.token}`)).status, 200);
    assert.equal((await guest.get(`/api/offers/${table.id}`)).status, 401);
    assert.equal((await guest.get('/api/o/null')).status, 404);
    assert.equal((await guest.get('/api/offers?filter=token%20%3D%3D%20link()')).status, 401);
  }),
);

contract('a link may be taken by an event, made anew, and ended', () =>
  withOffers(async ({ guest, as }, make) => {
    const ada = await as('Ada');
    const [table, door] = [await make('Table'), await make('Door')];
    const read = (token: string) => guest.get<Offer>(`/api/o/${token}`);
    const tag = (await read(table.token)).headers.get('etag') ?? '';
    const accepted = await guest.post<Offer>(`/api/o/${table.token}/accept`, {}, { 'if-match': tag });
    assert.deepEqual([accepted.status, accepted.body.title], [200, 'Table'], accepted.text);
    assert.equal((await guest.post(`/api/offers/${door.id}/accept`, {}, { 'if-match': '*' })).status, 404);

    const renewed = await ada.post<Offer>(`/api/offers/${door.id}/renew`, {}, { 'if-match': door._.etag });
    assert.equal(renewed.status, 200, renewed.text);
    assert.match(renewed.body.token, /^[\w-]{22}$/);
    assert.notEqual(renewed.body.token, door.token);
    assert.deepEqual([(await read(door.token)).status, (await read(renewed.body.token)).status], [404, 200]);
    const again = await ada.post<Offer>(`/api/offers/${door.id}/renew`, {}, { 'if-match': renewed.body._.etag });
    assert.notEqual(again.body.token, renewed.body.token);
    await ada.post(`/api/offers/${door.id}/close`, {}, { 'if-match': again.body._.etag });
    for (const token of [again.body.token, 'null', '', '%20']) assert.equal((await read(token)).status, 404, token);
  }),
);
