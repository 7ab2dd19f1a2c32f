import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { startServer } from '../support/http/server.ts';

/** An alarm is stopped once its time has come. */
const ALARMS = `# Specification: Alarms

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, sign-in, unique

### Alarm

- label: text, required, title
- from: date and time, required

## 4. States and transitions

### Alarm: status

| From | Event | To | Who | Only if |
| --- | --- | --- | --- | --- |
| (new) | | Set | | |
| Set | stop | Stopped | Sleeper | \`from <= now\` |

## 6. Roles and permissions

- Sleeper: everyone who signs in

| | Sleeper |
| --- | --- |
| Alarm: create | yes |
| Alarm: read | yes |
| Alarm: change | yes |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

test('what hangs on the moment is another one a moment later, though nothing was written', async (t) => {
  const server = await startServer(ALARMS, { now: Date.parse('2026-03-10T06:59:59Z') });
  t.after(() => server.stop());
  const ada = await server.as('Ada');
  const { body } = await ada.post<WireRecord>('/api/alarms', { label: 'Up', from: '2026-03-10T07:00:00Z' });
  const stop = async () => (await ada.get<WireRecord>(`/api/alarms/${body.id}`)).body._.can.events.stop?.code;
  assert.deepEqual([await stop(), await stop()], ['NOT_MET', 'NOT_MET']);
  server.clock.now += 1_000;
  assert.equal(await stop(), undefined);
});

test('a list is sent again once a time-dependent field changes, though nothing was written', async (t) => {
  const text = ALARMS.replace('- from: date and time, required', (row) => `${row}\n- due: boolean, = \`from <= now\``);
  const server = await startServer(text.replace(' `from <= now` |', ' |'), { now: Date.parse('2026-03-10T06:59:59Z') });
  t.after(() => server.stop());
  const ada = await server.as('Ada');
  await ada.post<WireRecord>('/api/alarms', { label: 'Up', from: '2026-03-10T07:00:00Z' });
  const first = await ada.get<WirePage>('/api/alarms');
  assert.equal(first.body.items[0]?.['due'], false);
  const known = { 'if-none-match': first.headers.get('etag') ?? '' };
  assert.equal((await ada.get('/api/alarms', known)).status, 304);
  server.clock.now += 1_000;
  const later = await ada.get<WirePage>('/api/alarms', known);
  assert.deepEqual([later.status, later.body?.items[0]?.['due']], [200, true]);
});
