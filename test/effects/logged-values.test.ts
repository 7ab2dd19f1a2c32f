import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { createResponseValidator } from '../support/contracts/response-validator.ts';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';
import { findingsOf } from '../support/notation/small-document.ts';

const BOOKS = `# Specification: Books

## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/journal\` | Journal | Entry | table |

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- role: Role

### Note

- text: text, required, title

### Book

- title: text, required, title
- price: money(EUR)
- weight: decimal(6,2)
- tags: list of text
- due: date
- readAt: date and time
- loaned: boolean
- secret: text
- ownNote: text
- pin: text, write-only
- notes: set of Note
- parts: list of Part
- scan: file

### Part

Belongs to Book.

- label: text, required
- number: integer

### Entry

- what: text, required, title
- before: object
- after: object

## 4. States and transitions

### Book

| Event | Then |
| --- | --- |
| on create | create Entry: what = title, after = values(this) |
| on change | create Entry: what = title, before = values(old), after = values(this) |
| on delete | create Entry: what = title, before = values(old) |

## 6. Roles and permissions

- Boss: sees everything
- Clerk: everyone who signs in
- Guest: not signed in

| | Boss | Clerk | Guest |
| --- | --- | --- | --- |
| Person: read | yes | yes | |
| Note: read | yes | \`text != "x"\` | |
| Note: create | yes | | |
| Book: read | yes | yes | \`loaned\` |
| Book: create, change, delete | yes | yes | |
| Book.secret: read | yes | | |
| Book.ownNote: read | yes | \`loaned\` | |
| Entry: read | yes | yes | yes |

## 7. The calls it makes

- Decimals: number

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| books | GET /books | list Book | | |
| add | POST /books | create Book | title, price, weight, tags, due, readAt, loaned, secret, ownNote, pin, notes, parts | |
| change | PATCH /books/:id | change Book | title, price, weight, tags, due, readAt, loaned, secret, ownNote, pin, notes, parts | |
| drop | DELETE /books/:id | delete Book | | |
| add note | POST /notes | create Note | text | |
| log | GET /log | list Entry | | \`[{ "what": what, "was": before, "is": after }]\` |
| entries | GET /entries | list Entry | before, what | |
| lines | GET /lines | list Entry | | \`[{ "what": what, "is": after }]\` |

### change

- If-Match: not used

### drop

- If-Match: not used

### log

- Sort: createdAt

### lines

- Media type: text/csv

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ann | ann@example.com | Boss |
| Ben | ben@example.com | |
`;

type Json = Readonly<Record<string, unknown>>;
interface Logged {
  readonly what: string;
  readonly was: Json | null;
  readonly is: Json | null;
}

const log = async (who: Caller): Promise<readonly Logged[]> => (await who.get<Logged[]>('/log')).body;

async function add(who: Caller, values: Json): Promise<string> {
  const { status, body, text } = await who.post<WireRecord>('/books', values);
  assert.equal(status, 201, text);
  return body.id;
}

const DUNE = {
  title: 'Dune',
  price: 10.5,
  weight: 0.25,
  tags: ['sand', 'worm'],
  due: '2026-05-01',
  readAt: '2026-04-30T10:00:00.000Z',
  loaned: false,
  secret: 'classified',
  ownNote: 'mine',
  pin: '1234',
  parts: [{ label: 'I', number: 1 }],
};

/** What everybody who reads every book sees of it. */
const OPEN = {
  title: 'Dune',
  price: '10.50',
  weight: '0.25',
  tags: ['sand', 'worm'],
  due: '2026-05-01',
  readAt: '2026-04-30T10:00:00.000Z',
  loaned: false,
  parts: [{ label: 'I', number: 1 }],
  scan: null,
};
const WHOLE = { ...OPEN, secret: 'classified', ownNote: 'mine', notes: null };

