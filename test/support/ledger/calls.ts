import assert from 'node:assert/strict';
import type { View } from '../../../src/engine/view/view.ts';
import type { LimitName } from '../../../src/model/types/model.ts';
import type { OutgoingRequest } from '../../../src/server/core/outgoing-request.ts';
import { cleanUp } from '../../../src/server/jobs/clean-up.ts';
import { deliverDue } from '../../../src/server/jobs/send-outbox.ts';
import { accountCalls } from './account-calls.ts';
import { bulkAndFileCalls } from './bulk-and-file-calls.ts';
import { errorColumns } from './errors.ts';
import type { Probe } from './prove.ts';
import { outbox } from './states.ts';
import { failures, type Garden, screenAt } from './world.ts';

type Change = readonly [find: string, replace: string];

/** The registry has an address. */
const REACHABLE: Change = ['| REGISTRY | not shown. |', '| REGISTRY | https://registry.example |'];

/** A field that stands on working time. */
const NEXT_WORKING_DAY: Change = [
  '| deposit | money(EUR) | |',
  '| next | date | | = `since + 1 working day` |\n| deposit | money(EUR) | |',
];

/** Points 7, 8 and 9, and what may stand everywhere. */
export const callsErrorsAndLimits: readonly Probe[] = [
  ...accountCalls,
  ...bulkAndFileCalls,
  {
    element: 'point 7 · call columns: Call',
    mutate: ['| drop plot | DELETE', '| remove | DELETE'],
    probe: async (garden) => assert.equal((await garden.entity('Vera', 'Plot')).calls.delete, 'call/drop plot'),
  },
  {
    element: 'point 7 · call columns: Method and path',
    mutate: ['| POST /api/beds/:id/ask |', '| POST /api/beds/:id/beg |'],
    probe: async (garden) => assert.notEqual(await answered(garden, 'Mika', 'POST', '/api/beds/ID/ask'), 404),
  },
  {
    element: 'point 7 · call columns: Method',
    mutate: ['| tools | GET | /api/shed |', '| tools | PUT | /api/shed |'],
    probe: async (garden) => assert.equal(await answered(garden, 'Mika', 'GET', '/api/shed'), 200),
  },
  {
    element: 'point 7 · call columns: Does',
    mutate: ['| list Tool |', '| list Gardener |'],
    probe: async (garden) => {
      const { body } = await (await garden.as('Mika')).get<{ items: { label?: string }[] }>('/api/shed');
      assert.deepEqual(
        body.items.map(({ label }) => label),
        ['Spade'],
      );
    },
  },
  {
    element: 'point 7 · deeds: where',
    given: [['| list Plot |', '| list Plot where `code == "C3"` |']],
    mutate: ['list Plot where `code == "C3"`', 'list Plot where `code == "B2"`'],
    probe: async (garden) => {
      const { body } = await (await garden.as('Vera')).get<{ items: { code: string }[] }>('/api/beds');
      assert.deepEqual(
        body.items.map(({ code }) => code),
        ['C3'],
      );
    },
  },
  {
    element: 'point 7 · call columns: Sends',
    mutate: [
      '| yard, code, ward, number, tag, bed, soil, fee, crops |',
      '| yard, code, ward, number, tag, bed, soil, fee, crops, holder |',
    ],
    probe: async (garden) => {
      const made = await garden.create('Vera', 'Plot', { code: 'N1', fee: '1.00', holder: null });
      assert.deepEqual(failures(made), ['/holder NOT_AN_INPUT']);
    },
  },
  {
    element: 'point 7 · call columns: Gets',
    given: [['| page of Plot |', '| `{ "beds": [{ "code": text }] }` |']],
    mutate: ['| `{ "beds": [{ "code": text }] }` |', '| page of Plot |'],
    probe: async (garden) => {
      const { body } = await (await garden.as('Mika')).get('/api/beds?limit=1&sort=code');
      assert.deepEqual(body, { beds: [{ code: 'A1' }] });
    },
  },
  {
    element: 'point 7 · call columns: May fail with',
    mutate: ['| REGISTRY_DOWN |\n\n', '| |\n\n'],
    probe: (garden) => assert.deepEqual(found(garden, 'error-never-raised'), []),
  },
  {
    element: 'point 7 · call columns: Notes',
    given: [
      [
        '| Call | Method | Path | Does |\n| --- | --- | --- | --- |',
        '| Call | Method | Path | Does | Notes |\n| --- | --- | --- | --- | --- |',
      ],
      ['| /api/shed | list Tool |', '| /api/shed | list Tool | what hangs there |'],
    ],
    mutate: ['| what hangs there |', '| |'],
    probe: async (garden) => assert.equal((await garden.why('call/tools')).body.help, 'what hangs there'),
  },
  deed('list', 'GET', '/api/beds', 'list Plot', 200),
  deed('read', 'GET', '/api/beds/ID', 'read Plot', 200),
  deed('create', 'POST', '/api/beds', 'create Plot', 201),
  deed('change', 'PATCH', '/api/beds/ID', 'change Plot', 200),
  deed('delete', 'DELETE', '/api/beds/ID', 'delete Plot', 204),
  deed('EVENT', 'POST', '/api/beds/ID/ask', 'request Plot', 200),
  {
    element: 'point 7 · addresses and shapes: path',
    given: [['| GET | /api/shed |', '| GET | /api/plots/:id/shed |']],
    mutate: ['/api/plots/:id/shed', '/api/places/:id/shed'],
    probe: async (garden) => {
      const { id } = await garden.plot('A1');
      const paths = ['plots', 'places'].map((place) => `/api/${place}/${id}/shed`);
      const caller = await garden.as('Mika');
      const pages = await Promise.all(paths.map((path) => caller.get<{ items?: readonly unknown[] }>(path)));
      // The spade hangs at no plot.
      assert.deepEqual(
        pages.flatMap(({ body }) => body.items ?? []),
        [],
      );
    },
  },
  {
    element: 'point 7 · addresses and shapes: query',
    given: [['| GET | /api/shed |', '| GET | /api/shed?Label_= |']],
    mutate: ['/api/shed?Label_=', '/api/shed'],
    probe: async (garden) => {
      const { body } = await (await garden.as('Mika')).get<{ items?: readonly unknown[] }>('/api/shed?Label_=Rake');
      assert.deepEqual(body.items, []);
    },
  },
  {
    element: 'point 7 · addresses and shapes: shape',
    given: [['| ward, number, fee, soil, holder, bed | Plot |', '| `{ "quarter": ward }` | Plot |']],
    mutate: ['`{ "quarter": ward }`', '`{ "part": ward }`'],
    probe: async (garden) => {
      const changed = await garden.change('Vera', await garden.plot('A1'), { quarter: 'Lee' });
      assert.deepEqual([changed.status, changed.body['ward']], [200, 'Lee']);
    },
  },
  {
    element: 'point 7 · deeds: outside',
    given: [REACHABLE],
    mutate: ['| POST {REGISTRY}/entries | outside |', '| POST {REGISTRY}/entries | |'],
    probe: async (garden) => {
      const { sent } = await delivered(garden, 204);
      assert.deepEqual(
        sent.map(({ method, url, body }) => [method, url, body]),
        [['POST', 'https://registry.example/entries', '{"plot":"N1"}']],
      );
    },
  },
  {
    element: 'point 8 · error columns: Code',
    mutate: ['\n| FEE_TOO_HIGH | 423 |', '\n| FEE_HIGH | 423 |'],
    probe: async (garden) => assert.match((await tooHigh(garden)).detail, /^Plots dearer than/),
  },
  {
    element: 'point 8 · error columns: Status',
    mutate: ['\n| FEE_TOO_HIGH | 423 |', '\n| FEE_TOO_HIGH | |'],
    probe: async (garden) => assert.equal((await tooHigh(garden)).status, 423),
  },
  {
    element: 'point 8 · error columns: Message',
    mutate: ['| Plots dearer than {FEE_CEILING} are let by the committee. |', '| |'],
    probe: async (garden) => assert.match((await tooHigh(garden)).detail, /^Plots dearer than 40,00\s€ are let/),
  },
  {
    element: 'point 8 · error columns: What to do',
    mutate: ['| Write to the committee. |', '| |'],
    probe: async (garden) => assert.equal((await tooHigh(garden)).next, 'Write to the committee.'),
  },
  {
    element: 'point 8 · error columns: When',
    given: [errorColumn('When'), errorRow('| FEE_TOO_HIGH | 423 | Not at that fee. | | request |')],
    mutate: ['| Not at that fee. | | request |', '| Not at that fee. | | revoke |'],
    probe: async (garden) => assert.equal((await tooHigh(garden)).detail, 'Not at that fee.'),
  },
  {
    element: 'point 8 · error columns: Stands for',
    given: [errorColumn('Stands for'), errorRow('| SPOILT | 418 | Something is amiss. | | INVALID |')],
    mutate: ['| Something is amiss. | | INVALID |', '| Something is amiss. | | |'],
    probe: async (garden) => {
      const { status, body } = await garden.create('Vera', 'Plot', { code: 'N1' });
      assert.deepEqual([status, body.code, body.detail], [418, 'SPOILT', 'Something is amiss.']);
    },
  },
  {
    element: 'point 8 · error columns: Notes',
    given: [errorColumn('Notes'), ['| Grow another plant. |', '| Grow another plant. | since the thistles |']],
    mutate: ['| since the thistles |', '| |'],
    probe: async (garden) => assert.equal((await garden.why('error/WEED')).body.help, 'since the thistles'),
  },
  ...errorColumns,
  {
    element: 'point 9 · constant columns: Name',
    mutate: ['| MOST_CROPS | 2 |', '| MANY_CROPS | 2 |'],
    probe: async (garden) => assert.deepEqual(await cropsRefused(garden), ['/crops TOO_MANY_LINES']),
  },
  {
    element: 'point 9 · constant columns: Value',
    mutate: ['| MOST_CROPS | 2 |', '| MOST_CROPS | 3 |'],
    probe: async (garden) => assert.deepEqual(await cropsRefused(garden), ['/crops TOO_MANY_LINES']),
  },
  {
    element: 'point 9 · constant columns: Why',
    mutate: ['| voted in spring |', '| |'],
    probe: async (garden) => assert.equal((await garden.why('constant/FEE_CEILING')).body.help, 'voted in spring'),
  },
  {
    element: 'point 9 · limits: page size',
    mutate: ['| Page size | 4 |', '| Page size | 5 |'],
    probe: async (garden) => {
      await garden.newPlot();
      assert.equal((await garden.rows('Vera', '/by-fee')).length, 4);
    },
  },
  {
    element: 'point 9 · limits: largest page',
    given: [limitRow('Largest page', '6')],
    mutate: ['| Largest page | 6 |', '| Largest page | 5 |'],
    probe: async (garden) => assert.equal((await (await garden.as('Vera')).get('/api/beds?limit=6')).status, 200),
  },
  {
    element: 'point 9 · limits: session',
    given: [limitRow('Session', '2 hours')],
    mutate: ['| Session | 2 hours |', '| Session | 9 hours |'],
    probe: async (garden) => {
      const mika = await garden.as('Mika');
      garden.server.clock.now += 3 * 3_600_000;
      assert.equal((await mika.get('/api/shed')).status, 401);
    },
  },
  toBrowser('search from', 'Search from', '3 characters', '2 characters', 3),
  toBrowser('search delay', 'Search delay', '300 ms', '200 ms', 300),
  {
    element: 'point 9 · limits: retries',
    given: [REACHABLE, limitRow('Retries', '0')],
    mutate: ['| Retries | 0 |', '| Retries | 1 |'],
    probe: async (garden) => assert.equal((await delivered(garden, 503)).state, 'dead'),
  },
  {
    element: 'point 9 · limits: timeout',
    given: [REACHABLE, limitRow('Timeout', '15 s')],
    mutate: ['| Timeout | 15 s |', '| Timeout | 16 s |'],
    probe: async (garden) => assert.equal((await delivered(garden, 204)).sent[0]?.timeoutMs, 15_000),
  },
  {
    element: 'point 9 · limits: refresh',
    given: [limitRow('Refresh', '60 s')],
    mutate: ['| Refresh | 60 s |', '| Refresh | not shown. |'],
    probe: async (garden) => assert.equal((await garden.screen('Vera', '/by-fee'))?.refresh, 60_000),
  },
  {
    element: 'point 9 · limits: retention',
    given: [limitRow('Retention', '3 days')],
    mutate: ['| Retention | 3 days |', '| Retention | 4 days |'],
    probe: async (garden) => {
      const plot = await garden.newPlot();
      assert.equal((await garden.remove('Vera', plot)).status, 204);
      garden.server.clock.now += 3.5 * 24 * 60 * 60_000;
      assert.equal(await cleanUp(garden.server.runtime), 1);
    },
  },
  {
    element: 'point 9 · limits: comment length',
    given: [
      limitRow('Comment length', '10 characters'),
      ['### By fee\n', '### Plot\n\n- Comments: yes\n\n### By fee\n'],
    ],
    mutate: ['| Comment length | 10 characters |', '| Comment length | 20 characters |'],
    probe: async (garden) => {
      const plot = await garden.newPlot();
      const vera = await garden.as('Vera');
      const say = (text: string) => vera.post(`/_/records/Plot/${plot.id}/comments`, { text });
      assert.deepEqual([(await say('x'.repeat(10))).status, (await say('x'.repeat(11))).status], [201, 422]);
    },
  },
  {
    element: 'point 9 · limits: working hours',
    given: [limitRow('Working hours', 'Monday to Friday 08:00–18:00'), NEXT_WORKING_DAY],
    mutate: ['| Monday to Friday 08', '| Tuesday to Friday 08'],
    probe: async (garden) => assert.equal((await garden.newPlot())['next'], '2026-08-17'),
  },
  {
    element: 'point 9 · limits: holidays',
    given: [
      limitRow('Working hours', 'Monday to Friday 08:00–18:00'),
      limitRow('Holidays', '2026-12-25, 2026-08-17'),
      NEXT_WORKING_DAY,
    ],
    mutate: [', 2026-08-17 |', ' |'],
    probe: async (garden) => assert.equal((await garden.newPlot())['next'], '2026-08-18'),
  },
  {
    element: 'point 9 · limits: requests',
    mutate: ['| 100 per minute per person |', '| 200 per minute per person |'],
    probe: async (garden) => {
      const mika = await garden.as('Mika');
      const answers = [];
      for (let count = 0; count < 101; count += 1) answers.push((await mika.get('/_/session')).status);
      assert.deepEqual([answers.indexOf(429), answers.filter((status) => status === 200).length], [100, 100]);
    },
  },
  {
    element: 'point 9 · limits: upload size',
    mutate: ['| Upload size | 3 kB |', '| Upload size | 6 kB |'],
    probe: async (garden) => {
      assert.equal((await garden.upload('Vera', 'a.pdf', 1_000)).status, 201);
      assert.equal((await garden.upload('Vera', 'b.pdf', 4_000)).status, 413);
    },
  },
  {
    element: 'point 9 · limits: export rows',
    given: [['| Upload size | 3 kB |', '| Upload size | 3 kB |\n| Export rows | 2 |']],
    mutate: ['| Export rows | 2 |', '| Export rows | 3 |'],
    probe: async (garden) => {
      const path = `/_/export?screen=${encodeURIComponent(screenAt('/'))}`;
      assert.equal((await (await garden.as('Mika')).get(path)).status, 413);
    },
  },
  {
    element: 'point 9 · limits: import rows',
    given: [['| Upload size | 3 kB |', '| Upload size | 3 kB |\n| Import rows | 1 |']],
    mutate: ['| Import rows | 1 |', '| Import rows | 2 |'],
    probe: async (garden) => {
      const vera = await garden.as('Vera');
      const path = `/_/import?do=check&screen=${encodeURIComponent(screenAt('/by-fee'))}`;
      assert.equal((await vera.post(path, 'code\nX1\nX2\n', { 'content-type': 'text/csv' })).status, 413);
    },
  },
  {
    element: 'everywhere: not shown.',
    mutate: ['| REGISTRY | not shown. |', '| REGISTRY | https://registry.example |'],
    probe: async (garden) =>
      assert.deepEqual(
        (await outbox(garden)).map(({ waiting }) => waiting),
        ['waiting: REGISTRY is not shown'],
      ),
  },
  {
    element: 'everywhere: ## Sample data',
    mutate: ['## Sample data', '## Odds and ends'],
    probe: async (garden) => {
      const { body } = await garden.server.guest.get<{ people: { title: string }[] }>('/_/app');
      assert.ok(body.people.some(({ title }) => title === 'Mika Stern'));
    },
  },
  {
    element: 'everywhere: ## Translations',
    given: [['## Sample data', '## Translations\n\n| Text | de |\n| --- | --- |\n| Plot | Beet |\n\n## Sample data']],
    mutate: ['## Translations', '## Odds and ends'],
    probe: async (garden) => {
      const mika = await garden.as('Mika');
      const { body } = await mika.get<{ view: View }>('/_/app', { 'ninefold-language': 'de' });
      assert.equal(body.view.model.entities.find(({ name }) => name === 'Plot')?.label, 'Beet');
    },
  },
];

