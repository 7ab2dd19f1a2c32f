import assert from 'node:assert/strict';
import type { Probe } from './prove.ts';
import type { Garden } from './world.ts';

type Change = readonly [find: string, replace: string];

/** Adds keys for all calls. */
const forAll = (keys: string): Change => [
  '## 7. The calls it makes\n\n| Call | Method and path',
  `## 7. The calls it makes\n\n${keys}\n\n| Call | Method and path`,
];

/** Adds the part of the call that lists the plots. */
const part = (text: string): Change => [
  '## 8. The error catalogue',
  `### plots\n\n${text}\n\n## 8. The error catalogue`,
];

/** Answers a page of plots in these members. */
const gets = (members: string): Change => ['| page of Plot |', `| \`{ "data": [{ "code": code }], ${members} }\` |`];

const WITHOUT_SENDS: Change = ['| list Plot | filter, sort, page |', '| list Plot | |'];

interface Asked {
  readonly status: number;
  readonly body: unknown;
  readonly link: string | null;
}

async function asked(garden: Garden, query: string): Promise<Asked> {
  const { status, body, headers } = await (await garden.as('Vera')).get(`/api/beds${query}`);
  return { status, body, link: headers.get('link') };
}

async function codes(garden: Garden, query: string): Promise<string[] | null> {
  const { body } = await asked(garden, query);
  const { items = null } = body as { items?: readonly { code: string }[] };
  return items === null ? null : items.map(({ code }) => code);
}

/** The keys about pages: each with a value, another value, and what a request gets. */
const KEYS: readonly (readonly [key: string, value: string, other: string, query: string, expected: unknown])[] = [
  ['Paging', 'offset skip, take', 'offset from, take', '?sort=code&skip=1&take=1', ['B2']],
  ['Page size', '2', '3', '?sort=code', ['A1', 'B2']],
  ['Largest page', '2, cut', '2', '?sort=code&limit=40', ['A1', 'B2']],
  ['Sort', '-code', 'code', '?limit=1', ['D4']],
  ['Unknown parameters', 'ignored', 'refused', '?colour=red&limit=1&sort=code', ['A1']],
];

const keys = (['keys of all calls', 'call keys'] as const).flatMap((group) =>
  [...KEYS, ['Headers', 'Link', 'X-Total-Count = total', '?limit=1', true] as const].map(
    ([key, value, other, query, expected]): Probe => ({
      element: `point 7 · ${group}: ${key}`,
      given: [group === 'call keys' ? part(`- ${key}: ${value}`) : forAll(`- ${key}: ${value}`)],
      mutate: [`- ${key}: ${value}`, `- ${key}: ${other}`],
      probe: async (garden) =>
        key === 'Headers'
          ? assert.equal((await asked(garden, query)).link !== null, expected)
          : assert.deepEqual(await codes(garden, query), expected),
    }),
  ),
);

/** A probe of one row of a table of parameters: changing the row changes what a request gets. */
function ofRow(element: string, rows: string, mutate: Change, query: string, expected: readonly string[]): Probe {
  const head = '| Parameter | Filters by | Type | Default | Notes |\n| --- | --- | --- | --- | --- |';
  return {
    element,
    given: [WITHOUT_SENDS, part(`- Sort: code\n\n${head}\n${rows}`)],
    mutate,
    probe: async (garden) => assert.deepEqual(await codes(garden, query), expected),
  };
}

const ALL = ['A1', 'B2', 'C3', 'D4'];
const REST = ['B2', 'C3', 'D4'];

const rows: readonly Probe[] = [
  ofRow('point 7 · parameter columns: Parameter', '| c | code | | | |', ['| c | code |', '| d | code |'], '?c=B2', [
    'B2',
  ]),
  ofRow('point 7 · parameter columns: Filters by', '| c | code | | | |', ['| c | code |', '| c | ward |'], '?c=B2', [
    'B2',
  ]),
  ofRow(
    'point 7 · parameter columns: Type',
    '| above | `fee > value` | decimal(8,2) | | |',
    ['| decimal(8,2) |', '| date |'],
    '?above=0',
    ALL,
  ),
  ofRow(
    'point 7 · parameter columns: Default',
    '| all=no | `code != "A1"` | | yes | |',
    ['"A1"` | | yes |', '"A1"` | | |'],
    '',
    REST,
  ),
  ofRow('point 7 · parameter columns: Notes', '| c | code | | | several |', ['| several |', '| |'], '?c=A1,B2', [
    'A1',
    'B2',
  ]),
  ofRow(
    'point 7 · parameter effects: field or path',
    '| k | keeper.name | | | |',
    ['| keeper.name |', '| keeper.email |'],
    '?k=Vera%20Holm',
    ALL,
  ),
  ofRow(
    'point 7 · parameter effects: condition',
    '| c | `code != value` | | | |',
    ['code != value', 'code == value'],
    '?c=A1',
    REST,
  ),
  ofRow(
    'point 7 · parameter effects: everything',
    '| c=all | everything | | | |\n| c | code | | | |',
    ['| c=all | everything |', '| d=all | everything |'],
    '?c=all',
    ALL,
  ),
  ofRow(
    'point 7 · parameter effects: orders by',
    '| by=last | orders by -code | | | |',
    ['orders by -code', 'orders by code'],
    '?by=last&limit=1',
    ['D4'],
  ),
  {
    element: 'point 7 · parameter effects: shows',
    given: [
      gets('"more": has more'),
      part('| Parameter | Filters by |\n| --- | --- |\n| with=fee | shows price: fee |'),
    ],
    mutate: ['| shows price: fee |', '| everything |'],
    probe: async (garden) => {
      const { body } = await asked(garden, '?with=fee');
      const [first] = (body as { data?: readonly object[] }).data ?? [];
      assert.deepEqual(Object.keys(first ?? {}), ['code', 'price']);
    },
  },
  ...(['ascending', 'descending'] as const).map((word) =>
    ofRow(
      `point 7 · parameter effects: ${word}`,
      `| to=it | ${word} | | | |\n| by=code | orders by ${word === 'ascending' ? '-' : ''}code | | | |`,
      [`| ${word} |`, word === 'ascending' ? '| descending |' : '| ascending |'],
      '?by=code&to=it&limit=1',
      [word === 'ascending' ? 'A1' : 'D4'],
    ),
  ),
];

/** The words of pages, with their values on the second page of two plots each. */
const WORDS: readonly (readonly [word: string, expected: RegExp])[] = [
  ['pages', /^2$/],
  ['page', /^2$/],
  ['limit', /^2$/],
  ['offset', /^2$/],
  ['has more', /^false$/],
  ['previous', /^1$/],
  ['first id', /^"[0-9a-f]{8}-/],
  ['last id', /^"[0-9a-f]{8}-/],
  ['next url', /^null$/],
  ['previous url', /[?&]nr=1"$/],
  ['first url', /\/api\/beds\?sort=code&nr=1"$/],
  ['last url', /[?&]nr=2"$/],
];

const words = WORDS.map(
  ([word, expected]): Probe => ({
    element: `point 7 · member values: ${word}`,
    given: [gets(`"it": ${word}`), part('- Paging: page nr\n- Page size: 2')],
    mutate: [`"it": ${word} `, '"it": "none" '],
    probe: async (garden) => {
      const { body } = await asked(garden, '?sort=code&nr=2');
      assert.match(JSON.stringify((body as { it?: unknown }).it ?? null), expected);
    },
  }),
);

/** Point 7: the parameters and pages of lists. */
export const listCalls: readonly Probe[] = [...keys, ...rows, ...words];
