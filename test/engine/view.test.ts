import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { NO_FACTS } from '../../src/engine/core/tracked-facts.ts';
import { historyNeeds, recordNeeds } from '../../src/engine/decide/needs.ts';
import { problemOf } from '../../src/engine/errors/problem-details.ts';
import { wireHistory } from '../../src/engine/records/history.ts';
import { createSamples } from '../../src/engine/sample/load-samples.ts';
import { rowOfWire, validateDraft } from '../../src/engine/view/validate-form.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import type { Json } from '../../src/fields/text/json.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { claims, NOW } from '../engine-claims.ts';
import { ROOMS, rooms } from '../engine-rooms.ts';
import {
  change,
  create,
  fresh,
  idOf,
  load,
  person,
  raise,
  refusalOf,
  rowOf,
  titled,
  told,
  type World,
  wireOf,
} from '../engine-world.ts';

const seen = (world: World, name: string, dev = false) =>
  viewOf(world.app, person(world, name).roles, { dev, person: null });

/** What the browser of this person decides with. */
function browser(world: World, name: string) {
  const view = JSON.parse(JSON.stringify(seen(world, name)));
  const app = compile(view.model, view.document);
  const judge = (
    input: Json,
    row: Parameters<typeof validateDraft>[2]['row'] = null,
    entity = 'Claim',
    event: string | null = null,
  ) => validateDraft(app, person(world, name), { entity, row, event, input }, NO_FACTS, world.now);
  return { app, judge };
}

test('of an event the page gets the states between which it leads, where its reader reads them', () => {
  const accept = (world: World) => {
    const booking = seen(world, 'Gus').entities.find(({ name }) => name === 'Booking');
    const event = booking?.events.find(({ name }) => name === 'accept');
    return { from: event?.from, to: event?.to };
  };
  assert.deepEqual(accept(rooms()), { from: ['Asked'], to: ['Accepted'] });
  const hidden = rooms((text) =>
    text.replace('| Booking.title: change |', '| Booking.status: read | no | yes | |\n| Booking.title: change |'),
  );
  assert.deepEqual(accept(hidden), { from: [], to: [] });
});

test('devices keep what was read unless the document says otherwise, and never while it is written', () => {
  const closed = rooms((text) => text.replace('- Language: en\n', '- Language: en\n- Offline: no\n'));
  assert.deepEqual(
    [seen(rooms(), 'Gus').offline, seen(rooms(), 'Gus', true).offline, seen(closed, 'Gus').offline],
    [true, false, false],
  );
});

test('what a list and a record offer goes by what their reader may do', () => {
  const screens = `## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/rooms\` | Rooms | Room | table |
| \`/rooms/:id\` | Room | Room | record |

### Room

- Comments: yes

## 3. Entities`;
  const world = rooms((text) => text.replace('## 3. Entities', screens));
  const offered = (name: string) =>
    seen(world, name).screens.flatMap((screen) =>
      Object.entries(screen.entity === 'Room' ? screen : {}).flatMap(([part, value]) =>
        value === true ? `${screen.kind}: ${part}` : [],
      ),
    );
  const reading = ['table: groups', 'table: exports', 'record: presence', 'record: comments'];
  const writing = ['table: imports', 'table: trash', 'table: inline', 'record: duplicates'];
  assert.deepEqual(offered('Gus').sort(), reading.sort());
  assert.deepEqual(offered('Kim').sort(), [...reading, ...writing].sort());
});

test('a calendar says on which days its records stand, as far as its reader reads them', () => {
  const screens = `## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/days\` | Days | Booking | calendar by from |
| \`/names\` | Names | Booking | calendar by title |
| \`/stays\` | Stays | Booking | table |

## 3. Entities`;
  const calendars = (edit: (text: string) => string) =>
    seen(
      rooms((text) => edit(text).replace('## 3. Entities', screens)),
      'Gus',
    ).screens.flatMap(({ route, calendar }) => (route === '/rooms' ? [] : [[route, calendar]]));
  assert.deepEqual(calendars((same) => same).slice(0, 3), [
    ['/days', { field: 'from', until: null }],
    ['/names', null],
    ['/stays', null],
  ]);
  const hidden = (text: string) => text.replace('| Booking.title: change', '| Booking.from: read | no | | |\n$&');
  assert.deepEqual(calendars(hidden)[0], ['/days', null]);
});