describe('the values of a record in another record', () => {
  contract('are those before and after a change, and stay when the record is gone', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const id = await add(ann, DUNE);
      server.clock.now += 1000;
      assert.equal((await ann.patch(`/books/${id}`, { price: 12, secret: null })).status, 200);
      server.clock.now += 1000;
      assert.equal((await ann.delete(`/books/${id}`)).status, 204);
      const later = { ...WHOLE, price: '12.00', secret: null };
      assert.deepEqual(await log(ann), [
        { what: 'Dune', was: null, is: WHOLE },
        { what: 'Dune', was: WHOLE, is: later },
        { what: 'Dune', was: later, is: null },
      ]);
    }, BOOKS),
  );

  contract('are read without what the reader may not read of every record', () =>
    withLibrary(async (server) => {
      const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
      const note = (await ann.post<WireRecord>('/notes', { text: 'x' })).body.id;
      const id = await add(ann, { ...DUNE, loaned: true, notes: [note] });
      const [seen] = await log(ben);
      assert.deepEqual(seen, { what: 'Dune', was: null, is: { ...OPEN, loaned: true } });
      assert.deepEqual((await log(ann))[0]?.is, { ...WHOLE, loaned: true, notes: [note] });
      assert.deepEqual(await log(server.guest), [{ what: 'Dune', was: null, is: null }]);
      // In every other answer, too.
      const entry = (await ben.get<{ items: WireRecord[] }>('/entries')).body.items[0];
      const screen = encodeURIComponent('screen/%2Fjournal');
      const record = `/_/records/Entry/${entry?.id}`;
      const paths = [
        '/entries',
        '/lines',
        record,
        `${record}/history`,
        `/_/list?screen=${screen}`,
        `/_/export?screen=${screen}`,
      ];
      for (const path of paths) {
        const { status, text } = await ben.get(path);
        assert.equal(status, 200, path);
        assert.match(text, /sand/, path);
        assert.doesNotMatch(text, /classified|mine|1234/, path);
        const whole = (await ann.get(path)).text;
        assert.match(whole, /classified/, path);
        assert.doesNotMatch(whole, /1234/, path);
      }
      assert.match((await ben.get(`${record}/history`)).text, /title: Dune/);
      assert.equal((await ann.patch(`/books/${id}`, { secret: 'other' })).status, 200);
    }, BOOKS),
  );

  contract('are in no filter, sort or request', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      await add(ann, DUNE);
      for (const query of ['before=x', 'before.in=x', 'sort=before', 'filter=before%20==%20after'])
        assert.equal((await ann.get(`/entries?${query}`)).status, 400, query);
    }, BOOKS),
  );

  contract('are described in OpenAPI as an object', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      await add(ann, DUNE);
      const document = openApiOf(server.runtime.current().compiled);
      const validator = createResponseValidator(JSON.parse(JSON.stringify(document)));
      const { status, text } = await ann.get('/log');
      const problems = (body: string) =>
        validator.problems('GET', '/log', { status, mediaType: 'application/json', text: body });
      assert.deepEqual(problems(text), []);
      assert.notDeepEqual(problems(text.replace('"was":null', '"was":"x"')), []);
    }, BOOKS),
  );
});

describe('the notation of values()', () => {
  test('is printed as it is read', () => {
    const { model, diagnostics } = readDocument(BOOKS);
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    );
    const printed = readDocument(printDocument(model)).model;
    const typeOf = (of: typeof model) => of.entities.map(({ fields }) => fields.map(({ type }) => type.kind));
    assert.deepEqual(typeOf(printed), typeOf(model));
  });

  test('stands only in effects, about the record itself', () => {
    const at = (from: string, to: string, code: string) => findingsOf(BOOKS.replace(from, to), code).length;
    assert.equal(at('', '', 'function-out-of-place'), 0);
    assert.equal(at('- after: object', '- after: object, = `values(this)`', 'function-out-of-place'), 1);
    assert.equal(at('values(old), after', 'values(title), after', 'expression-type'), 1);
    assert.equal(at('what = title, after', 'what = values(this), after', 'expression-type'), 1);
    assert.equal(at('- before: object', '- before: object, unique', 'notes-contradict'), 1);
    assert.equal(at('| on create |', '| on create where `values(old) == values(this)` |', 'expression-type'), 1);
  });
});