/** What was sent because of a grant, where everything is answered with this status, and how it stands with it then. */
async function delivered(
  garden: Garden,
  status: number,
): Promise<{ sent: OutgoingRequest[]; state: string | undefined }> {
  const [before] = await outbox(garden);
  const sent: OutgoingRequest[] = [];
  await deliverDue(garden.server.runtime, async (outgoing) => {
    sent.push(outgoing);
    return { status, retryAfter: null };
  });
  const after = await garden.server.store.outbox(null, 10);
  return { sent, state: after.find(({ id }) => id === before?.id)?.state };
}

/** One more column of the catalogue; rows without a cell in it have nothing there. */
function errorColumn(name: string): Change {
  const head = '| Code | Status | Message | What to do |\n| --- | --- | --- | --- |';
  return [head, `| Code | Status | Message | What to do | ${name} |\n| --- | --- | --- | --- | --- |`];
}

function errorRow(row: string): Change {
  return ['\n| REGISTRY_DOWN | 502 |', `\n${row}\n| REGISTRY_DOWN | 502 |`];
}

function limitRow(name: string, value: string): Change {
  return ['| Page size | 4 | |', `| Page size | 4 | |\n| ${name} | ${value} | |`];
}

/** What the browser itself obeys goes to it with the Model. */
function toBrowser(name: LimitName, written: string, value: string, other: string, expected: number): Probe {
  return {
    element: `point 9 · limits: ${name}`,
    given: [limitRow(written, value)],
    mutate: [`| ${written} | ${value} |`, `| ${written} | ${other} |`],
    probe: async (garden) => {
      const { limits } = (await garden.view('Mika')).model;
      assert.equal(limits.find((limit) => limit.name === name)?.value, expected);
    },
  };
}

