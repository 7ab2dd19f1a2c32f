import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claims, NOW } from '../engine-claims.ts';
import {
  change,
  create,
  idOf,
  intend,
  perform,
  raise,
  refusalOf,
  remove,
  rowOf,
  tagOf,
  titled,
  told,
  value,
  type World,
  wireOf,
} from '../engine-world.ts';

const DAY = 86_400_000;
const claim = (world: World, title: string) => titled(world, 'Claim', title);
const people = (world: World, name: string) => titled(world, 'Employee', name);
const base = {
  title: 'Train',
  category: 'Travel',
  spentOn: '2026-11-18',
  lines: [{ what: 'Ticket', amount: '20.00' }],
};

test('somebody who creates owns the record, and what follows is computed', () => {
  const world = claims();
  const row = rowOf(create(world, 'Ana', 'Claim', base));
  assert.equal(row.values.owner, idOf(world, 'Employee', 'Ana'));
  assert.equal(row.values.status, 'Draft');
  assert.equal(row.values.total, 2000);
  const [history] = world.writes.flatMap((write) => (write.kind === 'history' ? write.entry : []));
  assert.equal(history?.event, 'create');
  // What the product keeps of every record is told of none: who and when stand beside.
  assert.deepEqual(
    history?.changes.map(({ field }) => field),
    ['title', 'owner', 'category', 'spentOn', 'lines', 'total', 'status'],
  );
});

test('a guest is not signed in, whatever is asked', () => {
  const world = claims();
  assert.equal(told(create(world, 'guest', 'Claim', base)), '401 NOT_SIGNED_IN');
  assert.equal(told(raise(world, 'guest', claim(world, 'Taxi'), 'approve')), '401 NOT_SIGNED_IN');
  assert.equal(told(raise(world, 'guest', claim(world, 'Taxi'), 'approve', 7)), '401 NOT_SIGNED_IN');
  assert.equal(told(change(world, 'guest', claim(world, 'Taxi'), 7)), '401 NOT_SIGNED_IN');
});

test('every failure of an input is told at once, each on its field', () => {
  const world = claims();
  const input = {
    title: 'ab',
    category: 'Toys',
    lines: [
      { what: '', amount: '-1.00' },
      { amount: 'x', foo: 1 },
    ],
    owner: 'x',
    note: 5,
  };
  assert.equal(
    told(create(world, 'Ana', 'Claim', input)),
    [
      '422 /title TOO_SHORT',
      '/category NOT_A_CHOICE',
      '/lines/0/what REQUIRED',
      '/lines/1/amount WRONG_TYPE',
      '/lines/1/foo NOT_AN_INPUT',
      '/lines/1/what REQUIRED',
      '/note WRONG_TYPE',
      '/spentOn REQUIRED',
      '/lines/0/amount NOT_POSITIVE',
    ]
      .join(', ')
      .replace('/note', '/owner NO_SUCH_VALUE, /note'),
  );
});

test('rules hold on create, on the field that they speak of', () => {
  const world = claims();
  const lines = [{ what: 'Car', amount: '5000.01' }];
  assert.equal(
    told(create(world, 'Ana', 'Claim', { ...base, spentOn: '2026-11-21', lines })),
    '422 /spentOn FUTURE_EXPENSE, /total OVER_LIMIT',
  );
  assert.equal(told(create(world, 'Ana', 'Claim', { ...base, spentOn: '2026-08-21' })), '422 /spentOn TOO_OLD');
  assert.equal(told(create(world, 'Ana', 'Claim', { ...base, spentOn: '2026-08-22' })), 'ok');
  assert.equal(told(create(world, 'Ana', 'Claim', { ...base, lines: [] })), '422 /lines REQUIRED');
});

test('what the person may not read is not found, as if it had never been', () => {
  const world = claims();
  const hidden = refusalOf(raise(world, 'Jonas', claim(world, 'Train'), 'submit'));
  const absent = refusalOf(
    perform(world, 'Jonas', intend({ kind: 'event', entity: 'Claim', id: 'never', event: 'submit', input: null })),
  );
  assert.deepEqual(hidden, absent);
  assert.equal(hidden.status, 404);
  assert.equal(hidden.message, 'There is no such claim.');
  assert.deepEqual(hidden.decidedBy, []);
});

test('no such permission at all is told with what decides', () => {
  const world = claims();
  const refusal = refusalOf(create(world, 'Ana', 'Employee', {}));
  assert.equal(refusal.status, 403);
  assert.deepEqual(refusal.decidedBy, ['permission/Employee/create/Employee']);
  assert.equal(refusal.next, 'Ask Administrator to do it.');
});

