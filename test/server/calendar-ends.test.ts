import assert from 'node:assert/strict';
import type { WireGroupPage, WireGroups, WireRecord } from '../../src/engine/core/wire-format.ts';
import { idOf } from '../../src/model/types/element.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { startServer, type TestServer } from '../support/http/server.ts';

const document = (zone: string) => `# Specification: Ends

## 1. What the product does and for whom

- Time zone: ${zone}

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Things | Thing | table: name, at | Staff |

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role, required

### Thing

- name: text, required, title
- at: date and time
- day: date
- later: date and time, = \`at + 1 days\`
- begins: date and time, = \`startOfDay(at)\`
- on: date, = \`date(at)\`
- inYear: integer, = \`year(at)\`

## 6. Roles and permissions

- Staff: staff

| | Staff |
| --- | --- |
| Person: read | yes |
| Thing: read, create | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Staff |
`;

async function within(zone: string, work: (server: TestServer) => Promise<void>): Promise<void> {
  const { store, done } = await openEmpty();
  const server = await startServer(document(zone), { store });
  try {
    await work(server);
  } finally {
    await server.stop();
    await done();
  }
}

const screen = `screen=${encodeURIComponent(idOf('screen', '/'))}`;

for (const [zone, at, day] of [
  ['Europe/Berlin', '9999-12-31T23:59:59.999Z', '9999-12-31'],
  ['America/New_York', '0001-01-01T00:00:00.000Z', '0001-01-01'],
] as const) {
  contract(`in ${zone} ${at} has no date, and stands in the group of ${day}`, () =>
    within(zone, async (server) => {
      const ada = await server.as('Ada');
      const made = await ada.post<WireRecord>('/api/things', { name: 'one', at });
      assert.equal(made.status, 201, made.text);
      const { later, begins, on, inYear } = made.body;
      assert.deepEqual({ later, begins, on, inYear }, { later: null, begins: null, on: null, inYear: null });

      const by = encodeURIComponent('day of at');
      const { groups } = (await ada.get<WireGroups>(`/_/groups?${screen}&by=${by}`)).body;
      assert.deepEqual(
        groups.map(({ key, rows }) => [key, rows]),
        [[day, 1]],
      );
      const rows = await ada.get<WireGroupPage>(`/_/groups/rows?${screen}&by=${by}&keys=${day}&limit=5`);
      assert.equal(rows.status, 200, rows.text);
      assert.deepEqual(rows.body.groups, { [made.body.id]: day });
    }),
  );
}
