import assert from 'node:assert/strict';
import { signInKey } from './account-calls.ts';
import type { Probe } from './prove.ts';
import type { Garden } from './world.ts';

type Change = readonly [find: string, replace: string];

/** Adds keys for all calls. */
const forAll = (keys: string): Change => [
  '## 7. The calls it makes\n\n| Call | Method and path',
  `## 7. The calls it makes\n\n${keys}\n\n| Call | Method and path`,
];

/** Adds the part of a call or shape. */
const part = (text: string): Change => ['## 8. The error catalogue', `${text}\n\n## 8. The error catalogue`];

/** Answers one plot in a shape of its own. */
const GETS_SHAPE: Change = ['| read Plot | | Plot | |', '| read Plot | | PlotView | |'];

const SHAPE = [
  '### Shape: PlotView\n',
  '- Of: Plot\n',
  '| Member | Value |',
  '| --- | --- |',
  '| label | code |',
  '| kind | "plot" |',
].join('\n');

async function statusOfChange(
  garden: Garden,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<number> {
  const { id } = await garden.newPlot();
  const caller = await garden.as('Vera');
  return (await caller.call('PATCH', `/api/beds/${id}`, { ward: 'North', ...body }, headers)).status;
}

/** Absent, null and empty members, for all calls and for one. */
const bodyRules = (['keys of all calls', 'call keys'] as const).flatMap((group) =>
  (
    [
      ['Absent members', 'kept', {}],
      ['Null members', 'cleared', { ward: null }],
      ['Empty texts', 'cleared', { ward: ' ' }],
    ] as const
  ).map(([key, other, body]): Probe => {
    const keys = `- If-Match: optional\n- ${key}: refused`;
    return {
      element: `point 7 · ${group}: ${key}`,
      given: [group === 'call keys' ? part(`### change plot\n\n${keys}`) : forAll(keys)],
      mutate: [`- ${key}: refused`, `- ${key}: ${other}`],
      probe: async (garden) => assert.equal(await statusOfChange(garden, {}, body), 422),
    };
  }),
);

/** The formats of bodies, for all calls and for one. */
const bodyFormats = (['keys of all calls', 'call keys'] as const).map((group): Probe => {
  const keys = '- If-Match: optional\n- Bodies: JSON, form';
  return {
    element: `point 7 · ${group}: Bodies`,
    given: [group === 'call keys' ? part(`### change plot\n\n${keys}`) : forAll(keys)],
    mutate: ['- Bodies: JSON, form', '- Bodies: JSON'],
    probe: async (garden) => {
      const { id } = await garden.newPlot();
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status } = await (await garden.as('Vera')).call('PATCH', `/api/beds/${id}`, 'ward=North', form);
      assert.equal(status, 200);
    },
  };
});

/** The forms of times and decimals, for all calls and for one. */
const valueForms = (['keys of all calls', 'call keys'] as const).flatMap((group) =>
  (
    [
      ['Times', 'Unix seconds', 'ISO 8601', 'createdAt', null],
      ['Decimals', 'number', 'text', 'fee', { fee: 10 }],
    ] as const
  ).map(([key, value, other, field, sent]): Probe => {
    const keys = `- ${key}: ${value}`;
    return {
      element: `point 7 · ${group}: ${key}`,
      given: [group === 'call keys' ? part(`### one plot\n\n${keys}`) : forAll(keys)],
      mutate: [keys, `- ${key}: ${other}`],
      probe: async (garden) => {
        if (group === 'call keys' || sent === null)
          return assert.equal(typeof Object(await onePlot(garden))[field], 'number');
        assert.equal((await garden.create('Vera', 'Plot', { code: 'N1', ...sent })).status, 201);
      },
    };
  }),
);

/** How often calls are requested, and keys of repeated requests, for all calls and for one. */
const requestKeys = (['keys of all calls', 'call keys'] as const).flatMap((group): Probe[] => {
  const given = (call: string, keys: string) => (group === 'call keys' ? part(`### ${call}\n\n${keys}`) : forAll(keys));
  const change = '- If-Match: optional\n- Idempotency-Key: required';
  return [
    {
      element: `point 7 · ${group}: Rate limit`,
      given: [given('one plot', '- Rate limit: 1 per day')],
      mutate: ['- Rate limit: 1 per day', '- Rate limit: 90 per day'],
      probe: async (garden) => {
        const caller = await garden.as('Vera');
        await caller.get('/api/beds/none');
        assert.equal((await caller.get('/api/beds/none')).status, 429);
      },
    },
    {
      element: `point 7 · ${group}: Idempotency-Key`,
      given: [given('drop plot', change)],
      mutate: ['- Idempotency-Key: required', '- Idempotency-Key: optional'],
      probe: async (garden) => {
        const caller = await garden.as('Vera');
        assert.equal((await caller.call('DELETE', '/api/beds/none', undefined, { 'if-match': '*' })).status, 400);
      },
    },
  ];
});

