import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Json } from '../../src/engine/core/intent.ts';
import { NO_FACTS } from '../../src/engine/core/tracked-facts.ts';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { pointerOf } from '../../src/engine/errors/problem-details.ts';
import { rowOfWire, validateDraft } from '../../src/engine/view/validate-form.ts';
import type { View } from '../../src/engine/view/view.ts';
import { type Caller, startServer } from '../support/http/server.ts';

const TASKS = `# Specification: Tasks

## 3. Entities and their fields

### Member

- name: text, required, title
- email: email, required, sign-in
- role: Role

### Task

- title: text(3..), required, title
- hours: integer
- fee: money(EUR)
- owner: Member
- steps: list of Step

### Step

Belongs to Task.

- what: text, required
- hours: integer

## 4. States and transitions

### Task: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | |
| Open | finish | Done | Member | | ask hours |

- Editable in: Open

## 5. Validation rules

| Rule | On | Must hold | Severity | Message |
| --- | --- | --- | --- | --- |
| V1 | Task | \`hours <= 20\` | warning | That is a lot. |
| V2 | Task | \`fee <= 50 EUR\` | warning | That is dear. |
| V3 | Step | \`hours <= 8\` | warning | A step is a day at most. |
| V4 | Task, finish | \`hours >= 1\` | warning | Was that all? |
| V5 | Task | \`owner.name != "Bo"\` | warning | Bo is away. |

## 6. Roles and permissions

- Member: everyone who signs in
- Board: sees what things cost

| | Member | Board |
| --- | --- | --- |
| Task: read, create, change | yes | yes |
| Task.fee: read | | yes |
| Member: read | yes | yes |

## Sample data

### Member

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | |
| Bo | bo@example.com | Board |
`;

test('a warning is shown while typing with the same text as after saving', async (t) => {
  const server = await startServer(TASKS);
  t.after(server.stop);
  const [ada, bo] = [await server.as('Ada'), await server.as('Bo')];
  const typed = async (who: Caller, input: Json, record: WireRecord | null = null, event: string | null = null) => {
    const { view } = (await who.get<{ view: View }>('/_/app')).body;
    const own = compile(view.model, view.document);
    const person = { row: null, roles: new Set(view.model.permissions.map(({ role }) => role)) };
    const row = record === null ? null : rowOfWire(own, record);
    const { warnings } = validateDraft(own, person, { entity: 'Task', row, event, input }, NO_FACTS, server.clock.now);
    return warnings.map(({ path, message }) => `${pointerOf(path)} ${message}`);
  };
  const told = ({ _ }: WireRecord) => (_.warnings ?? []).map(({ pointer, message }) => `${pointer} ${message}`);

  const input = {
    title: 'Paint',
    hours: 30,
    fee: '60.00',
    steps: [
      { what: 'Sand', hours: 4 },
      { what: 'Dry', hours: 9 },
    ],
  };
  const all = ['/hours That is a lot.', '/fee That is dear.', '/steps/1/hours A step is a day at most.'];
  const made = await bo.post<WireRecord>('/api/tasks', input);
  assert.deepEqual([made.status, told(made.body)], [201, all], made.text);
  assert.deepEqual(await typed(bo, input), all);
  // What somebody does not read they are not told of, neither before nor after.
  assert.deepEqual(await typed(ada, input), [all[0], all[2]]);
  const seen = await ada.get<WireRecord>(`/api/tasks/${made.body.id}`);
  const noted = await ada.patch<WireRecord>(
    `/api/tasks/${made.body.id}`,
    { title: 'Paint it' },
    { 'if-match': seen.body._.etag },
  );
  assert.deepEqual([noted.status, told(noted.body)], [200, [all[0], all[2]]], noted.text);
  assert.deepEqual(await typed(bo, { ...input, hours: 'many', fee: '1.00', steps: [{ hours: 9 }] }), [
    '/steps/0/hours A step is a day at most.',
  ]);
  assert.deepEqual(await typed(bo, { hours: 2 }, made.body), [
    '/fee That is dear.',
    '/steps/1/hours A step is a day at most.',
  ]);
  // An event: with what it asks for.
  assert.deepEqual(
    (await typed(bo, { hours: 0 }, made.body, 'finish')).filter((each) => each.startsWith('/hours')),
    ['/hours Was that all?'],
  );
  // What only the server can look up is told by the server.
  const lent = { title: 'Mow', owner: bo.id };
  assert.deepEqual(await typed(bo, lent), []);
  assert.deepEqual(told((await bo.post<WireRecord>('/api/tasks', lent)).body), ['/owner Bo is away.']);
});
