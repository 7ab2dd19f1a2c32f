import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';

const withCall = (gets: string, rest = '') => `# Specification: Tasks

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Task

- what: text, required, title
- hours: integer

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Person: read | yes |
| Task: read, create | yes |

## 7. The calls it makes

| Call | Method and path | Does | Gets |
| --- | --- | --- | --- |
| tasks | GET /tasks | list Task | ${gets} |

${rest}

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| HREF | "x" |
| MOST | 8 |
`;

const unusedIn = (gets: string, rest?: string): readonly string[] =>
  diagnose(withCall(gets, rest)).diagnostics.flatMap(({ code, message }) =>
    code === 'constant-never-used' ? (/HREF|MOST/.exec(message) ?? []) : [],
  );

test('a constant in what a call answers, in a shape or in a parameter is used', () => {
  assert.deepEqual(unusedIn('`[what]`'), ['HREF', 'MOST']);
  assert.deepEqual(unusedIn('`[{ "what": what, "href": HREF }]`'), ['MOST']);
  assert.deepEqual(unusedIn('`[{ "what": what, "HREF": what, "most": hours > MOST }]`'), ['HREF']);
  const shape =
    '### Shape: Short\n\n- Of: Task\n\n| Member | Value |\n| --- | --- |\n| href | HREF |\n| most | `MOST` |';
  assert.deepEqual(unusedIn('`[Short]`', shape), []);
  const row = '### tasks\n\n| Parameter | Filters by |\n| --- | --- |\n| long=yes | `hours > MOST` |';
  assert.deepEqual(unusedIn('`[what]`', row), ['HREF']);
});
