import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { running } from '../support/notation/small-document.ts';

/** More than any number of rounds that a chain might be cut at. */
const LONG = 12;
const steps = Array.from({ length: LONG }, (_, at) => at);
const only = (make: (at: number) => string) => steps.map(make).join('\n');

/** Entities of which each computes its level from the one before it. */
const levels = `# Specification: Levels

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

${only((at) => `### L${at}\n\n- name: text, required, title\n${at === 0 ? '- level: integer' : `- below: L${at - 1}\n- level: integer, = \`below.level + 1\``}\n`)}
## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
${only((at) => `| L${at}: read, create, change, delete | yes |`)}

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
${only((at) => `| read ${at} | GET /api/l${at}/:id | read L${at} | | |\n| make ${at} | POST /api/l${at} | create L${at} | name, ${at === 0 ? 'level' : 'below'} | |`)}
| change | PATCH /api/l0/:id | change L0 | level | |

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

describe('computed fields that follow from those of other records', () => {
  contract('are right at the end of a chain of any length', () =>
    running(levels, async (server) => {
      const ada = await server.as('Ada');
      const made: WireRecord[] = [];
      for (const at of steps) {
        const base = at === 0 ? { level: 5 } : { below: made.at(-1)?.id };
        const answer = await ada.post<WireRecord>(`/api/l${at}`, { name: 'x', ...base });
        assert.equal(answer.status, 201, answer.text);
        made.push(answer.body);
      }
      const [first, last] = [made[0] ?? assert.fail(), made.at(-1) ?? assert.fail()];
      assert.equal(last['level'], 5 + LONG - 1);
      const changed = await ada.patch(`/api/l0/${first.id}`, { level: 50 }, { 'if-match': first._.etag });
      assert.equal(changed.status, 200, changed.text);
      const { body } = await ada.get<WireRecord>(`/api/l${LONG - 1}/${last.id}`);
      assert.equal(body['level'], 50 + LONG - 1);
    }),
  );
});
