import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { createTimers } from '../../src/server/jobs/run-timers.ts';
import { contract } from '../support/database/each-store.ts';
import { patch, withLibrary } from '../support/http/library-calls.ts';
import type { TestServer } from '../support/http/server.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

const TEXT = `# Specification: School

## 3. Entities

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..60) | yes | title |
| email | email | yes | unique, sign-in |
| roles | Roles | no | |

### Term

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..60) | yes | title |
| endsAt | date and time | yes | |

### Course

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..60) | yes | title |
| term | Term | yes | |
| closesAt | date and time | | = \`term.endsAt\` |

### Place

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| course | Course | yes | title |

### Report

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text(1..60) | yes | title |
| parts | list of Part | no | |

### Part

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| term | Term | yes | |

## 4. States and transitions

### Place: status

| From | Event | To | Who | Only if | Then | Error |
| --- | --- | --- | --- | --- | --- | --- |
| (new) | | Held | | | | |
| Held | after 1 day from course.term.endsAt | Over | | | | |

- Final: Over

### Place: key

| From | Event | To | Who | Only if | Then | Error |
| --- | --- | --- | --- | --- | --- | --- |
| (new) | | Lent | | | | |
| Lent | before 2 hours from course.closesAt | Wanted | | | | |

- Final: Wanted

### Part: status

| From | Event | To | Who | Only if | Then | Error |
| --- | --- | --- | --- | --- | --- | --- |
| (new) | | Open | | | | |
| Open | after 1 day from term.endsAt | Closed | | | | |

- Final: Closed

## 6. Roles

- Teacher: teaches

| | Teacher |
| --- | --- |
| Person: read | yes |
| Term: read, create, change | yes |
| Course: read, create, change | yes |
| Place: read, create, change | yes |
| Report: read, create, change | yes |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Tess | tess@example.com | Teacher |
`;

const running = (work: (server: TestServer) => Promise<void>) => withLibrary(work, TEXT);

async function created(server: TestServer, path: string, values: object): Promise<WireRecord> {
  const made = await (await server.as('Tess')).post<WireRecord>(path, values);
  assert.equal(made.status, 201, made.text);
  return made.body;
}

async function school(server: TestServer) {
  const now = server.clock.now;
  const term = await created(server, '/api/terms', { name: 'Spring', endsAt: moment(now + 90 * day) });
  const course = await created(server, '/api/courses', { name: 'Greek', term: term.id });
  const place = await created(server, '/api/places', { course: course.id });
  const report = await created(server, '/api/reports', { name: 'All', parts: [{ term: term.id }] });
  return { term, place, report };
}

const moment = (at: number) => new Date(at).toISOString();

async function actAt(server: TestServer, at: number): Promise<void> {
  server.clock.now = at;
  const timers = createTimers(server.runtime);
  for (let turn = 0; turn < 10; turn++) if ((await timers.tick(at)).fired === 0) return;
  throw new Error('The timers do not come to rest.');
}

const read = async (server: TestServer, path: string): Promise<WireRecord> =>
  (await (await server.as('Tess')).get<WireRecord>(path)).body;

async function states(server: TestServer, place: WireRecord, report: WireRecord) {
  const { status, key } = await read(server, `/api/places/${place.id}`);
  const { parts } = (await read(server, `/api/reports/${report.id}`)) as { parts?: { status: string }[] };
  return [status, key, parts?.[0]?.status];
}

describe('timers by a moment of another record', () => {
  contract('act earlier where that moment comes earlier', async () => {
    await running(async (server) => {
      const { term, place, report } = await school(server);
      const start = server.clock.now;
      const moved = await patch(await server.as('Tess'), '/api/terms', term, { endsAt: moment(start + 10 * day) });
      assert.equal(moved.status, 200, moved.text);
      await actAt(server, start + 10 * day - 2 * hour - 1);
      assert.deepEqual(await states(server, place, report), ['Held', 'Lent', 'Open']);
      await actAt(server, start + 10 * day - 2 * hour);
      assert.deepEqual(await states(server, place, report), ['Held', 'Wanted', 'Open']);
      await actAt(server, start + 11 * day);
      assert.deepEqual(await states(server, place, report), ['Over', 'Wanted', 'Closed']);
    });
  });

  contract('act at once where that moment is over', async () => {
    await running(async (server) => {
      const { term, place, report } = await school(server);
      const start = server.clock.now;
      await patch(await server.as('Tess'), '/api/terms', term, { endsAt: moment(start - 2 * day) });
      await actAt(server, start);
      assert.deepEqual(await states(server, place, report), ['Over', 'Wanted', 'Closed']);
    });
  });

  contract('act later where that moment comes later', async () => {
    await running(async (server) => {
      const { term, place, report } = await school(server);
      const start = server.clock.now;
      await patch(await server.as('Tess'), '/api/terms', term, { endsAt: moment(start + 200 * day) });
      await actAt(server, start + 150 * day);
      assert.deepEqual(await states(server, place, report), ['Held', 'Lent', 'Open']);
      await actAt(server, start + 201 * day);
      assert.deepEqual(await states(server, place, report), ['Over', 'Wanted', 'Closed']);
    });
  });
});
