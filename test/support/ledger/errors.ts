import assert from 'node:assert/strict';
import { ERROR_WORDS } from '../../../src/model/lookups/error-shape.ts';
import { origin } from '../http/server.ts';
import type { Probe } from './prove.ts';
import type { Garden } from './world.ts';

type Change = readonly [find: string, replace: string];

const TABLE = '| Code | Status | Message | What to do |\n| --- | --- | --- | --- |\n| FEE_TOO_HIGH |';

/** Adds keys above the table of errors. */
const keys = (...lines: readonly string[]): Change => [
  TABLE,
  `${lines.map((line) => `- ${line}`).join('\n')}\n\n${TABLE}`,
];

const columns = (name: string, value: string, missing = ''): readonly Change[] => [
  [
    TABLE,
    `| Code | Status | ${name} | Message | What to do |\n| --- | --- | --- | --- | --- |\n| NOT_FOUND | 404 | ${value} | Nothing here. | |\n| FEE_TOO_HIGH |`,
  ],
  ['\n| FEE_TOO_HIGH | 423 |', `\n| FEE_TOO_HIGH | 423 | ${missing} |`],
];

/** The answer to a request for a plot that does not exist. */
async function refused(garden: Garden): Promise<{ readonly body: unknown; readonly type: string | null }> {
  const { body, headers } = await (await garden.as('Vera')).get('/api/beds/none');
  return { body, type: headers.get('content-type') };
}

/** The answer to a change with a wrong value. */
async function wrong(garden: Garden): Promise<unknown> {
  const vera = await garden.as('Vera');
  return (await vera.post('/api/beds', { code: 'N1', fee: 'much', number: 'some' })).body;
}

/** What a word gives in the answer to a change with one wrong value. */
const GIVES: Readonly<Record<string, unknown>> = {
  code: 'WRONG_TYPE',
  status: 422,
  title: 'Unprocessable Entity',
  field: 'fee',
  member: 'fee',
  path: ['fee'],
  pointer: '/fee',
  value: 'much',
  entity: 'Plot',
  call: 'new plot',
  method: 'POST',
  'url path': '/api/beds',
  url: 'http://localhost:4000/api/beds',
  count: 2,
};

const wordProbe = (name: string): Probe => ({
  element: `point 8 · error words: ${name}`,
  given: [keys(`Body: \`{ "given": ${name} }\``)],
  mutate: [`"given": ${name} }`, '"given": null }'],
  probe: async (garden) => {
    const { given } = (await wrong(garden)) as { readonly given: unknown };
    if (Object.hasOwn(GIVES, name)) assert.deepEqual(given, GIVES[name]);
    else assert.notEqual(given, null);
  },
});

/** Point 8: the columns about bodies. */
export const errorColumns: readonly Probe[] = [
  {
    element: 'point 8 · error columns: At',
    given: [...columns('At', 'plot'), keys('Body: `{ "about": field }`')].toReversed(),
    mutate: ['| NOT_FOUND | 404 | plot |', '| NOT_FOUND | 404 | |'],
    probe: async (garden) => assert.deepEqual((await refused(garden)).body, { about: 'plot' }),
  },
  {
    element: 'point 8 · error columns: Body',
    given: columns('Body', '`{ "lost": message }`'),
    mutate: ['`{ "lost": message }`', ''],
    probe: async (garden) => assert.deepEqual((await refused(garden)).body, { lost: 'Nothing here.' }),
  },
];

/** Point 8: the bodies of refusals. */
export const errorBodies: readonly Probe[] = [
  {
    element: 'point 8 · error keys: Body',
    given: [keys('Body: `{ "kind": code }`')],
    mutate: ['`{ "kind": code }`', '`{ "sort": code }`'],
    probe: async (garden) => assert.deepEqual((await refused(garden)).body, { kind: 'NOT_FOUND' }),
  },
  {
    element: 'point 8 · error keys: Media type',
    given: [keys('Body: `{ "kind": code }`', 'Media type: application/vnd.garden+json')],
    mutate: ['- Media type: application/vnd.garden+json', ''],
    probe: async (garden) => assert.equal((await refused(garden)).type, 'application/vnd.garden+json'),
  },
  {
    element: 'point 8 · error keys: At',
    given: [keys('Body: `{ "about": field }`', 'At: base')],
    mutate: ['- At: base', ''],
    probe: async (garden) => assert.deepEqual((await refused(garden)).body, { about: 'base' }),
  },
  ...Object.keys(ERROR_WORDS)
    .filter((name) => name !== 'request id')
    .map(wordProbe),
  {
    element: 'point 8 · error words: request id',
    given: [keys('Body: `{ "given": request id }`')],
    mutate: ['"given": request id }', '"given": null }'],
    probe: async ({ server }) => {
      const answer = await server.fetch(new Request(`${origin}/api/beds`), { id: 'request-1' });
      assert.deepEqual(await answer.json(), { given: 'request-1' });
    },
  },
  {
    element: 'point 8 · error words: {field}',
    given: [keys('Body: `{ "{field}": [code] }`')],
    mutate: ['"{field}"', '"fields"'],
    probe: async (garden) => assert.deepEqual(await wrong(garden), { fee: ['WRONG_TYPE'], number: ['WRONG_TYPE'] }),
  },
  {
    element: 'point 8 · error words: list',
    given: [keys('Body: `{ "all": [{ "at": field }] }`')],
    mutate: ['[{ "at": field }]', '{ "at": field }'],
    probe: async (garden) => assert.deepEqual(await wrong(garden), { all: [{ at: 'fee' }, { at: 'number' }] }),
  },
  {
    element: 'point 8 · error words: text',
    given: [keys('Body: `{ "see": "/errors/{code}" }`')],
    mutate: ['"/errors/{code}"', 'code'],
    probe: async (garden) => assert.deepEqual((await refused(garden)).body, { see: '/errors/NOT_FOUND' }),
  },
];
