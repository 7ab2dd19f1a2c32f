import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cardFields } from '../../src/client/screens/board/card-fields.ts';
import { columnFilter, columnQuery } from '../../src/client/screens/board/column-filter.ts';
import { nextPosition } from '../../src/client/screens/board/key-navigation.ts';
import { movesByChange, movesByState } from '../../src/client/screens/board/moves.ts';
import { cardsOf, countOf } from '../../src/client/screens/board/placed-cards.ts';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { type View, viewOf } from '../../src/engine/view/view.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { idOf } from '../../src/model/types/element.ts';
import { claims } from '../engine-claims.ts';
import { person, titled, wireOf } from '../engine-world.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

function boardOf(name: string) {
  const world = claims();
  const view = viewOf(world.app, person(world, name).roles, { dev: true, person: null });
  const schema = schemaOf(view.model).entities.get('Claim');
  const machine = schema?.machines[0];
  assert.ok(schema && machine);
  const read = (title: string): WireRecord => {
    const record = wireOf(world, name, titled(world, 'Claim', title));
    assert.ok(record);
    return record;
  };
  const screen = view.screens.find(({ kind }) => kind === 'board') ?? null;
  return { machine, read, attributes: schema.attributes, screen };
}

test('a card can move to each other column by the event that leads to its state', () => {
  const { machine, read } = boardOf('Lena');
  const moves = movesByState(machine, ['Submitted', 'Approved', 'Paid'], read('Team lunch'));
  assert.deepEqual(
    moves.map(({ column, label, offers }) => [column, label, offers.map(({ name }) => name)]),
    [
      ['Submitted', 'Submitted', []],
      ['Paid', 'Paid', ['pay']],
    ],
  );
  const [submitted, paid] = moves;
  assert.equal(paid?.refusal, null);
  assert.equal(paid?.offers[0]?.element, 'transition/Claim/status/Approved/pay');
  assert.equal(submitted?.refusal?.code, 'NO_WAY');
  assert.match(submitted?.refusal?.message ?? '', /“Approved” to “Submitted”/);
});

test('a move is refused with the server’s reason for its event', () => {
  const { machine, read } = boardOf('Lena');
  const record = read('Team lunch');
  const refusal = { code: 'NOT_ALLOWED', message: 'You don’t have permission to do this.', next: 'Ask Ruth.' };
  const refused = { ...record, _: { ...record._, can: { ...record._.can, events: { pay: refusal } } } };
  const [move] = movesByState(machine, ['Paid'], refused);
  assert.deepEqual([move?.refusal, move?.offers[0]?.refusal], [refusal, refusal]);
});

test('an event missing from the answer offers no move', () => {
  const { machine, read } = boardOf('Lena');
  const record = read('Team lunch');
  const silent = { ...record, _: { ...record._, can: { ...record._.can, events: {} } } };
  assert.deepEqual(movesByState(machine, ['Paid'], silent)[0]?.offers, []);
});

test('the asks of an event are known before it is raised', () => {
  const { machine, read } = boardOf('Miro');
  const [move] = movesByState(machine, ['Rejected'], read('Keyboard'));
  assert.deepEqual(move?.offers[0]?.asks, [{ field: 'refusal', optional: true }]);
});

test('a card in a final state says that no transition leaves it', () => {
  const { machine, read } = boardOf('Lena');
  const [move] = movesByState(machine, ['Approved'], read('Conference'));
  assert.match(move?.refusal?.message ?? '', /final/);
});

test('a card shows an amount, a person and a date by default', () => {
  const { attributes, screen } = boardOf('Lena');
  const { figure, others } = cardFields(attributes, screen?.fields ?? [], {
    stated: [],
    except: ['title', 'status'],
  });
  assert.deepEqual([figure?.name, others.map(({ name }) => name)], ['total', ['owner', 'spentOn']]);
});

test('stated fields of a card are used unchanged', () => {
  const { attributes, screen } = boardOf('Lena');
  const stated = ['title', 'category', 'total'];
  const { figure, others } = cardFields(attributes, screen?.fields ?? [], { stated, except: ['title'] });
  assert.deepEqual([figure?.name, others.map(({ name }) => name)], ['total', ['category']]);
});