/** A call answers under the address that states it, and no longer when nobody says what it does. */
function deed(word: string, method: string, path: string, does: string, status: number): Probe {
  return {
    element: `point 7 · deeds: ${word}`,
    mutate: [`| ${does} |`, '| |'],
    probe: async (garden) => assert.equal(await answered(garden, 'Vera', method, path), status),
  };
}

async function answered(garden: Garden, name: string, method: string, path: string): Promise<number> {
  const plot = await garden.plot('A1');
  const body = method === 'POST' && path === '/api/beds' ? { code: 'N1', fee: '1.00' } : {};
  const headers = method === 'GET' ? {} : { 'if-match': (await garden.read(name, plot)).body._.etag };
  const caller = await garden.as(name);
  const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
  return (await caller.call(method, path.replace('ID', plot.id), sent, headers)).status;
}

async function tooHigh(garden: Garden) {
  return (await garden.raise('Mika', await garden.plot('B2'), 'request')).body;
}

async function cropsRefused(garden: Garden): Promise<readonly string[]> {
  const crops = ['Leek', 'Kale', 'Pea'].map((plant) => ({ plant }));
  return failures(await garden.create('Vera', 'Plot', { code: 'N1', fee: '1.00', crops }));
}

/** Lines at which reader and checks say this. */
function found(garden: Garden, code: string): number[] {
  return garden
    .findings()
    .flatMap((finding) => (finding.startsWith(`${code} `) ? Number(/ (\d+):/.exec(finding)?.[1]) : []));
}