test('the page gets the constants that it works with, and those that these stand on, alone', () => {
  const world = rooms((text) =>
    text.replace('| MOST_SEATS | 100 | |', '| MOST_SEATS | `BEDS * 2` | |\n| BEDS | 50 | |\n| RENT | 900 EUR | |'),
  );
  const names = seen(world, 'Kim').model.constants.map(({ name }) => name);
  assert.deepEqual(names, ['LONGEST', 'MOST_SEATS', 'BEDS']);
});

test('of an entity that one only refers to the page gets its name, and what people sign in with', () => {
  const world = rooms((text) =>
    text
      .replace('| House: read | yes |', '| House: read | no |')
      .replace('| Guest: read | yes |', '| Guest: read | no |'),
  );
  const { entities } = seen(world, 'Gus').model;
  const fields = (name: string) => entities.find((entity) => entity.name === name)?.fields.map((field) => field.name);
  assert.deepEqual([fields('House'), fields('Guest')], [[], ['login']]);
});

test('what the product sets in a line is asked of nobody', () => {
  const world = claims((text) =>
    text.replace('| amount | money(EUR) | yes | |', (row) => `${row}\n| place | integer | yes | set by the product |`),
  );
  const line = seen(world, 'Ana').model.entities.find(({ name }) => name === 'Line');
  assert.deepEqual(
    line?.fields.map(({ name, required }) => [name, required]),
    [
      ['what', true],
      ['amount', true],
      ['place', false],
    ],
  );
});

test('navigation, screens and columns are those of the roles', () => {
  const world = claims();
  const labels = (name: string) => seen(world, name).navigation.map(({ label }) => label);
  assert.deepEqual(labels('Ana'), ['My claims']);
  assert.deepEqual(labels('Miro'), ['My claims', 'To approve', 'Spending']);
  assert.deepEqual(labels('Tom'), ['My claims', 'People']);
  assert.deepEqual(viewOf(world.app, new Set(), { dev: false, person: null }).navigation, []);
  const board = seen(world, 'Lena').screens.find(({ kind }) => kind === 'board');
  assert.deepEqual(board?.board, { field: 'status', columns: ['Approved', 'Paid'], of: null, none: null });
  const queue = seen(world, 'Miro').screens.find(({ route }) => route === '/queue');
  assert.deepEqual(queue?.actions, ['approve', 'reject']);
  assert.deepEqual(queue?.sort, [{ field: 'submittedAt', descending: false }]);
});

test('no condition of a permission, guard or filter reaches a browser, nor an element that its roles do not see', () => {
  const world = rooms((text) =>
    text.replace('| Room.secret: read | `house.warden == me` | no | |', '| Room.secret: read | no | no | |'),
  );
  const text = JSON.stringify(seen(world, 'Gus'));
  for (const hidden of [
    'warden == me',
    'nights < 20',
    'guest != me',
    'secret',
    'lost the right',
    'freeze',
    'Kim',
    'nights <= 7',
  ]) {
    assert.equal(text.includes(hidden), false, hidden);
  }
  assert.equal(JSON.stringify(seen(world, 'Gus')).includes('"line":'), false);
  assert.equal(typeof seen(world, 'Gus', true).lines?.['entity/Room'], 'number');
});

test('the browser judges a draft as the server does', () => {
  const world = claims();
  const { judge } = browser(world, 'Ana');
  const drafts: { readonly [name: string]: Json }[] = [
    {},
    { title: 'ab', category: 'Toys', spentOn: '2026-11-21', lines: [{ what: 'x', amount: '-1.00' }] },
    { title: 'Hotel', category: 'Travel', spentOn: '2020-01-01', lines: [{ what: 'x', amount: '6000.00' }] },
    { title: 'Hotel', category: 'Travel', spentOn: '2026-11-01', lines: [] },
    { title: 'Hotel', category: 'Travel', spentOn: '2026-11-01', lines: [{ what: 'x', amount: '60.00' }] },
  ];
  for (const draft of drafts) {
    const server = create(world, 'Ana', 'Claim', draft);
    const strip = (failures: readonly { path: readonly unknown[]; code: string; message: string }[]) =>
      failures.map(({ path, code, message }) => ({ path, code, message }));
    assert.deepEqual(strip(judge(draft).failures), server.allowed ? [] : strip(server.refusal.failures));
  }
  assert.equal(judge(drafts[4] ?? {}).values.total, 6000);
});

