import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { contract } from '../support/database/each-store.ts';
import { type Written, withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

const theatre = `# Specification: Theatre

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..80) | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | | |
| hall | Hall | | |

### Hall

- name: text, required, title

### Performance

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| hall | Hall | yes | |

### Seat

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| performance | Performance | yes | |
| blocked | boolean | yes | default no |

### Ticket

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| performance | Performance | | |
| seat | Seat | | among \`performance == this.performance and not blocked\` |
| others | set of Seat | | among \`performance.hall == this.performance.hall and none(Ticket where seat == Seat)\` |
| usher | Person | | among \`hall == me.hall\`, asked on seat |
| parts | list of Part | | |

### Part

Belongs to Ticket.

- performance: Performance
- seat: Seat, among \`performance == this.performance\`

## 4. States and transitions

### Ticket

| Event | Who | Then |
| --- | --- | --- |
| seat | Clerk | ask usher |
| empty | Chief | performance = null |

## 6. Roles and permissions

- Chief: sees everything
- Clerk: sells

| | Chief | Clerk |
| --- | --- | --- |
| Person: read | yes | yes |
| Person: change | yes | |
| Hall: read, create | yes | yes |
| Performance: read, create | yes | yes |
| Seat: read | yes | name, performance |
| Seat: create, change | yes | |
| Ticket: read, create, change | yes | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Chief |
| Bo | bo@example.com | Clerk |
`;

test('the note among is read and printed', () => {
  const { model, diagnostics } = readDocument(theatre);
  const seat = model.entities.find(({ name }) => name === 'Ticket')?.fields.find(({ name }) => name === 'seat');
  assert.equal(seat?.among?.text, 'performance == this.performance and not blocked');
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity !== 'gap').map(({ message }) => message),
    [],
  );
  assert.match(printDocument(model), /among `performance == this.performance and not blocked`/);
});

test('among of a field that refers to no record is not read', () => {
  const text = theatre.replace('- name: text, required, title', '- name: text, required, title, among `name == "x"`');
  assert.deepEqual(
    readDocument(text).diagnostics.flatMap(({ code, message }) => (code === 'not-read' ? [message] : [])).length,
    1,
  );
});

test('a condition that does not check is an error of the document', () => {
  const errors = diagnose(theatre.replace('not blocked`', 'not nosuch`')).diagnostics.filter(
    ({ severity }) => severity === 'error',
  );
  assert.equal(errors.length, 1);
  assert.match(errors[0]?.message ?? '', /nosuch/);
});

const ticket = (title: string, work: (play: Play) => Promise<void>) =>
  contract(title, () => withLibrary(async (server) => work(await playOf(server)), theatre));

interface Play {
  readonly ada: Caller;
  readonly bo: Caller;
  /** The id of the record of this name. */
  readonly id: (name: string) => string;
}

async function playOf(server: TestServer): Promise<Play> {
  const ada = await server.as('Ada');
  const ids = new Map<string, string>();
  const id = (name: string): string => ids.get(name) ?? assert.fail(name);
  const make = async (path: string, input: { readonly name: string; readonly [field: string]: unknown }) => {
    const made: Written = await ada.post(`/api/${path}`, input);
    assert.equal(made.status, 201, made.text);
    ids.set(input.name, made.body.id);
  };
  await make('halls', { name: 'Main' });
  await make('halls', { name: 'Small' });
  await make('performances', { name: 'Hamlet', hall: id('Main') });
  await make('performances', { name: 'Faust', hall: id('Small') });
  await make('seats', { name: 'H1', performance: id('Hamlet') });
  await make('seats', { name: 'H2', performance: id('Hamlet') });
  await make('seats', { name: 'H3', performance: id('Hamlet'), blocked: true });
  await make('seats', { name: 'F1', performance: id('Faust') });
  return { ada, bo: await server.as('Bo'), id };
}