test('a column queries its own records, whatever characters its name contains', async (t) => {
  const names = ['In "review"', 'not', '__proto__', 'back\\slash', 'Größe 🙂'];
  const server = await startServer(boardDocument(names));
  t.after(server.stop);
  const asker = await server.as('Ana');
  for (const name of names) {
    const filter = encodeURIComponent(columnFilter('the state', name));
    const screen = encodeURIComponent(idOf('screen', '/'));
    const answer = await asker.get<WirePage>(`/_/list?screen=${screen}&filter=${filter}`);
    assert.deepEqual([answer.status, answer.body.items?.map((item) => item['the state'])], [200, [name]], name);
  }
});

const office = `# Specification: Office

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | By desk | Paper | board by desk | Chief, Clerk, Guest |
| \`/odd\` | By sort | Paper | board by sort | Chief |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Desk

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| secret | boolean | yes | default no |

### Paper

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| desk | Desk | no | |
| sort | Desk | yes | |

## 6. Roles and permissions

- Chief: sees all
- Clerk: sees what is no secret
- Guest: sees papers alone

| | Chief | Clerk | Guest |
| --- | --- | --- | --- |
| Paper: read | yes | yes | yes |
| Paper: change | yes | | |
| Desk: read | yes | \`not secret\` | |
| Person: read | yes | yes | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Chief |
| Ben | ben@example.com | Clerk |
| Cy | cy@example.com | Guest |

### Desk

| name | secret |
| --- | --- |
| Window | no |
| Cellar | yes |

### Paper

| title | desk | sort |
| --- | --- | --- |
| Plan | Window | Window |
| Map | Cellar | Window |
| Note | | Cellar |
`;

describe('a board by a field that leads to other records', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer(office);
  });
  after(() => server.stop());

  const screenOf = async (name: string, route: string) => {
    const { view } = (await (await server.as(name)).get<{ view: View }>('/_/app')).body;
    return view.screens.find((screen) => screen.route === route);
  };
  const desksOf = async (name: string) =>
    (await (await server.as(name)).get<{ items: { id: string; title: string }[] }>('/_/labels/Desk')).body.items;
  const columnOf = (id: string) => ({ name: id, label: id, element: 'field/Paper/desk', choiceOf: null, of: 'Desk' });
  const titlesIn = async (name: string, route: string, field: string, id: string) => {
    const { filter, where = [] } = columnQuery(field, columnOf(id));
    const asked = new URLSearchParams([
      ['screen', idOf('screen', route)],
      ...(filter === '' ? [] : [['filter', filter]]),
      ...where.map(([key, value]) => [key, value]),
    ]);
    const { status, body } = await (await server.as(name)).get<WirePage>(`/_/list?${asked}`);
    assert.equal(status, 200);
    return body.items.map((item) => item._.title);
  };

  test('has the readable records as columns, by title; none if no such record is readable', async () => {
    assert.deepEqual((await screenOf('Ada', '/'))?.board, {
      field: 'desk',
      columns: [],
      of: 'Desk',
      none: 'usual',
    });
    assert.equal((await screenOf('Cy', '/'))?.board, null);
    const names = async (name: string) => (await desksOf(name)).map(({ title }) => title);
    assert.deepEqual([await names('Ada'), await names('Ben')], [['Cellar', 'Window'], ['Window']]);
  });

  test('queries the records of one column, and those without a reference', async () => {
    const [cellar, window] = await desksOf('Ada');
    assert.ok(cellar && window);
    assert.deepEqual(await titlesIn('Ada', '/', 'desk', window.id), ['Plan']);
    assert.deepEqual(await titlesIn('Ada', '/', 'desk', ''), ['Note']);
    assert.deepEqual((await titlesIn('Ada', '/odd', 'sort', window.id)).toSorted(), ['Map', 'Plan']);
    assert.deepEqual(await titlesIn('Ben', '/', 'desk', ''), ['Note']);
  });

  test('moves a card by changing the field, if the server allows it', async () => {
    const [ada, ben] = [await server.as('Ada'), await server.as('Ben')];
    const [cellar, window] = await desksOf('Ada');
    assert.ok(cellar && window);
    const columns = [columnOf(''), columnOf(cellar.id), columnOf(window.id)];
    const path = `/_/list?screen=${encodeURIComponent(idOf('screen', '/'))}`;
    const plan = async (who: Caller) =>
      (await who.get<WirePage>(path)).body.items.find((item) => item._.title === 'Plan') as WireRecord;
    const mine = await plan(ada);
    const moves = movesByChange('desk', columns, mine);
    assert.deepEqual(
      moves.map(({ column, refusal, change }) => [column, refusal, change?.value]),
      [
        ['', null, null],
        [cellar.id, null, cellar.id],
      ],
    );
    const theirs = movesByChange('desk', columns, await plan(ben));
    assert.deepEqual(
      theirs.map(({ refusal }) => refusal?.code),
      ['NOT_ALLOWED', 'NOT_ALLOWED'],
    );
    const moved = await ada.patch<WireRecord>(
      `/api/papers/${mine.id}`,
      { desk: moves[1]?.change?.value ?? null },
      {
        'if-match': mine._.etag,
      },
    );
    assert.equal(moved.status, 200, moved.text);
    assert.deepEqual((await titlesIn('Ada', '/', 'desk', cellar.id)).toSorted(), ['Map', 'Plan']);
    const silent = { ...mine, _: { ...mine._, can: { ...mine._.can, change: {} } } };
    assert.deepEqual(movesByChange('desk', columns, silent), []);
  });
});