test('the browser judges a change over the record that it was given', () => {
  const world = claims();
  const { app, judge } = browser(world, 'Ana');
  const wire = wireOf(world, 'Ana', titled(world, 'Claim', 'Train'));
  if (wire === null) throw new Error('not read');
  const row = rowOfWire(app, JSON.parse(JSON.stringify(wire)));
  assert.equal(judge({ title: 'New' }, row).values.total, 9310);
  assert.deepEqual(judge({ title: 'New' }, row).failures, []);
  assert.deepEqual(
    judge({ title: '' }, row).failures.map(({ code }) => code),
    ['REQUIRED'],
  );
  assert.deepEqual(
    judge({}, row, 'Claim', 'submit').failures.map(({ code }) => code),
    ['RECEIPT_MISSING'],
  );
});

test('a rule over a field that is hidden on some rows is left to the server', () => {
  const world = rooms((text) =>
    text.replace('| V1 | Booking |', '| V0 | Room | `secret != "x"` | |\n| V1 | Booking |'),
  );
  assert.deepEqual(
    seen(world, 'Wanda')
      .model.rules.map(({ name }) => name)
      .includes('V0'),
    false,
  );
});

test('history is told field by field as its reader reads the record now', () => {
  const world = claims();
  const row = rowOf(
    create(world, 'Jonas', 'Claim', {
      title: 'Taxi home',
      category: 'Travel',
      spentOn: '2026-11-18',
      lines: [{ what: 'x', amount: '5.00' }],
    }),
  );
  change(world, 'Jonas', row, { note: 'secret' });
  raise(world, 'Jonas', titled(world, 'Claim', 'Taxi home'), 'submit');
  const entries = world.writes.flatMap((write, index) =>
    write.kind === 'history'
      ? [
          {
            ...write.entry,
            at: NOW + index,
            actor: { kind: 'person', person: idOf(world, 'Employee', 'Jonas'), acting: false } as const,
            documentHash: 'h',
          },
        ]
      : [],
  );
  const as = (name: string) => {
    const now = titled(world, 'Claim', 'Taxi home');
    const facts = load(
      world,
      recordNeeds(world.app, person(world, name), 'Claim', [now.id]),
      historyNeeds(world.app, 'Claim', entries),
    );
    return wireHistory(world.app, person(world, name), now, entries, facts, NOW, world.app.format);
  };
  assert.deepEqual(
    as('Miro').map(({ event }) => event),
    ['create', 'change', 'submit'],
  );
  assert.deepEqual(
    as('Lena').map(({ event }) => event),
    ['create', 'submit'],
  );
  assert.equal(JSON.stringify(as('Lena')).includes('secret'), false);
  assert.equal(as('Miro')[0]?.by, 'Jonas Weber');
  const owner = as('Miro')[0]?.changes.find(({ field }) => field === 'owner');
  assert.equal(owner?.toText, 'Jonas Weber');
  assert.deepEqual(as('Tom'), []);
});

test('a problem points into the body that was sent, and names lines in development alone', () => {
  const world = claims();
  const refusal = refusalOf(
    create(world, 'Ana', 'Claim', {
      title: 'Hotel',
      category: 'Travel',
      spentOn: '2026-11-01',
      lines: [{ what: 'x', amount: '0.00' }],
    }),
  );
  const problem = problemOf(world.app, refusal, { instance: '/api/claims', dev: false });
  assert.equal(problem.status, 422);
  assert.equal(problem.code, 'NOT_POSITIVE');
  assert.equal(problem.failures?.[0]?.pointer, '/lines/0/amount');
  assert.deepEqual(problem.decidedBy, [{ element: 'rule/V6', point: 5, document: 'document-1' }]);
  assert.equal(typeof problemOf(world.app, refusal, { instance: '/', dev: true }).decidedBy?.[0]?.line, 'number');
});

