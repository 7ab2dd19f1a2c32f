import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { elementsOf } from '../../src/engine/compile/element-index.ts';
import { contextOf } from '../../src/engine/context/decision-context.ts';
import { NO_FACTS } from '../../src/engine/core/tracked-facts.ts';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { refuseEvent } from '../../src/engine/decide/transition.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exampleText, startServer } from '../support/http/server.ts';

/** What the engine does at its edges: each of these a fault that went unnoticed. */

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 7, 14, 10);

const LOANS = `# Specification: Loans

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Loans | Loan | table | Keeper |
| \`/loans/:id\` | Loan | Loan | record | Keeper |
| \`/loans/new\` | New loan | Loan | form | Keeper |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |

### Loan

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| begins | date | yes | |
| due | date | yes | |
| overdue | yes/no | | = \`due < today\` |
| note | text | no | |
| remark | text | no | asked on close |
| things | list of Thing | no | |

- Unique: title where \`begins <= today\`

### Thing

Belongs to Loan.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | title |
| number | number series(T-0) | | |

## 4. States and transitions

### Loan: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | close | Closed | Head | | ask remark (optional) |

- Editable in: Open

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| V1 | Loan | \`not exists(Thing where what == "Bomb")\` | NO_BOMBS |

## 6. Roles and permissions

- Keeper: keeps loans
- Head: sees after them

| | Keeper | Head |
| --- | --- | --- |
| Person: read | yes | yes |
| Loan: read | yes | yes |
| Loan: create | yes | |
| Loan: change | yes | |
| Loan.note: read | yes | no |

## 8. The error catalogue

| Code | Status | Message | What to do |
| --- | --- | --- | --- |
| NO_BOMBS | 422 | No bombs. | |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Kim | kim@example.com | Keeper |
| Hilde | hilde@example.com | Head |
`;

const loan = { title: 'Drill', begins: '2026-08-01', due: '2026-08-16' };

async function loans(t: { readonly after: (work: () => Promise<void>) => void }) {
  const server = await startServer(LOANS, { now: NOW });
  t.after(server.stop);
  assert.deepEqual(
    server.runtime.status().diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  const kim = await server.as('Kim');
  const make = async (values: object) => {
    const answer = await kim.post<WireRecord & Problem>('/api/loans', values);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const change = ({ id, _ }: WireRecord, values: object) =>
    kim.patch<WireRecord & Problem>(`/api/loans/${id}`, values, { 'if-match': _.etag });
  return { server, kim, make, change };
}

describe('by the clock', () => {
  test('a field is what it is at the moment, without a write', async (t) => {
    const { server, kim, make } = await loans(t);
    const { id } = await make(loan);
    const overdue = async () => (await kim.get<WireRecord>(`/api/loans/${id}`)).body['overdue'];
    assert.equal(await overdue(), false);
    server.clock.now += 4 * DAY;
    assert.equal(await overdue(), true);
  });

  test('two records may come to be alike; a change that touches nothing of that is not refused for it', async (t) => {
    const { server, kim, make, change } = await loans(t);
    await make(loan);
    const coming = await make({ ...loan, begins: '2026-08-17', due: '2026-09-01' });
    server.clock.now += 4 * DAY;
    const now = (await kim.get<WireRecord>(`/api/loans/${coming.id}`)).body;
    const noted = await change(now, { note: 'Both are there' });
    assert.equal(noted.status, 200, noted.text);
    const again = await change(noted.body, { title: 'Drill', begins: '2026-08-16' });
    assert.deepEqual([again.status, again.body.failures?.map(({ code }) => code)], [422, ['NOT_UNIQUE']]);
  });
});

test('lines have numbers of their record; what one of them may not be refuses the whole', async (t) => {
  const { make, change } = await loans(t);
  const made = await make({ ...loan, things: [{ what: 'Bit' }, { what: 'Case' }] });
  const things = made['things'] as readonly { readonly number: string }[];
  assert.deepEqual(
    things.map(({ number }) => number),
    ['T-1', 'T-2'],
  );
  const bomb = await change(made, { things: [{ what: 'Bomb' }] });
  assert.deepEqual([bomb.status, bomb.body.code], [422, 'NO_BOMBS']);
});

test('an event that there is not is not found, whoever asks; one that is for others is refused', async (t) => {
  const { server, kim, make } = await loans(t);
  const { id, _ } = await make(loan);
  const { compiled: app } = server.runtime.current();
  const entity = app.entities.get('Loan');
  assert.ok(entity);
  const who = { row: null, roles: new Set(['Keeper']) };
  const refusalOf = (event: string) => refuseEvent(contextOf(app, who, NO_FACTS, NOW), entity, event)?.code;
  assert.deepEqual([refusalOf('explode'), refusalOf('close')], ['NOT_FOUND', 'NOT_SIGNED_IN']);
  const closed = await kim.post<Problem>(`/api/loans/${id}/close`, {}, { 'if-match': _.etag });
  assert.deepEqual([closed.status, closed.body.code], [403, 'NOT_ALLOWED']);
});

describe('a view', () => {
  const app = compile(assume(readDocument(LOANS).model), 'hash');
  const viewFor = (...roles: readonly string[]) => viewOf(app, new Set(roles), { dev: false, person: null });

  test('says of a field on which events it is asked that these roles raise, and of no others', () => {
    const askedFor = (role: string) =>
      viewFor(role)
        .model.entities.find(({ name }) => name === 'Loan')
        ?.fields.find(({ name }) => name === 'remark')
        ?.askedOn.map(({ name }) => name);
    assert.deepEqual([askedFor('Head'), askedFor('Keeper')], [['close'], []]);
  });

  test('leads from a record to a form that begins with its values, unless the document says otherwise', () => {
    const duplicates = (role: string) => viewFor(role).screens.map(({ id, duplicates }) => [id, duplicates]);
    const keepers = duplicates('Keeper').filter(([, leads]) => leads === true);
    assert.deepEqual(
      keepers.map(([id]) => id),
      ['screen/%2Floans%2F:id'],
    );
  });
});

test('cells of permissions are called by what they let somebody do with what', () => {
  const { model } = readDocument(exampleText('helpdesk.md'));
  const elements = elementsOf(assume(model));
  const labels = model.permissions.map(({ id, field }) => [field === null, elements.get(id)?.label ?? ''] as const);
  assert.ok(labels.some(([whole]) => whole) && labels.some(([whole]) => !whole));
  for (const [whole, label] of labels) assert.match(label, whole ? /^\w+: \w+, .+$/ : /^\w+\.\w+: \w+, .+$/);
});
