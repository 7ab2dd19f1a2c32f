import assert from 'node:assert/strict';
import { firstScreenPath } from '../../../src/client/navigation/home.ts';
import type { WireListViews } from '../../../src/engine/query/saved-list-view.ts';
import { isStoredOnDevices } from '../../../src/engine/view/offline.ts';
import { mayBePresent } from '../../../src/engine/view/presence.ts';
import type { View } from '../../../src/engine/view/view.ts';
import { listedKinds } from '../../../src/notation/reference/ledger.ts';
import type { Probe } from './prove.ts';
import { type Garden, screenAt } from './world.ts';

const OLD: readonly [string, string] = [
  '| `/tools` | Shed |',
  '| `/old` | Old | | redirect | Member |\n| `/tools` | Shed |',
];

/** Points 1 and 2: what the product is, and its screens as the client gets them. */
export const productAndScreens: readonly Probe[] = [
  {
    element: 'point 1 · product keys: For',
    mutate: ['- For: members, the committee\n', ''],
    probe: async (garden) => {
      const { model } = await garden.view('Mika');
      assert.deepEqual(model.product.audience, ['members', 'the committee']);
    },
  },
  {
    element: 'point 1 · product keys: Language',
    mutate: ['- Language: de\n', ''],
    probe: async (garden) => {
      const refused = await garden.raise('Mika', await garden.plot('B2'), 'request');
      assert.match(refused.body.detail, / 40,00\s€ /);
    },
  },
  {
    element: 'point 1 · product keys: Time zone',
    mutate: ['- Time zone: Pacific/Auckland\n', ''],
    probe: async (garden) => assert.equal((await garden.newPlot())['since'], '2026-08-15'),
  },
  {
    element: 'point 1 · product keys: Offline',
    given: [['- Time zone: Pacific/Auckland\n', '- Time zone: Pacific/Auckland\n- Offline: no\n']],
    mutate: ['- Offline: no\n', ''],
    probe: ({ model }) => assert.equal(isStoredOnDevices(model), false),
  },
  {
    element: 'point 2 · screen columns: Route',
    mutate: ['| `/house-rules` |', '| `/rules` |'],
    probe: async (garden) => {
      const mika = await garden.as('Mika');
      assert.equal((await mika.get('/_/open?path=/house-rules')).status, 200);
    },
  },
  {
    element: 'point 2 · screen columns: Screen',
    mutate: ['| Open plots | Plot', '| All plots | Plot'],
    probe: async (garden) => {
      const { navigation } = await garden.view('Mika');
      assert.equal(navigation.find(({ route }) => route === '/')?.label, 'Open plots');
    },
  },
  {
    element: 'point 2 · screen columns: Shows',
    mutate: ['| Open plots | Plot where `status != Closed` |', '| Open plots | Plot |'],
    probe: async (garden) => assert.deepEqual(await garden.rows('Vera', '/'), ['C3', 'B2', 'A1']),
  },
  {
    element: 'point 2 · screen columns: As',
    mutate: ['| table: code, ward, fee |', '| |'],
    probe: async (garden) => assert.deepEqual((await garden.screen('Vera', '/'))?.fields, ['code', 'ward', 'fee']),
  },
  {
    element: 'point 2 · screen columns: For',
    mutate: ['| board by status | Keeper |', '| board by status | |'],
    probe: async (garden) => {
      const mika = await garden.as('Mika');
      assert.equal((await mika.get('/_/open?path=/board')).status, 403);
      assert.ok(!(await garden.view('Mika')).navigation.some(({ route }) => route === '/board'));
    },
  },
  {
    element: 'point 2 · screen keys: Columns',
    given: [
      ['| `/by-fee` | By fee | Plot | table: code, fee |', '| `/by-fee` | By fee | Plot | table |'],
      ['- Sort: fee\n', '- Sort: fee\n- Columns: fee, code (Keeper)\n'],
    ],
    mutate: ['- Columns: fee, code (Keeper)\n', ''],
    probe: async (garden) => {
      const screen = await garden.screen('Vera', '/by-fee');
      assert.deepEqual(screen?.fields, ['fee', 'code']);
    },
  },
  {
    element: 'point 2 · screen keys: Sort',
    mutate: ['- Sort: fee\n', ''],
    probe: async (garden) => assert.deepEqual(await garden.rows('Vera', '/by-fee'), ['C3', 'A1', 'D4', 'B2']),
  },
  {
    element: 'point 2 · screen keys: Group by',
    given: [['- Sort: fee\n', '- Sort: fee\n- Group by: status\n']],
    mutate: ['- Group by: status\n', '- Group by: no\n'],
    probe: async (garden) => {
      const vera = await garden.as('Vera');
      assert.equal((await garden.screen('Vera', '/by-fee'))?.group, 'status');
      const path = `/_/groups?screen=${encodeURIComponent(screenAt('/by-fee'))}&by=status`;
      assert.equal((await vera.get(path)).status, 200);
    },
  },
  {
    element: 'point 2 · screen keys: Actions',
    mutate: ['- Actions: request\n', ''],
    probe: async (garden) => assert.deepEqual((await garden.screen('Mika', '/'))?.actions, ['request']),
  },
  {
    element: 'point 2 · screen keys: When empty',
    mutate: ['- When empty: Every plot is let.\n', ''],
    probe: async (garden) => {
      const { model } = await garden.view('Mika');
      assert.equal(model.screens.find(({ route }) => route === '/')?.whenEmpty, 'Every plot is let.');
    },
  },
  {
    element: 'point 2 · screen keys: Number',
    mutate: ['- Number: Plots, count\n', ''],
    probe: async (garden) => assert.equal((await garden.tile('Plots'))?.points[0]?.label, 'Plots'),
  },
  {
    element: 'point 2 · screen keys: Chart',
    mutate: ['- Chart: Soils, bar, count by soil\n', ''],
    probe: async (garden) => assert.equal((await garden.tile('Soils'))?.points.length, 3),
  },
  {
    element: 'point 2 · screen keys: Filter',
    given: [['- Sort: fee\n', '- Sort: fee\n- Filter: Dear where `fee > 30 EUR`, on at first\n']],
    mutate: ['- Filter: Dear where `fee > 30 EUR`, on at first\n', ''],
    probe: async (garden) => assert.deepEqual(await garden.rows('Vera', '/by-fee'), ['D4', 'B2']),
  },
  {
    element: 'point 2 · screen keys: Switch',
    given: [['- Sort: fee\n', '- Sort: fee\n- Switch: Show closed where `status == Closed`\n']],
    mutate: ['- Switch: Show closed where `status == Closed`\n', ''],
    probe: async (garden) => {
      assert.deepEqual(await garden.rows('Vera', '/by-fee'), ['C3', 'A1', 'B2']);
      assert.deepEqual(await garden.rows('Vera', '/by-fee', '&filters=Show%2520closed'), ['C3', 'A1', 'D4', 'B2']);
    },
  },
  {
    element: 'point 2 · screen keys: Section',
    given: [['### House rules\n', '### Plot\n\n- Section: Money: fee, deposit for Keeper\n\n### House rules\n']],
    mutate: ['- Section: Money: fee, deposit for Keeper\n', ''],
    probe: async (garden) => {
      const plot = await garden.screen('Vera', '/plots/:id');
      assert.deepEqual(
        plot?.sections.map(({ label, fields }) => [label, fields]),
        [['Money', ['fee', 'deposit']]],
      );
      assert.ok(!(await garden.screen('Mika', '/plots/:id'))?.fields.includes('fee'));
    },
  },
  {
    element: 'point 2 · screen keys: Link',
    given: [['- Sort: fee\n', '- Sort: fee\n- Link: How to behave → `/house-rules`\n']],
    mutate: ['- Link: How to behave → `/house-rules`\n', ''],
    probe: async (garden) => {
      const links = (await garden.screen('Vera', '/by-fee'))?.links;
      assert.deepEqual(links, [{ text: 'How to behave', route: '/house-rules', screen: screenAt('/house-rules') }]);
    },
  },
  {
    element: 'point 2 · screen keys: Start for',
    given: [['- Sort: fee\n', '- Sort: fee\n- Start for: Keeper\n']],
    mutate: ['- Start for: Keeper\n', ''],
    probe: async (garden) => assert.equal(firstScreenPath(await garden.view('Vera')), '/by-fee'),
  },
  {
    element: 'point 2 · screen keys: Menu',
    given: [['- Sort: fee\n', '- Sort: fee\n- Menu: no\n']],
    mutate: ['- Menu: no\n', '- Menu: yes\n'],
    probe: async (garden) => {
      assert.ok(!(await garden.view('Vera')).navigation.some(({ route }) => route === '/by-fee'));
    },
  },
  {
    element: 'point 2 · screen keys: Export',
    given: [['- Sort: fee\n', '- Sort: fee\n- Export: no\n']],
    mutate: ['- Export: no\n', ''],
    probe: async (garden) => {
      const vera = await garden.as('Vera');
      assert.equal((await vera.get(`/_/export?screen=${encodeURIComponent(screenAt('/by-fee'))}`)).status, 403);
      assert.equal((await garden.screen('Vera', '/by-fee'))?.exports, false);
    },
  },
  {
    element: 'point 2 · screen keys: Import',
    given: [['- Sort: fee\n', '- Sort: fee\n- Import: no\n']],
    mutate: ['- Import: no\n', ''],
    probe: async (garden) => {
      const vera = await garden.as('Vera');
      const path = `/_/import?do=look&screen=${encodeURIComponent(screenAt('/by-fee'))}`;
      assert.equal((await vera.post(path, 'code\n', { 'content-type': 'text/csv' })).status, 403);
      assert.equal((await garden.screen('Vera', '/by-fee'))?.imports, false);
    },
  },
  {
    element: 'point 2 · screen keys: Trash',
    given: [['### By fee\n', '### People\n\n- Trash: no\n\n### By fee\n']],
    mutate: ['- Trash: no\n', ''],
    probe: async (garden) => {
      const vera = await garden.as('Vera');
      assert.equal((await vera.get('/_/deleted/Gardener')).status, 403);
      assert.equal((await garden.screen('Vera', '/people'))?.trash, false);
    },
  },
  {
    element: 'point 2 · screen keys: Edit in place',
    given: [['### By fee\n', '### People\n\n- Edit in place: no\n\n### By fee\n']],
    mutate: ['- Edit in place: no\n', ''],
    probe: async (garden) => assert.equal((await garden.screen('Vera', '/people'))?.inline, false),
  },
  {
    element: 'point 2 · screen keys: Presence',
    given: [['### By fee\n', '### Plot\n\n- Presence: no\n\n### By fee\n']],
    mutate: ['- Presence: no\n', ''],
    probe: async (garden) => {
      assert.equal((await garden.screen('Vera', '/plots/:id'))?.presence, false);
      const { compiled: app } = garden.server.runtime.current();
      const roles = new Set((await garden.view('Vera')).roles);
      const row = await garden.server.store.people('Gardener', 1).then(([first]) => first ?? null);
      assert.equal(mayBePresent(app, { row, roles }, 'Plot'), false);
    },
  },
  {
    element: 'point 2 · screen keys: Duplicate',
    given: [['### By fee\n', '### Plot\n\n- Duplicate: no\n\n### By fee\n']],
    mutate: ['- Duplicate: no\n', ''],
    probe: async (garden) => assert.equal((await garden.screen('Vera', '/plots/:id'))?.duplicates, false),
  },
  {
    element: 'point 2 · screen keys: Related',
    given: [['### By fee\n', '### Plot\n\n- Related: no\n\n### By fee\n']],
    mutate: ['- Related: no\n', ''],
    probe: async (garden) => {
      assert.deepEqual((await garden.screen('Vera', '/plots/:id'))?.related, []);
    },
  },
  {
    element: 'point 2 · screen keys: Comments',
    given: [['### By fee\n', '### Plot\n\n- Comments: yes\n\n### By fee\n']],
    mutate: ['- Comments: yes\n', ''],
    probe: async (garden) => {
      assert.equal((await garden.screen('Vera', '/plots/:id'))?.comments, true);
      const plot = await garden.newPlot();
      const vera = await garden.as('Vera');
      assert.equal((await vera.post(`/_/records/Plot/${plot.id}/comments`, { text: 'Dry.' })).status, 201);
    },
  },
  {
    element: 'point 2 · screen keys: Shares views',
    given: [['- Sort: fee\n', '- Sort: fee\n- Shares views: Treasurer\n']],
    mutate: ['- Shares views: Treasurer\n', ''],
    probe: async (garden) => {
      // Whoever changes roles would share where no line says who does.
      const vera = await garden.as('Vera');
      const { body } = await vera.get<WireListViews>(`/_/views?screen=${encodeURIComponent(screenAt('/by-fee'))}`);
      assert.deepEqual(body.shares, []);
    },
  },
  {
    element: 'point 2 · screen keys: Only if',
    given: [['- Sort: fee\n', '- Sort: fee\n- Only if: `me.name != "Bo Lind"`\n']],
    mutate: ['- Only if: `me.name != "Bo Lind"`\n', ''],
    probe: async (garden) => {
      assert.equal(await ledTo(garden, 'Vera', '/by-fee'), undefined);
      assert.deepEqual(await ledTo(garden, 'Bo', '/by-fee'), { route: null, message: null });
    },
  },
  {
    element: 'point 2 · screen keys: Otherwise',
    given: [['- Sort: fee\n', '- Sort: fee\n- Otherwise: `/house-rules` "Read these first."\n']],
    mutate: ['- Otherwise: `/house-rules` "Read these first."\n', ''],
    probe: async (garden) => {
      assert.deepEqual(await ledTo(garden, 'Mika', '/by-fee'), {
        route: '/house-rules',
        message: 'Read these first.',
      });
    },
  },
  {
    element: 'point 2 · screen keys: Redirects to',
    given: [OLD, ['### By fee\n', '### Old\n\n- Redirects to: `/house-rules`\n\n### By fee\n']],
    mutate: ['- Redirects to: `/house-rules`\n', ''],
    probe: async (garden) => assert.equal((await leading(garden, '/old', 'otherwise'))?.route, '/house-rules'),
  },
  {
    element: 'point 2 · screen keys: Then',
    given: [['### By fee\n', '### New plot\n\n- Then: `/plots/:id` "Thank you."\n\n### By fee\n']],
    mutate: ['- Then: `/plots/:id` "Thank you."\n', ''],
    probe: async (garden) => {
      const next = await leading(garden, '/plots/new', 'next');
      assert.deepEqual([next?.route, next?.message], ['/plots/:id', 'Thank you.']);
    },
  },
  {
    element: 'point 2 · screen keys: Refresh',
    given: [['- Sort: fee\n', '- Sort: fee\n- Refresh: every 60 seconds\n']],
    mutate: ['- Refresh: every 60 seconds\n', ''],
    probe: async (garden) => assert.equal((await garden.screen('Vera', '/by-fee'))?.refresh, 60_000),
  },
  {
    element: 'point 2 · screen keys: Page size',
    given: [['- Sort: fee\n', '- Sort: fee\n- Page size: 2\n']],
    mutate: ['- Page size: 2\n', ''],
    probe: async (garden) => assert.deepEqual(await garden.rows('Vera', '/by-fee'), ['C3', 'A1']),
  },
  {
    element: 'point 2 · views: list',
    mutate: ['| Tool | list | Member |', '| Tool | table | Member |'],
    probe: async (garden) => assert.equal((await garden.screen('Mika', '/tools'))?.kind, 'list'),
  },
  ...listedKinds.map(
    (kind): Probe => ({
      element: `point 2 · views: ${kind}`,
      given: [['| Tool | list | Member |', `| Tool | ${kind} | Member |`]],
      mutate: [`| Tool | ${kind} | Member |`, '| Tool | table | Member |'],
      probe: async (garden) => assert.equal((await garden.screen('Mika', '/tools'))?.kind, kind),
    }),
  ),
  {
    element: 'point 2 · views: calendar',
    given: [['| Tool | list | Member |', '| Tool | calendar by dueAt | Member |']],
    mutate: ['| calendar by dueAt |', '| table |'],
    probe: async (garden) => {
      assert.deepEqual((await garden.screen('Mika', '/tools'))?.calendar, { field: 'dueAt', until: null });
    },
  },
  {
    element: 'point 2 · views: sign in',
    given: [['| Tool | list | Member |', '| | sign in | |']],
    mutate: ['| | sign in | |', '| | page | |'],
    probe: async (garden) => {
      const { body } = await garden.server.guest.get<{ view: View }>('/_/app');
      assert.deepEqual(
        body.view.screens.map(({ route, kind }) => `${route} ${kind}`),
        ['/tools sign-in'],
      );
    },
  },
  {
    element: 'point 2 · views: redirect',
    given: [OLD],
    mutate: ['| redirect | Member |', '| page | Member |'],
    probe: async (garden) => {
      const { screens, navigation } = await garden.view('Mika');
      assert.equal(screens.find(({ route }) => route === '/old')?.kind, 'redirect');
      assert.ok(!navigation.some(({ route }) => route === '/old'));
    },
  },
  {
    element: 'point 2 · views: table',
    mutate: ['| Plot | table: code, fee | Keeper |\n| `/dearest`', '| Plot | record | Keeper |\n| `/dearest`'],
    probe: async (garden) => assert.equal((await garden.screen('Vera', '/by-fee'))?.kind, 'table'),
  },
  {
    element: 'point 2 · views: form',
    mutate: ['form: code, ward, fee, soil', 'table: code, ward, fee, soil'],
    probe: async (garden) => {
      const form = await garden.screen('Vera', '/plots/new');
      assert.deepEqual([form?.kind, form?.fields], ['form', ['code', 'ward', 'fee', 'soil']]);
      assert.equal((await garden.screen('Vera', '/by-fee'))?.form, form?.id);
      assert.ok(!(await garden.view('Vera')).navigation.some(({ route }) => route === '/plots/new'));
    },
  },
  {
    element: 'point 2 · views: record',
    mutate: ['| Plot | record |', '| Plot | page |'],
    probe: async (garden) => assert.equal((await garden.screen('Vera', '/'))?.record, screenAt('/plots/:id')),
  },
  {
    element: 'point 2 · views: board',
    mutate: ['| board by status |', '| table |'],
    probe: async (garden) => {
      const board = (await garden.screen('Vera', '/board'))?.board;
      assert.deepEqual(board, { field: 'status', columns: ['Requested', 'Free', 'Granted'], none: null, of: null });
    },
  },
  {
    element: 'point 2 · views: dashboard',
    mutate: ['| Plot | dashboard |', '| Plot | table |'],
    probe: async (garden) => assert.equal((await garden.screen('Vera', '/figures'))?.kind, 'dashboard'),
  },
  {
    element: 'point 2 · views: page',
    mutate: ['| House rules | | page |', '| House rules | | form |'],
    probe: async (garden) => {
      assert.equal((await garden.screen('Mika', '/house-rules'))?.kind, 'page');
      const { model } = await garden.view('Mika');
      assert.equal(model.screens.find(({ route }) => route === '/house-rules')?.help, 'Water in the evening.');
    },
  },
  {
    element: 'point 2 · orders: field',
    mutate: ['- Sort: fee\n', '- Sort: code\n'],
    probe: async (garden) => assert.deepEqual(await garden.rows('Vera', '/by-fee'), ['C3', 'A1', 'D4', 'B2']),
  },
  {
    element: 'point 2 · orders: -field',
    mutate: ['- Sort: -fee\n', '- Sort: fee\n'],
    probe: async (garden) => assert.deepEqual(await garden.rows('Vera', '/dearest'), ['B2', 'D4', 'A1', 'C3']),
  },
  {
    element: 'point 2 · orders: newest first',
    mutate: ['- Sort: yard, newest first\n', '- Sort: yard, oldest first\n'],
    probe: async (garden) => assert.deepEqual(await garden.rows('Vera', '/latest'), ['D4', 'C3', 'B2', 'A1']),
  },
  {
    element: 'point 2 · orders: oldest first',
    mutate: ['- Sort: oldest first\n', ''],
    probe: async (garden) => assert.deepEqual(await garden.rows('Vera', '/earliest'), ['A1', 'B2', 'C3', 'D4']),
  },
  measure('count', 'Plots', 'Plots, count\n', 'Plots, max of number\n', '4'),
  measure('sum of field', 'Takings', 'Takings, sum of fee', 'Takings, count', '140.00'),
  measure('average of field', 'Usual fee', 'average of fee', 'sum of fee', '35.00'),
  measure('min of field', 'Lowest fee', 'min of fee', 'max of fee', '20.00'),
  measure('max of field', 'Highest fee', 'max of fee', 'min of fee', '55.00'),
  {
    element: 'point 2 · charts: bar',
    mutate: ['Soils, bar,', 'Soils, line,'],
    probe: async (garden) => assert.equal(await shapeOf(garden, 'Soils'), 'bar'),
  },
  {
    element: 'point 2 · charts: line',
    mutate: ['Fees, line,', 'Fees, bar,'],
    probe: async (garden) => assert.equal(await shapeOf(garden, 'Fees'), 'line'),
  },
  {
    element: 'point 2 · charts: by field',
    mutate: ['count by soil', 'count by ward'],
    probe: async (garden) => {
      const points = (await garden.tile('Soils'))?.points.map(({ key, value }) => `${key} ${value}`);
      assert.deepEqual(points, ['Clay 2', 'Sand 1', 'Loam 1']);
    },
  },
  {
    element: 'point 2 · charts: by month of field',
    mutate: ['by month of since', 'by year of since'],
    probe: async (garden) => {
      const points = (await garden.tile('Fees'))?.points ?? [];
      assert.deepEqual([points.length, points.at(-1)?.key, points.at(-1)?.value], [12, '2026-08-01', '140.00']);
    },
  },
];

/** Where somebody is led who opens an address; undefined: they stay. */
async function ledTo(garden: Garden, name: string, path: string) {
  const { status, body } = await (await garden.as(name)).get<{ leads?: unknown }>(`/_/open?path=${path}`);
  assert.equal(status, 200);
  return body.leads ?? undefined;
}

async function leading(garden: Garden, route: string, key: 'otherwise' | 'next') {
  const { model } = await garden.view('Vera');
  return model.screens.find((screen) => screen.route === route)?.[key];
}

function measure(word: string, tile: string, find: string, replace: string, value: string): Probe {
  return {
    element: `point 2 · measures: ${word}`,
    mutate: [find, replace],
    probe: async (garden) => assert.equal((await garden.tile(tile))?.points[0]?.value, value),
  };
}

/** How the client is told to draw a chart. */
async function shapeOf(garden: Garden, chart: string): Promise<string | undefined> {
  const { model } = await garden.view('Vera');
  return model.screens.flatMap(({ charts }) => charts).find(({ name }) => name === chart)?.shape;
}