function boardDocument(names: readonly string[]): string {
  const rows = names.map((name) => `| Of ${name.replaceAll('|', '\\|').length} | ${name} |`);
  return `# Specification: Board

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | All | Thing | board by the state | Staff |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | default Staff |

### Thing

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text(1..80) | yes | title |
| the state | ${names
    .map((name) => `'${name.replaceAll('\\', '\\\\')}'`)
    .join(' | ')
    .replaceAll('|', '\\|')} | yes | |

## 6. Roles and permissions

- Staff: everyone who signs in

| | Staff |
| --- | --- |
| Thing: read | yes |
| Person: read | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ana | ana@example.com | Staff |

### Thing

| title | the state |
| --- | --- |
${rows.join('\n')}
`;
}

const card = (id: string) => ({ id, _: {} }) as unknown as WireRecord;

test('a moving card is shown only in its target column', () => {
  const [one, two, three] = [card('1'), card('2'), card('3')];
  const pending = new Map([['1', { record: one, to: 'B' }]]);
  const left = cardsOf('A', [one, two], pending);
  const right = cardsOf('B', [three], pending);
  assert.deepEqual(
    [left, right].map((cards) => cards.map(({ id }) => id)),
    [['2'], ['1', '3']],
  );
  assert.deepEqual(countOf({ count: 2, atLeast: false }, [one, two], left), { count: 1, atLeast: false });
  assert.deepEqual(countOf({ count: 1, atLeast: false }, [three], right), { count: 2, atLeast: false });
});

test('a card that has arrived is not shown twice', () => {
  const one = card('1');
  assert.equal(cardsOf('B', [one], new Map([['1', { record: one, to: 'B' }]])).length, 1);
});

test('arrow keys move between cards and skip empty columns', () => {
  const counts = [3, 0, 1];
  assert.deepEqual(nextPosition({ column: 0, card: 0 }, 'ArrowDown', counts), { column: 0, card: 1 });
  assert.equal(nextPosition({ column: 0, card: 2 }, 'ArrowDown', counts), null);
  assert.deepEqual(nextPosition({ column: 0, card: 2 }, 'ArrowRight', counts), { column: 2, card: 0 });
  assert.deepEqual(nextPosition({ column: 2, card: 0 }, 'ArrowLeft', counts), { column: 0, card: 0 });
  assert.deepEqual(nextPosition({ column: 2, card: 0 }, 'ArrowRight', counts, true), { column: 0, card: 0 });
  assert.equal(nextPosition({ column: 2, card: 0 }, 'ArrowRight', counts), null);
  assert.deepEqual(nextPosition({ column: 0, card: 1 }, 'End', counts), { column: 0, card: 2 });
  assert.equal(nextPosition({ column: 0, card: 1 }, 'x', counts), null);
});