/** Returns the status, and the failures of a refusal: `/seat NOT_OFFERED`. */
const outcome = ({ status, body }: Written): unknown[] => [
  status,
  ...(body.failures ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
];

const offered = async (who: Caller, field: string, values: object, record = ''): Promise<string[]> => {
  const query = new URLSearchParams({
    field: `field/${field}`,
    this: JSON.stringify(values),
    ...(record && { record }),
  });
  const { status, body, text } = await who.get<Labels>(`/_/labels/Seat?${query}`);
  assert.equal(status, 200, text);
  return body.items.map(({ title }) => title).sort();
};
type Labels = { readonly items: readonly { readonly id: string; readonly title: string }[] };

ticket('only records that meet the condition may be chosen and are offered', async ({ ada, id }) => {
  const hamlet = { performance: id('Hamlet') };
  assert.deepEqual(await offered(ada, 'Ticket/seat', hamlet), ['H1', 'H2']);
  const create = async (seat: string, others: object = hamlet) =>
    outcome(await ada.post('/api/tickets', { name: 'T', seat: id(seat), ...others }));
  assert.deepEqual(await create('H1'), [201]);
  assert.deepEqual(await create('H3'), [422, '/seat NOT_OFFERED']);
  const refused: Written = await ada.post('/api/tickets', { name: 'T', seat: id('F1'), ...hamlet });
  assert.deepEqual(outcome(refused), [422, '/seat NOT_OFFERED']);
  assert.equal(refused.body.failures?.[0]?.message, "This seat can't be chosen here.");
});

ticket(
  'while a value of the edited record is empty, nothing is offered and only empty is taken',
  async ({ ada, id }) => {
    assert.deepEqual(await offered(ada, 'Ticket/seat', {}), []);
    assert.deepEqual(await offered(ada, 'Ticket/seat', { performance: null }), []);
    assert.deepEqual(outcome(await ada.post('/api/tickets', { name: 'T', seat: id('H1') })), [
      422,
      '/seat NOT_OFFERED',
    ]);
    assert.deepEqual(outcome(await ada.post('/api/tickets', { name: 'T' })), [201]);
  },
);

ticket('a change is checked if the field or what its condition reads changes', async ({ ada, id }) => {
  const made: Written = await ada.post('/api/tickets', { name: 'T', performance: id('Hamlet'), seat: id('H1') });
  const at = `/api/tickets/${made.body.id}`;
  const change = async (input: object) => outcome(await ada.patch(at, input, { 'if-match': '*' }));
  assert.deepEqual(await offered(ada, 'Ticket/seat', {}, made.body.id), ['H1', 'H2']);
  assert.deepEqual(await offered(ada, 'Ticket/seat', { performance: id('Faust') }, made.body.id), ['F1']);
  assert.deepEqual(await change({ seat: id('F1') }), [422, '/seat NOT_OFFERED']);
  assert.deepEqual(await change({ performance: id('Faust') }), [422, '/seat NOT_OFFERED']);
  assert.deepEqual(await change({ performance: id('Faust'), seat: id('F1') }), [200]);
  const blocked: Written = await ada.patch(`/api/seats/${id('F1')}`, { blocked: true }, { 'if-match': '*' });
  assert.equal(blocked.status, 200);
  assert.deepEqual(await change({ name: 'Other' }), [200]);
});

ticket('each of several records is checked, with a query over other records', async ({ ada, id }) => {
  assert.equal((await ada.post('/api/tickets', { name: 'A', performance: id('Hamlet'), seat: id('H1') })).status, 201);
  const hamlet = { performance: id('Hamlet') };
  assert.deepEqual(await offered(ada, 'Ticket/others', hamlet), ['H2', 'H3']);
  const create = async (others: string[]) =>
    outcome(await ada.post('/api/tickets', { name: 'T', ...hamlet, others: others.map(id) }));
  assert.deepEqual(await create(['H2', 'H3']), [201]);
  assert.deepEqual(await create(['H2', 'H1']), [422, '/others NOT_OFFERED']);
  assert.deepEqual(await create(['F1', 'H2']), [422, '/others NOT_OFFERED']);
});

ticket('references of lines are about the line', async ({ ada, id }) => {
  const create = async (seat: string) =>
    outcome(await ada.post('/api/tickets', { name: 'T', parts: [{ performance: id('Faust'), seat: id(seat) }] }));
  assert.deepEqual(await create('F1'), [201]);
  assert.deepEqual(await create('H1'), [422, '/parts/0/seat NOT_OFFERED']);
  assert.deepEqual(await offered(ada, 'Part/seat', { performance: id('Faust') }), ['F1']);
});

ticket('an event that asks for the field checks it, over the person too', async ({ ada, bo, id }) => {
  const made: Written = await bo.post('/api/tickets', { name: 'T' });
  const seat = async (usher: string) =>
    outcome(await bo.post(`/api/tickets/${made.body.id}/seat`, { usher }, { 'if-match': '*' }));
  const people = await ada.get<Labels>('/_/labels/Person');
  const of = (name: string) => people.body.items.find(({ title }) => title === name)?.id ?? assert.fail(name);
  assert.deepEqual(await seat(of('Ada')), [200]);
  const move = (name: string, hall: string) =>
    ada.patch(`/api/persons/${of(name)}`, { hall: id(hall) }, { 'if-match': '*' });
  assert.equal((await move('Bo', 'Main')).status, 200);
  assert.deepEqual(await seat(of('Ada')), [200], 'it is kept as it was');
  assert.deepEqual(await seat(of('Bo')), [200]);
  assert.deepEqual(await seat(of('Ada')), [422, '/usher NOT_OFFERED']);
});

ticket('a field that the person may not read is empty, so the answer does not depend on it', async ({ bo, id }) => {
  // Clerks do not read whether a seat is blocked: not of an empty value is unknown, which permits nothing.
  const create = async (seat: string) =>
    outcome(await bo.post('/api/tickets', { name: 'T', performance: id('Hamlet'), seat: id(seat) }));
  assert.deepEqual(await offered(bo, 'Ticket/seat', { performance: id('Hamlet') }), []);
  assert.deepEqual(await create('H1'), [422, '/seat NOT_OFFERED']);
  assert.deepEqual(await create('H3'), [422, '/seat NOT_OFFERED']);
});

ticket('effects are checked as well', async ({ ada, id }) => {
  const made: Written = await ada.post('/api/tickets', { name: 'T', performance: id('Hamlet'), seat: id('H1') });
  const emptied: Written = await ada.post(`/api/tickets/${made.body.id}/empty`, {}, { 'if-match': '*' });
  assert.deepEqual(outcome(emptied), [422, '/seat NOT_OFFERED']);
});

ticket('the client gets the fields that the condition reads, without the condition', async ({ bo }) => {
  const { text, status } = await bo.get('/_/app');
  assert.equal(status, 200);
  assert.ok(!text.includes('not blocked'));
  assert.ok(text.includes('"op":"member"'));
});
