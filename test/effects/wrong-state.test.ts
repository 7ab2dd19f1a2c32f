import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { formatDocument } from '../../src/notation/document/format-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';

/** Loans: `return` and `lose` state their own errors for other states, `extend` does not. */
const LOANS = `# Specification: Loans

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Loan

- title: text, required, title

## 4. States and transitions

### Loan: status

| From | Event | To | Who | Wrong state |
| --- | --- | --- | --- | --- |
| (new) | | Out | | |
| Out | return | Back | member | NOT_ON_LOAN |
| Out | extend | Out | member | |
| Out | lose | Lost | member | GONE |

- Final: Back, Lost

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Loan: read, create, change | yes |

## 8. Errors

| Code | Status | Message |
| --- | --- | --- |
| NOT_ON_LOAN | 410 | This {entity} is {status}. |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

describe('the error of an event in a wrong state', () => {
  contract('is the stated one, with its status and message; otherwise WRONG_STATE', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      const { body: made } = await ann.post<WireRecord>('/api/loans', { title: 'Emma' });
      const raise = async (event: string) => {
        const { body: now } = await ann.get<WireRecord>(`/api/loans/${made.id}`);
        return ann.post<Problem>(`/api/loans/${made.id}/${event}`, {}, { 'if-match': now._.etag });
      };
      assert.equal((await raise('return')).status, 200);
      const answers = [await raise('return'), await raise('lose'), await raise('extend')];
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.code]),
        [
          [410, 'NOT_ON_LOAN'],
          [409, 'GONE'],
          [409, 'WRONG_STATE'],
        ],
      );
      assert.equal(answers[0]?.body.detail, 'This loan is back.');
    }, LOANS),
  );

  test('is printed as it reads', () => {
    const { text } = formatDocument(LOANS);
    assert.match(text, /\| Wrong state \|/);
    assert.equal(formatDocument(text).text, text);
  });

  for (const [row, changed] of [
    ['| (new) | | Out | | |', '| (new) | | Out | | NOT_ON_LOAN |'],
    ['| Out | extend | Out | member | |', '| Out | after 3 days | Out | | NOT_ON_LOAN |'],
  ] as const)
    test(`is not read in a row that no one raises: ${changed}`, () => {
      const { model, diagnostics } = readDocument(LOANS.replace(row, changed));
      const stated =
        model.machines[0]?.transitions.filter(({ wrongState }) => wrongState?.name === 'NOT_ON_LOAN') ?? [];
      assert.deepEqual(
        stated.map(({ event }) => event),
        ['return'],
      );
      assert.ok(diagnostics.some(({ next }) => next.includes('Only an event that leaves a state')));
    });
});
