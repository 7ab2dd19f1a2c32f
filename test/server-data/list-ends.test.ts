import assert from 'node:assert/strict';
import type { Problem, WirePage } from '../../src/engine/core/wire-format.ts';
import { contract, openEmpty } from '../support/database/each-store.ts';
import { startServer } from '../support/http/server.ts';

const talks = `# Specification: Talks

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- role: Role, required

### Talk

- name: text, required, title
- lasts: duration
- begins: time

## 6. Roles and permissions

- Staff: staff

| | Staff |
| --- | --- |
| Person: read | yes |
| Talk: read | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | Staff |

### Talk

| name | lasts | begins |
| --- | --- | --- |
| A | 30 min | 08:00 |
| B | 1 h | 09:30 |
| C | 2 h | 17:00 |
| D | | |
`;

contract('a list is asked for the least and the greatest length of time and time of day', async () => {
  const { store, done } = await openEmpty();
  const server = await startServer(talks, { store });
  try {
    const ada = await server.as('Ada');
    const ask = <T>(query: Record<string, string>) =>
      ada.get<T>(`/api/talks?${new URLSearchParams({ ...query, sort: 'name' })}`);
    const found = async (query: Record<string, string>, expected: string) => {
      const { status, body, text } = await ask<WirePage>(query);
      assert.equal(status, 200, text);
      assert.equal(body.items.map((each) => each['name']).join(''), expected, JSON.stringify(query));
    };
    await found({ 'lasts.min': '1 h' }, 'BC');
    await found({ 'lasts.min': '61 min' }, 'C');
    await found({ 'lasts.max': '60 min' }, 'AB');
    await found({ 'lasts.min': '31 min', 'lasts.max': '1:30' }, 'B');
    await found({ lasts: '1 h' }, 'B');
    await found({ 'lasts.in': '30 min,2 h' }, 'AC');
    await found({ 'lasts.empty': 'true' }, 'D');
    await found({ 'begins.min': '9:30' }, 'BC');
    await found({ 'begins.max': '09:29' }, 'A');
    await found({ begins: '17:00' }, 'C');
    await found({ 'begins.in': '08:00,9:30' }, 'AB');
    for (const query of [{ 'lasts.min': 'long' }, { 'begins.max': '25:00' }]) {
      const { status, body } = await ask<Problem>(query);
      assert.deepEqual([status, body.code], [400, 'UNREADABLE'], JSON.stringify(query));
    }
    assert.deepEqual(server.logged, []);
  } finally {
    await server.stop();
    await done();
  }
});
