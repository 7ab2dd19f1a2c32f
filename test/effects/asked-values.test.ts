import assert from 'node:assert/strict';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { found, withLibrary } from '../support/http/library-calls.ts';

const hires = (asks: string, effects: string) => `# Specification: Boats

## 3. Entities and their fields

### Member

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| email | email | yes | sign-in, title, unique |

### Opening

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| at | date | yes | title |

### Hire

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| at | date | yes | |
| until | date | yes | |
| newAt | date | no | asked on move |

## 4. States and transitions

### Hire: status

| From | Event | To | Who | Only if | Then |
| --- | --- | --- | --- | --- | --- |
| (new) | | Booked | | | |
| Booked | move | Booked | Member | | ask newAt${asks}; ${effects} |
| Booked | end | Over | Member | | |

- Final: Over

## 5. Validation rules

| Rule | On | Must hold | Message |
| --- | --- | --- | --- |
| V1 | Hire, create, move | \`exists(Opening where at == this.at)\` | We are closed on that day. |

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Hire: read, create, change | yes |
| Opening: read, create | yes |
| Member: read | yes |

## Sample data

### Member

| email |
| --- |
| ann@example.com |

### Opening

| at |
| --- |
| \`today + 1 day\` |
| \`today + 2 days\` |

### Hire

| name | at | until | status |
| --- | --- | --- | --- |
| Ann | \`today + 1 day\` | \`today + 3 days\` | Booked |
`;

for (const [what, asks, effects] of [
  ['at once', '', 'at = newAt'],
  ['through another field', '', 'at = newAt; until = at + 2 days'],
  ['where it may stay empty', ' (optional)', 'at = newAt'],
] as const) {
  contract(`an event is offered that fills a required field from what it asks for, ${what}`, async () => {
    await withLibrary(
      async (server) => {
        const ann = await server.as('ann');
        const hire = await found(ann, '/api/hires', 'Ann');
        assert.equal(hire._.can.events['move'], null);
        const raise = (input: object) =>
          ann.post<WireRecord & Problem>(`/api/hires/${hire.id}/move`, input, { 'if-match': hire._.etag });
        const empty = await raise({});
        assert.deepEqual(
          empty.body.failures?.map(({ pointer, code }) => `${pointer} ${code}`),
          asks === '' ? ['/newAt REQUIRED'] : ['/at REQUIRED'],
        );
        const wrong = await raise({ newAt: 'soon' });
        assert.deepEqual(
          wrong.body.failures?.map(({ pointer, code }) => `${pointer} ${code}`),
          ['/newAt WRONG_TYPE'],
        );
        const closed = await raise({ newAt: '2027-01-01' });
        assert.deepEqual(
          closed.body.failures?.map(({ message }) => message),
          ['We are closed on that day.'],
        );
        const moved = await raise({ newAt: '2026-08-16' });
        assert.equal(moved.status, 200, moved.text);
        assert.equal(moved.body['at'], '2026-08-16');
      },
      hires(asks, effects),
    );
  });
}
