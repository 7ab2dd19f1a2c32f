import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { WirePage } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

/** What no database can be asked, said so that taking it for empty, or for none, would let records through. */
const UNASKED = [
  'code.matches("^S") != true',
  'not code.matches("^S")',
  'not (size(code) == 3)',
  'not (slug(code) == "s-7")',
  'WORTH[kind] != 3',
  'WORTH[kind] is empty or n == 7000',
  'coalesce(WORTH[kind], 4) == 4',
  '(WORTH[kind] == 3) == false',
  'WORTH[kind] == 3 ? false : true',
  'none(Item where size(code) == 9)',
  'count(Item where size(code) == 9) == 0',
  'parts.all(each, size(each.what) != 5)',
  'not parts.exists(each, size(each.what) == 5)',
];

const documentOf = (record: string, field: string) => `# Specification: Kept

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/items\` | Items | Item | table: code | Staff |
| \`/sums\` | Sums | Item | dashboard | Staff |

### Sums

- Number: All, count
- Number: Sum, sum of n

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| roles | Roles | yes | |

### Item

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| code | text | yes | title |
| word | text | | searchable |
| n | integer | | |
| kind | A, B | | |
| parts | list of Part | | |

### Part

Belongs to Item.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| what | text | yes | title |

## 6. Roles and permissions

- Staff: staff
- Root: root

| | Staff | Root |
| --- | --- | --- |
| Person: read | yes | yes |
| Item: read | ${record} | yes |
${['n', 'word'].map((name) => `| Item.${name}: read | ${field} | yes |`).join('\n')}

## 9. Business constants and limits

### WORTH

| kind | value |
| --- | --- |
| A | not shown. |
| B | 5 |

## Sample data

### Person

| name | email | roles |
| --- | --- | --- |
| Ann | ann@x.org | Staff |
| Rut | rut@x.org | Root |

### Item

| code | word | n | kind | parts |
| --- | --- | --- | --- | --- |
| S-7 | hush | 4711 | A | wheel |
| S-8 | hush | 100 | A | |
| A-1 | loud | 1 | B | axle |
`;

const PROBES = [
  '',
  '?total=exact',
  '?n.min=4000&total=exact',
  '?q=hush&total=exact',
  `?filter=${encodeURIComponent('word == "hush"')}&total=exact`,
];

async function listed(who: Caller, probe: string): Promise<{ readonly shown: number; readonly total: number }> {
  const { status, text, body } = await who.get<WirePage>(`/api/items${probe}`);
  assert.equal(status, 200, `${probe} ${text}`);
  return { shown: body.items.length, total: body.total?.count ?? -1 };
}

interface Tiles {
  readonly tiles: readonly { readonly points: readonly { readonly value: string | null }[] }[];
}

async function figures(who: Caller): Promise<readonly (string | null)[]> {
  const { status, text, body } = await who.get<Tiles>(`/_/tiles?screen=${encodeURIComponent('screen/%2Fsums')}`);
  assert.equal(status, 200, text);
  return body.tiles.flatMap(({ points }) => points.map(({ value }) => value));
}

describe('a condition that no database can be asked', () => {
  contract('lets no record through, whatever is asked about them', async () => {
    for (const condition of UNASKED)
      await withLibrary(
        async (server) => {
          const ann = await server.as('Ann');
          for (const probe of PROBES)
            assert.deepEqual(await listed(ann, probe), { shown: 0, total: 0 }, `${condition} ${probe}`);
          assert.deepEqual(await figures(ann), ['0', '0'], condition);
          const all = await listed(await server.as('Rut'), '?total=exact');
          assert.deepEqual(all, { shown: 3, total: 3 });
        },
        documentOf(`\`${condition}\``, 'yes'),
      );
  });

  contract('lets no value of a field through', async () => {
    for (const condition of UNASKED)
      await withLibrary(
        async (server) => {
          const ann = await server.as('Ann');
          assert.deepEqual(await listed(ann, '?total=exact'), { shown: 3, total: 3 }, condition);
          for (const probe of PROBES.slice(2))
            assert.deepEqual(await listed(ann, probe), { shown: 0, total: 0 }, `${condition} ${probe}`);
          assert.deepEqual(await figures(ann), ['3', '0'], condition);
        },
        documentOf('yes', `\`${condition}\``),
      );
  });

  contract('leaves what is known without it as it is', async () => {
    const known = 'code == "A-1" or WORTH[kind] != 3';
    await withLibrary(
      async (server) => assert.deepEqual(await listed(await server.as('Ann'), '?total=exact'), { shown: 1, total: 1 }),
      documentOf(`\`${known}\``, 'yes'),
    );
  });
});
