import assert from 'node:assert/strict';
import type { WirePage } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';
import type { Caller } from '../support/http/server.ts';

/** Members read a person once that is confirmed; their own record is no exception. */
const CLUB = `# Specification: Club

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- rating: integer
- confirmed: boolean

### Note

- title: text, required, title

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | \`confirmed\` |
| Note: read | yes |

## Sample data

### Person

| name | email | rating | confirmed |
| --- | --- | --- | --- |
| Ann | ann@example.com | 7 | yes |
| Ben | ben@example.com | 7 | no |

### Note

| title |
| --- |
| One |
`;

contract('a filter reads no more of one’s own record than one may read of it', () =>
  withLibrary(async (server) => {
    const found = async (who: Caller, filter: string): Promise<number> => {
      const answer = await who.get<WirePage>(`/api/notes?filter=${encodeURIComponent(filter)}`);
      assert.equal(answer.status, 200, answer.text);
      return answer.body.items.length;
    };
    const [ann, ben] = [await server.as('Ann'), await server.as('Ben')];
    assert.deepEqual([await found(ann, 'me.rating == 7'), await found(ann, 'me.rating == null')], [1, 0]);
    assert.deepEqual([await found(ben, 'me.rating == 7'), await found(ben, 'me.rating == null')], [0, 1]);
  }, CLUB),
);
