import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose, withSampleDiagnostics } from '../../src/cli/analysis/diagnose.ts';

/** Sample data of so many rows, with unique values, numbers of a series, references and lines. */
const withRows = (count: number, code = (index: number) => `C${index}`) => `# Specification: Stock

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Item

- code: text, required, title, unique
- number: number series(ITEM-0000)
- owner: Person
- next: Item
- parts: list of Part
- total: integer, = \`sum(parts.count)\`

### Part

Belongs to Item.

- number: number series(P-000)
- count: integer, required

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Item: read, create, change | yes |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |

### Item

| code | owner | next | parts |
| --- | --- | --- | --- |
${Array.from({ length: count }, (_, index) => `| ${code(index)} | Ann | C${index + 1 < count ? index + 1 : 0} | 2; 3 |`).join('\n')}
`;

function work(text: string): number {
  const from = process.cpuUsage();
  const { diagnostics } = withSampleDiagnostics(diagnose(text));
  const { user, system } = process.cpuUsage(from);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
  return user + system;
}

test('checking four times as many sample rows takes about four times the work', () => {
  work(withRows(2_000));
  const [few, many] = [work(withRows(2_000)), work(withRows(8_000))];
  // Sixteen times is what comparing each row with each other one takes.
  assert.ok(many < few * 9, `${few} µs for 2,000 rows, ${many} µs for 8,000`);
});

test('a value that another sample row has is reported at the later row', () => {
  const text = withRows(40, (index) => `C${index === 30 ? 7 : index}`).replace(
    '| C29 | Ann | C30 |',
    '| C29 | Ann | C31 |',
  );
  const line = text.split('\n').findLastIndex((each) => each.startsWith('| C7 |')) + 1;
  assert.deepEqual(
    withSampleDiagnostics(diagnose(text))
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ at }) => at.line),
    [line],
  );
});