test('sample rows stand in their states, stamped and computed, and refer to one another in circles', () => {
  const world = claims();
  const ruth = titled(world, 'Employee', 'Ruth');
  const miro = titled(world, 'Employee', 'Miro');
  assert.deepEqual([ruth.values.manager, miro.values.manager], [miro.id, ruth.id]);
  const paid = titled(world, 'Claim', 'Conference');
  assert.deepEqual([paid.values.total, paid.values.status, paid.values.paidAt], [79200, 'Paid', NOW]);
  assert.equal(titled(world, 'Claim', 'Train').values.submittedAt, null);
  assert.equal(titled(world, 'Claim', 'Train').values.spentOn, '2026-11-17');
});

test('a sample row that contradicts the document is a problem at its line', () => {
  const problems = (edit: (text: string) => string) => {
    const app = compile(assume(readDocument(edit(ROOMS)).model), 'h');
    return createSamples(app, Date.parse('2026-03-10T09:00:00Z'), fresh).problems.map(
      ({ at, message }) => `${at.line > 100} ${message}`,
    );
  };
  const clean = (text: string) => text.replace('| V5 | Room | `seats > 0 or nothing == 1` | |\n', '');
  assert.deepEqual(problems(clean), []);
  assert.match(
    problems((text) => clean(text).replace('today + 2 days | 3', 'today - 2 days | 3')).join(),
    /true .*It begins before today/,
  );
  assert.match(
    problems((text) => clean(text).replace('| Attic | North | 2 |', '| Attic | North | 200 |')).join(),
    /true Seats does not fit/,
  );
  assert.match(
    problems((text) => clean(text).replace('| Attic | North |', '| Attic | West |')).join(),
    /no House “West”/,
  );
  assert.match(
    problems((text) => clean(text).replace('3 | Asked |', '3 | Gone |')).join(),
    /“Gone” is no state of Status/,
  );
  assert.match(
    problems((text) => clean(text).replace('gus@example.com', 'wanda@example.com')).join(),
    /must be unique/,
  );
  assert.match(
    problems((text) => clean(text).replace('| Short | Attic | Gus |', '| | Attic | Gus |')).join(),
    /title is required|Say the Title/,
  );
});

test('two records that differ in a hidden value are told alike, whatever is tried', () => {
  const world = claims();
  const team = titled(world, 'Claim', 'Team lunch');
  const tell = (note: string | null) => {
    const twin = { ...world, rows: new Map(world.rows), writes: [] };
    twin.rows.set(team.id, { ...team, values: { ...team.values, note } });
    const now = titled(twin, 'Claim', 'Team lunch');
    return [
      wireOf(twin, 'Lena', now),
      change(twin, 'Lena', now, { note: 'x' }),
      change(twin, 'Lena', now, { note: null }),
      raise(twin, 'Lena', now, 'approve'),
      told(raise(twin, 'Lena', now, 'pay')),
      wireOf(twin, 'Lena', now),
    ];
  };
  assert.deepEqual(tell('a'), tell(null));
  assert.notDeepEqual(wireOf(world, 'Miro', { ...team })?.note, undefined);
});

test('a screen for whoever has not signed in is public: signing in does not close it', () => {
  const { model } = readDocument(`# Specification: Shop

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/about\` | About | | page | Visitor |
| \`/desk\` | Desk | | page | Clerk |

## 3. Entities and their fields

### Person

- email: email, sign-in
- role: Role

## 6. Roles and permissions

- Visitor: not signed in
- Clerk: sells
- Packer: packs
`);
  const app = compile(assume(model), 'shop');
  const routes = (role: string) =>
    viewOf(app, new Set([role]), { dev: false, person: null })
      .screens.map(({ route }) => route)
      .filter((route) => route === '/about' || route === '/desk');
  assert.deepEqual(routes('Clerk'), ['/about', '/desk']);
  assert.deepEqual(routes('Packer'), ['/about']);
});