test('a way through the states: submit, approve, pay', () => {
  const world = claims();
  const taxi = claim(world, 'Taxi');
  assert.equal(told(raise(world, 'Jonas', taxi, 'approve')), '403 NOT_ALLOWED');
  assert.equal(told(raise(world, 'Ruth', taxi, 'approve')), '404 NOT_FOUND');
  assert.equal(told(raise(world, 'Miro', taxi, 'pay')), '403 NOT_ALLOWED');
  assert.equal(told(raise(world, 'Lena', taxi, 'pay')), '409 WRONG_STATE');
  world.writes.length = 0;
  assert.equal(told(raise(world, 'Miro', taxi, 'approve')), 'ok');
  assert.deepEqual(
    world.writes.map((write) => write.kind),
    ['update', 'history', 'notify'],
  );
  world.writes.length = 0;
  assert.equal(told(raise(world, 'Lena', taxi, 'pay')), 'ok');
  const out = world.writes.find((write) => write.kind === 'outbox');
  assert.equal(out?.kind === 'outbox' && out.waitsFor, 'constant/PAYOUT_URL');
  assert.equal(value(world, taxi.id, 'paidAt'), NOW);
  assert.equal(told(raise(world, 'Lena', taxi, 'pay')), '409 WRONG_STATE');
});

test('an approved claim can still be paid after the window has closed', () => {
  const world = claims();
  world.now = NOW + 200 * DAY;
  assert.equal(told(raise(world, 'Lena', claim(world, 'Team lunch'), 'pay')), 'ok');
});

test('submitting asks for the receipt, and the guard for an amount', () => {
  const world = claims();
  assert.equal(told(raise(world, 'Ana', claim(world, 'Train'), 'submit')), '422 /receipt RECEIPT_MISSING');
  const refusal = refusalOf(raise(world, 'Ana', claim(world, 'Train'), 'submit'));
  assert.equal(refusal.message, 'Claims over €25.00 need a receipt.');
  assert.equal(refusal.code, 'RECEIPT_MISSING');
});

test('rejecting needs a reason, though the ask itself is optional', () => {
  const world = claims();
  const taxi = claim(world, 'Taxi');
  assert.equal(told(raise(world, 'Miro', taxi, 'reject')), '422 /refusal REFUSAL_MISSING');
  assert.equal(told(raise(world, 'Miro', taxi, 'reject', { refusal: '  ' })), '422 /refusal REFUSAL_MISSING');
  assert.equal(
    told(raise(world, 'Miro', taxi, 'reject', { title: 'x' })),
    '422 /title NOT_AN_INPUT, /refusal REFUSAL_MISSING',
  );
  assert.equal(told(raise(world, 'Miro', taxi, 'reject', { refusal: 'No' })), 'ok');
  assert.equal(value(world, taxi.id, 'refusal'), 'No');
});

test('a pattern binds the whole of a value, short or long, however it is written', () => {
  for (const written of ['`/(?:[A-Z]{2}-\\d{2} ?)*/`', '`(?:[A-Z]{2}-\\d{2} ?)*`', '^(?:[A-Z]{2}-\\d{2} ?)*$']) {
    const world = claims((text) =>
      text.replace(
        '| note | long text(..2000) | no | |',
        () => `| note | long text(..2000) | no | pattern ${written} |`,
      ),
    );
    const noted = (note: string) => told(create(world, 'Ana', 'Claim', { ...base, note }));
    for (const one of ['AB-12', 'AB-12 CD-34', 'AB-12 CD-34 EF-56 GH-78 IJ-90']) {
      assert.equal(noted(one), 'ok', written);
      for (const wrong of [`x${one}`, `${one}x`, one.toLowerCase()])
        assert.equal(noted(wrong), '422 /note WRONG_TYPE', `${written} ${wrong}`);
    }
  }
});

test('nobody approves their own', () => {
  const world = claims();
  const miros = rowOf(create(world, 'Miro', 'Claim', base));
  assert.equal(told(raise(world, 'Miro', miros, 'submit')), 'ok');
  const refusal = refusalOf(raise(world, 'Miro', miros, 'approve'));
  assert.equal(refusal.status, 403);
  assert.deepEqual(refusal.decidedBy, ['transition/Claim/status/Submitted/approve']);
  assert.equal(told(raise(world, 'Ruth', miros, 'approve')), 'ok');
});

