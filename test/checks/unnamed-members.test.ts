import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { startServer } from '../support/http/server.ts';

const textWith = (read: string) => `# Specification: Boxes

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |
| role | Role | no | |

### Crate

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| isOpen | yes/no | no | |

### Box

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| crates | set of Crate | no | |

## 4. States and transitions

### Box: status

| From | Event | To | Who | Only if |
| --- | --- | --- | --- | --- |
| (new) | | Open | | |
| Open | send | Sent | Member | \`crates.exists(each, each.name == "Grey")\` |

## 6. Roles and permissions

- Member: everyone who signs in
- Office: keeps the books

| | Member | Office |
| --- | --- | --- |
| Person: read | yes | yes |
| Crate: read | ${read} | yes |
| Box: read | yes | yes |
| Box: change | \`crates.exists(each, each.name == "Grey")\` | yes |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ann | ann@example.com | |
| Eva | eva@example.com | Office |

### Crate

| name | isOpen |
| --- | --- |
| Red | yes |
| Blue | no |

### Box

| title | crates |
| --- | --- |
| None | |
| Seen | Red |
| Both | Red, Blue |
| Kept | Blue |
`;

/** What Ann is told of each box of why it is refused her, without what tells boxes apart. */
async function refusals(read: string): Promise<ReadonlyMap<string, string>> {
  const server = await startServer(textWith(read));
  try {
    const ann = await server.as('Ann');
    const { body } = await ann.get<{ items: WireRecord[] }>('/api/boxes');
    const told = body.items.map(({ title, _: { can } }: WireRecord): [string, string] => [
      String(title),
      JSON.stringify(can),
    ]);
    return new Map(told);
  } finally {
    await server.stop();
  }
}

test('whether a refusal says why does not tell that a record stands among several which its reader does not see', async () => {
  const told = await refusals('`isOpen`');
  assert.equal(told.size, 4);
  assert.match(told.get('None') ?? '', /for a reason that you may not see|something that you may not see/);
  for (const [title, of] of told) assert.equal(of, told.get('None'), title);
});

test('who reads every record that may stand among several is told why', async () => {
  const told = await refusals('yes');
  assert.equal(told.size, 4);
  for (const [title, of] of told) {
    assert.match(of, /permission\/Box\/change\/Member.*transition\/Box\/status\/Open\/send/, title);
    assert.match(of, /Grey/, title);
    assert.doesNotMatch(of, /you may not see/, title);
  }
});