async function onePlot(garden: Garden): Promise<object> {
  const { id } = await garden.newPlot();
  return (await (await garden.as('Vera')).get<object>(`/api/beds/${id}`)).body;
}

/** Point 7: keys for all calls and for one, and shapes. */
export const contracts: readonly Probe[] = [
  signInKey,
  {
    element: 'point 7 · keys of all calls: If-Match',
    given: [forAll('- If-Match: not used')],
    mutate: ['- If-Match: not used', '- If-Match: required'],
    probe: async (garden) => assert.equal(await statusOfChange(garden, {}, {}), 200),
  },
  {
    element: 'point 7 · keys of all calls: Unknown members',
    given: [forAll('- If-Match: optional\n- Unknown members: ignored')],
    mutate: ['- Unknown members: ignored', '- Unknown members: refused'],
    probe: async (garden) => assert.equal(await statusOfChange(garden, {}, { sun: 1 }), 200),
  },
  ...bodyFormats,
  ...bodyRules,
  ...valueForms,
  ...requestKeys,
  {
    element: 'point 7 · keys of all calls: OpenAPI',
    given: [forAll('- OpenAPI: /openapi.json')],
    mutate: ['- OpenAPI: /openapi.json', '- OpenAPI: /other.json'],
    probe: async ({ server }) => assert.equal((await server.guest.get('/openapi.json')).status, 200),
  },
  {
    element: 'point 7 · keys of all calls: Documentation',
    given: [forAll('- Documentation: /docs')],
    mutate: ['- Documentation: /docs', '- Documentation: /other'],
    probe: async ({ server }) => assert.equal((await server.guest.get('/docs')).status, 200),
  },
  {
    element: 'point 7 · keys of all calls: Names',
    given: [forAll('- Names: snake_case')],
    mutate: ['- Names: snake_case', '- Names: camelCase'],
    probe: async (garden) => assert.ok('created_at' in (await onePlot(garden))),
  },
  {
    element: 'point 7 · keys of all calls: Other calls',
    given: [forAll('- Other calls: hidden')],
    mutate: ['- Other calls: hidden', '- Other calls: answered'],
    probe: async (garden) => {
      const { model } = garden;
      const path = model.calls.find(({ does }) => does.kind === 'list' && does.entity === 'Gardener')?.path ?? '';
      assert.equal((await (await garden.as('Vera')).get(path)).status, 404);
    },
  },
  {
    element: 'point 7 · keys of all calls: CORS',
    given: [forAll('- CORS: https://app.example')],
    mutate: ['- CORS: https://app.example', '- CORS: https://other.example'],
    probe: async (garden) => {
      const answer = await garden.server.guest.get('/api/beds', { origin: 'https://app.example' });
      assert.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example');
    },
  },
  {
    element: 'point 7 · call keys: If-Match',
    given: [part('### change plot\n\n- If-Match: optional')],
    mutate: ['- If-Match: optional', '- If-Match: required'],
    probe: async (garden) => assert.equal(await statusOfChange(garden, {}, {}), 200),
  },
  {
    element: 'point 7 · call keys: Unknown members',
    given: [part('### change plot\n\n- If-Match: optional\n- Unknown members: ignored')],
    mutate: ['- Unknown members: ignored', '- Unknown members: refused'],
    probe: async (garden) => assert.equal(await statusOfChange(garden, {}, { sun: 1 }), 200),
  },
  {
    element: 'point 7 · call keys: Status',
    given: [part('### change plot\n\n- If-Match: optional\n- Status: 202')],
    mutate: ['- Status: 202', '- Status: 200'],
    probe: async (garden) => assert.equal(await statusOfChange(garden, {}, {}), 202),
  },
  {
    element: 'point 7 · call keys: Existing record',
    given: [part('### new plot\n\n- Existing record: 200')],
    mutate: ['- Existing record: 200', '- Existing record: 202'],
    probe: async (garden) => {
      const { id } = await garden.newPlot({ number: 7 });
      const caller = await garden.as('Vera');
      const again = await caller.post<{ id: string }>('/api/beds', { code: 'N2', fee: '10.00', number: 7 });
      assert.deepEqual([again.status, again.body.id], [200, id]);
    },
  },
  {
    element: 'point 7 · call keys: Error body',
    given: [part('### one plot\n\n- Error body: `{ "gone": code }`')],
    mutate: ['- Error body: `{ "gone": code }`', '- Error body: `{ "lost": code }`'],
    probe: async (garden) => {
      const { body } = await (await garden.as('Vera')).get('/api/beds/none');
      assert.deepEqual(body, { gone: 'NOT_FOUND' });
    },
  },
  {
    element: 'point 7 · shape keys: Of',
    given: [GETS_SHAPE, part(SHAPE)],
    mutate: ['- Of: Plot\n', '- Of: Tool\n'],
    probe: async (garden) => assert.deepEqual(await onePlot(garden), { label: 'N1', kind: 'plot' }),
  },
  {
    element: 'point 7 · shape keys: Includes',
    given: [
      ['| read Plot | | Plot | |', '| read Plot | | More | |'],
      part(SHAPE),
      part('### Shape: More\n\n- Of: Plot\n- Includes: PlotView\n\n| Member | Value |\n| --- | --- |\n| fee | |'),
    ],
    mutate: ['- Includes: PlotView\n', ''],
    probe: async (garden) => assert.deepEqual(await onePlot(garden), { label: 'N1', kind: 'plot', fee: '10.00' }),
  },
  {
    element: 'point 7 · shape columns: Member',
    given: [GETS_SHAPE, part(SHAPE)],
    mutate: ['| label | code |', '| name | code |'],
    probe: async (garden) => assert.deepEqual(await onePlot(garden), { label: 'N1', kind: 'plot' }),
  },
  {
    element: 'point 7 · shape columns: Value',
    given: [GETS_SHAPE, part(SHAPE)],
    mutate: ['| kind | "plot" |', '| kind | "bed" |'],
    probe: async (garden) => assert.deepEqual(await onePlot(garden), { label: 'N1', kind: 'plot' }),
  },
  ...(
    [
      ['field', '`keeper == me`', 'fee', true],
      ['path as SHAPE', '`keeper as Person`', '`keeper as email`', { name: 'Vera Holm' }],
      ['SHAPE', 'PlotView', 'code', { label: 'N1', kind: 'plot' }],
      ['constant', '"bed"', 'code', 'bed'],
    ] as const
  ).map(
    ([word, value, other, expected]): Probe => ({
      element: `point 7 · member values: ${word}`,
      given: [
        ['| read Plot | | Plot | |', '| read Plot | | One | |'],
        part(SHAPE),
        part('### Shape: Person\n\n- Of: Gardener\n\n| Member | Value |\n| --- | --- |\n| name | |'),
        part(`### Shape: One\n\n- Of: Plot\n\n| Member | Value |\n| --- | --- |\n| what | ${value} |`),
      ],
      mutate: [`| what | ${value} |`, `| what | ${other} |`],
      probe: async (garden) => assert.deepEqual(await onePlot(garden), { what: expected }),
    }),
  ),
  {
    element: 'point 7 · member values: url of CALL',
    given: [['| read Plot | | Plot | |', '| read Plot | | `{ "what": url of one plot }` | |']],
    mutate: ['"what": url of one plot', '"what": code'],
    probe: async (garden) =>
      assert.match(
        String(((await onePlot(garden)) as { what?: string }).what),
        /^http:\/\/localhost:4000\/api\/beds\/[0-9a-f-]{36}$/,
      ),
  },
  {
    element: 'point 7 · member values: ENTITY by FIELD as SHAPE',
    given: [
      [
        '| tools | GET | /api/shed | list Tool |',
        '| tools | GET | /api/shed | list Tool |\n| who | GET | /api/who | list Gardener |',
      ],
      [
        '| Call | Method | Path | Does |\n| --- | --- | --- | --- |',
        '| Call | Method | Path | Does | Gets |\n| --- | --- | --- | --- | --- |',
      ],
      ['| list Gardener |', '| list Gardener | `[Person]` |'],
      ['| list Tool |\n', '| list Tool | |\n'],
      part(
        '### Shape: Person\n\n- Of: Gardener\n\n| Member | Value |\n| --- | --- |\n| plots | `Plot by keeper sorted by -code as code` |',
      ),
    ],
    mutate: ['sorted by -code as code', 'sorted by code as code'],
    probe: async (garden) => {
      const { body } = await (await garden.as('Vera')).get<{ plots: string[] }[]>('/api/who');
      assert.deepEqual(body.find(({ plots }) => plots.length > 0)?.plots, ['D4', 'C3', 'B2', 'A1']);
    },
  },
  {
    element: 'point 7 · member values: total',
    given: [['| page of Plot |', '| `{ "beds": [{ "code": text }], "all": total }` |']],
    mutate: ['"all": total', '"all": 3'],
    probe: async (garden) => assert.equal((await firstPage(garden)).all, 4),
  },
  {
    element: 'point 7 · member values: next',
    given: [['| page of Plot |', '| `{ "beds": [{ "code": text }], "more": next }` |']],
    mutate: ['"more": next', '"more": "no"'],
    probe: async (garden) => {
      const { more } = await firstPage(garden);
      const { body } = await (await garden.as('Vera')).get(`/api/beds?limit=1&sort=code&page=${more ?? ''}`);
      assert.deepEqual((body as Page).beds, [{ code: 'B2' }]);
    },
  },
];

interface Page {
  readonly beds: readonly object[];
  readonly all?: number;
  readonly more?: string | null;
}

const firstPage = async (garden: Garden): Promise<Page> =>
  (await (await garden.as('Vera')).get<Page>('/api/beds?limit=1&sort=code')).body;