test('a change is for the owner, in the state that says so, against the version seen', () => {
  const world = claims();
  const train = claim(world, 'Train');
  assert.equal(told(change(world, 'Miro', train, { title: 'Other' })), '403 NOT_ALLOWED');
  assert.equal(told(change(world, 'Ana', train, { title: 'Other' }, 'none')), '428 PRECONDITION_REQUIRED');
  assert.equal(told(change(world, 'Ana', train, { title: 'Other' }, '"x"')), '412 CHANGED_MEANWHILE');
  assert.equal(told(change(world, 'Ana', train, { title: 'Other' }, tagOf(world, 'Ana', train))), 'ok');
  assert.equal(
    told(change(world, 'Ana', train, { owner: idOf(world, 'Employee', 'Miro') })),
    '422 /owner NOT_AN_INPUT',
  );
  assert.equal(
    told(change(world, 'Ana', train, { total: '1.00', status: 'Paid', nothing: 1 })),
    '422 /total NOT_AN_INPUT, /status NOT_AN_INPUT, /nothing NOT_AN_INPUT',
  );
  assert.equal(told(change(world, 'Ana', claim(world, 'Keyboard'), { title: 'Other' })), '409 WRONG_STATE');
  const written = world.writes.filter((write) => write.kind === 'history');
  assert.deepEqual(
    written.map((write) => write.kind === 'history' && write.entry.changes),
    [[{ field: 'title', from: 'Train to Hamburg', to: 'Other' }]],
  );
});

test('lines are sent whole: kept by id, added without, removed when absent, foreign ones refused', () => {
  const world = claims();
  const train = claim(world, 'Train');
  const [first] = train.values.lines as unknown as { id: string }[];
  const lines = [
    { id: first?.id ?? '', amount: '10.00' },
    { what: 'Tea', amount: '2.00' },
  ];
  const row = rowOf(change(world, 'Ana', train, { lines }));
  const after = row.values.lines as unknown as { id: string; values: Record<string, unknown> }[];
  assert.deepEqual(
    after.map(({ values }) => [values.what, values.amount]),
    [
      ['Ticket', 1000],
      ['Tea', 200],
    ],
  );
  assert.equal(after[0]?.id, first?.id);
  assert.equal(row.values.total, 1200);
  assert.equal(
    told(change(world, 'Ana', train, { lines: [{ id: 'foreign', what: 'x', amount: '1.00' }] })),
    '422 /lines/0/id NO_SUCH_VALUE',
  );
  const many = Array.from({ length: 51 }, () => ({ what: 'x', amount: '1.00' }));
  assert.equal(told(change(world, 'Ana', train, { lines: many })), '422 /lines TOO_MANY_LINES');
});

test('a file is attached by whoever uploaded it, and by what it is', () => {
  const world = claims();
  const train = claim(world, 'Train');
  const value = { file: 'f1', name: 'a.pdf', size: 10, mediaType: 'application/pdf' };
  world.uploads.set('f1', { value, uploader: idOf(world, 'Employee', 'Jonas') });
  world.uploads.set('f2', { value: { ...value, file: 'f2' }, uploader: idOf(world, 'Employee', 'Ana') });
  world.uploads.set('f3', { value: { ...value, file: 'f3', name: 'a.exe' }, uploader: idOf(world, 'Employee', 'Ana') });
  world.uploads.set('f4', {
    value: { ...value, file: 'f4', size: 10_000_001 },
    uploader: idOf(world, 'Employee', 'Ana'),
  });
  assert.equal(told(change(world, 'Ana', train, { receipt: { file: 'f1' } })), '422 /receipt NO_SUCH_VALUE');
  assert.equal(told(change(world, 'Ana', train, { receipt: 'f0' })), '422 /receipt NO_SUCH_VALUE');
  assert.equal(
    told(change(world, 'Ana', train, { receipt: { file: 'f3', name: 'a.pdf' } })),
    '422 /receipt WRONG_FILE',
  );
  assert.equal(told(change(world, 'Ana', train, { receipt: 'f4' })), '422 /receipt TOO_BIG');
  assert.equal(told(change(world, 'Ana', train, { receipt: 'f2' })), 'ok');
  assert.equal(
    world.writes.some((write) => write.kind === 'attach' && write.token === 'f2'),
    true,
  );
  assert.equal(told(raise(world, 'Ana', claim(world, 'Train'), 'submit')), 'ok');
});

