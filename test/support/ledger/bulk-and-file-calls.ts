import assert from 'node:assert/strict';
import type { WireRecord } from '../../../src/engine/core/wire-format.ts';
import type { Probe } from './prove.ts';
import type { Garden } from './world.ts';
import { done } from './world.ts';

const LAST = '| drop plot | DELETE /api/beds/:id | delete Plot | | | |';

type Change = readonly [find: string, replace: string];

/** Adds a call to the garden. */
const withCall = (row: string): readonly Change[] => [[LAST, `${LAST}\n${row}`]];

/** Members may change the manual of a tool. */
const CHANGES_MANUAL: Change = [
  '| Tool: change | | label, count | | |',
  '| Tool: change | | label, count, manual | | |',
];

const UPLOAD = '| send manual | PUT /api/shed/:id/manual | upload Tool.manual | | | |';
const DOWNLOAD = '| get manual | GET /api/shed/:id/manual | download Tool.manual | | | |';

/** Calls about several records and about files. */
export const bulkAndFileCalls: readonly Probe[] = [
  {
    element: 'point 7 · deeds: bulk',
    given: withCall('| new tools | POST /api/many | bulk create Tool | label | | |'),
    mutate: ['| bulk create Tool |', '| create Tool |'],
    probe: async (garden) => {
      const { body } = await (await garden.as('Vera')).post<{ results?: { status: number }[] }>('/api/many', [
        { label: 'Rake' },
        { label: 'Hoe' },
      ]);
      assert.deepEqual(body.results?.map(({ status }) => status) ?? [], [201, 201]);
    },
  },
  {
    element: 'point 7 · deeds: delete all',
    given: [
      ...withCall('| clear | DELETE /api/all | delete all Tool where `label == "Rake"` | | | |'),
      ['| Tool: change | | label, count | | |', '| Tool: change | | label, count | | |\n| Tool: delete | | yes | | |'],
    ],
    mutate: ['| delete all Tool where `label == "Rake"` |', '| delete all Tool where `label == "Hoe"` |'],
    probe: async (garden) => {
      const tool = done(await garden.create('Vera', 'Tool', { label: 'Rake' }));
      done(await (await garden.as('Vera')).delete('/api/all'));
      assert.equal((await garden.read('Vera', tool)).status, 404);
    },
  },
  {
    element: 'point 7 · deeds: values of',
    given: withCall('| labels | GET /api/labels | values of Tool.label | | | |'),
    mutate: ['| values of Tool.label |', '| values of Tool.count |'],
    probe: async (garden) => {
      for (const label of ['Rake', 'Hoe', 'Rake']) done(await garden.create('Vera', 'Tool', { label }));
      const { body } = await (await garden.as('Vera')).get<unknown[]>('/api/labels');
      assert.deepEqual([body.includes('Rake'), body.filter((label) => label === 'Rake').length], [true, 1]);
    },
  },
  {
    element: 'point 7 · deeds: upload',
    given: [...withCall(UPLOAD), CHANGES_MANUAL],
    mutate: ['| upload Tool.manual |', '| download Tool.manual |'],
    probe: async (garden) => {
      const tool = done(await garden.create('Vera', 'Tool', { label: 'Rake' }));
      await sendManual(garden, tool);
      const read = done(await garden.read('Vera', tool)) as WireRecord & { readonly manual: { readonly name: string } };
      assert.equal(read.manual.name, 'rake.pdf');
    },
  },
  {
    element: 'point 7 · deeds: download',
    given: [...withCall(`${UPLOAD}\n${DOWNLOAD}`), CHANGES_MANUAL],
    mutate: ['| download Tool.manual |', '| download Tool.label |'],
    probe: async (garden) => {
      const tool = done(await garden.create('Vera', 'Tool', { label: 'Rake' }));
      await sendManual(garden, tool);
      assert.match((await (await garden.as('Vera')).get(`/api/shed/${tool.id}/manual`)).text, /^%PDF/);
    },
  },
  {
    element: 'point 7 · call keys: Media type',
    given: [['## 8. ', '### tools\n\n- Media type: application/x-ndjson\n\n## 8. ']],
    mutate: ['- Media type: application/x-ndjson', '- Media type: text/csv'],
    probe: async (garden) => {
      const { headers } = await (await garden.as('Vera')).get('/api/shed');
      assert.equal(headers.get('content-type'), 'application/x-ndjson');
    },
  },
];

const PDF = new TextEncoder().encode('%PDF-1.7\n%\u00e2\u00e3\nmanual');

async function sendManual(garden: Garden, tool: WireRecord): Promise<void> {
  const { status, text } = await (await garden.as('Vera')).call('PUT', `/api/shed/${tool.id}/manual`, PDF, {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=rake.pdf',
    'if-match': '*',
  });
  assert.equal(status, 200, text);
}