test('deleting: drafts of one’s own, nothing in use', () => {
  const world = claims();
  assert.equal(told(remove(world, 'Miro', claim(world, 'Train'))), '403 NOT_ALLOWED');
  assert.equal(told(remove(world, 'Ana', claim(world, 'Keyboard'))), '403 NOT_ALLOWED');
  assert.equal(told(remove(world, 'Ana', claim(world, 'Train'))), 'ok');
  assert.equal(told(remove(world, 'Tom', people(world, 'Ana'))), '403 NOT_ALLOWED');
});

test('people: nobody changes what decides over themselves, nor gives away a role without the word', () => {
  const world = claims();
  const tom = people(world, 'Tom');
  const ana = people(world, 'Ana');
  assert.equal(told(change(world, 'Ana', ana, { name: 'Anna' })), '403 NOT_ALLOWED');
  assert.equal(told(change(world, 'Tom', tom, { role: 'Manager' })), '403 NOT_ALLOWED');
  assert.equal(told(change(world, 'Tom', tom, { manager: ana.id })), '403 NOT_ALLOWED');
  assert.equal(told(change(world, 'Tom', tom, { name: 'Tom R.', role: 'Administrator' })), 'ok');
  assert.equal(told(change(world, 'Tom', ana, { role: 'Finance', email: 'a@example.com' })), 'ok');
  assert.deepEqual(
    world.writes.flatMap((write) => (write.kind === 'authority' ? write.field : [])),
    ['email', 'role'],
  );
  assert.equal(told(change(world, 'Tom', ana, { email: 'miro@example.com' })), '422 /email NOT_UNIQUE');
  assert.equal(told(change(world, 'Tom', ana, { role: 'King' })), '422 /role NOT_A_CHOICE');
  const person = { name: 'New', email: 'new@example.com' };
  assert.equal(told(create(world, 'Tom', 'Employee', { ...person, role: 'Finance' })), 'ok');
  const strict = claims((text) => text.replaceAll('role (any)', 'role'));
  assert.equal(told(create(strict, 'Tom', 'Employee', { ...person, role: 'Finance' })), '403 NOT_ALLOWED');
  assert.equal(told(create(strict, 'Tom', 'Employee', { ...person, role: 'Administrator' })), 'ok');
  assert.equal(told(change(strict, 'Tom', people(strict, 'Ana'), { role: 'Finance' })), '403 NOT_ALLOWED');
});

test('a field is empty where no role that shows the record shows the field too', () => {
  const world = claims();
  const team = claim(world, 'Team lunch');
  const noted = rowOf(create(world, 'Jonas', 'Claim', { ...base, note: 'secret' }));
  assert.equal(wireOf(world, 'Jonas', noted)?.note, 'secret');
  assert.equal(wireOf(world, 'Miro', noted)?.note, 'secret');
  assert.equal(wireOf(world, 'Lena', noted), null);
  assert.equal(wireOf(world, 'Lena', team)?.note, null);
  assert.equal('note' in (wireOf(world, 'Lena', team) ?? {}), true);
});

test('a record says what its reader can do, as the server would refuse it', () => {
  const world = claims();
  const train = wireOf(world, 'Ana', claim(world, 'Train'));
  assert.equal(train?._.can.events.submit?.code, 'RECEIPT_MISSING');
  assert.equal(train?._.can.events.approve?.code, 'NOT_ALLOWED');
  assert.equal(train?._.can.change.title, null);
  assert.equal(train?._.can.delete, null);
  assert.equal(train?._.labels.owner, 'Ana Brandt');
  assert.equal(train?.total, '93.10');
  const taxi = wireOf(world, 'Miro', claim(world, 'Taxi'));
  assert.equal(taxi?._.can.events.reject, null);
  assert.equal(taxi?._.can.events.approve, null);
  assert.equal(taxi?._.can.change.title?.code, 'NOT_ALLOWED');
  const keyboard = wireOf(world, 'Ana', claim(world, 'Keyboard'));
  assert.equal(keyboard?._.can.change.title?.code, 'WRONG_STATE');
  assert.equal(keyboard?._.can.change.title?.message, "This claim is submitted; that can't be done now.");
});

test('an ETag tells nothing of what its reader may not see', () => {
  const world = claims();
  const team = claim(world, 'Team lunch');
  const before = tagOf(world, 'Lena', team);
  const owners = tagOf(world, 'Jonas', team);
  world.rows.set(team.id, { ...team, version: 9, values: { ...team.values, note: 'x', changedAt: NOW + 5 } });
  assert.equal(tagOf(world, 'Lena', team), before);
  assert.notEqual(tagOf(world, 'Jonas', team), owners);
});
