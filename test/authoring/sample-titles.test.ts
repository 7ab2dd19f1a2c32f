import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose, withSampleDiagnostics } from '../../src/cli/analysis/diagnose.ts';
import type { WirePage } from '../../src/engine/core/wire-format.ts';
import { running } from '../support/notation/small-document.ts';

const shifts = (third: string) => `# Specification: Shifts

## 3. Entities and their fields

### Visit

- note: text, required, title
- shift: Shift, required

### Shift

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| day | text | yes | |
| person | Person | yes | |
| label | text | | title, = \`day + " with " + person.name\` |

### Person

- name: text, required, title
- email: email, required, unique, sign-in

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Shift: read | yes |
| Visit: read, create, change, delete | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets |
| --- | --- | --- | --- | --- |
| visits | GET /api/visits | list Visit | | |

## Sample data

### Visit

| note | shift |
| --- | --- |
| Blood | Monday with Ada |
| Plaster | Tuesday with Bob |
| Stitches | ${third} |

### Shift

| day | person |
| --- | --- |
| Monday | Ada |
| Tuesday | Bob |

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
| Bob | bob@example.com |
`;

test('a sample row can refer to a record by a computed title', () =>
  running(shifts('Monday with Ada'), async (server) => {
    const ada = await server.as('Ada');
    const { items } = (await ada.get<WirePage>('/api/visits')).body;
    assert.deepEqual(items.map(({ note, _ }) => `${note}: ${_.labels['shift']}`).toSorted(), [
      'Blood: Monday with Ada',
      'Plaster: Tuesday with Bob',
      'Stitches: Monday with Ada',
    ]);
  }));

test('an unknown title is reported at its place', () => {
  const text = shifts('Monday with Bob');
  const line = text.split('\n').findIndex((each) => each.includes('Stitches')) + 1;
  const found = withSampleDiagnostics(diagnose(text)).diagnostics.filter(({ code }) => code === 'sample-data');
  assert.deepEqual(
    found.filter(({ at }) => at.line === line).map(({ message }) => message),
    ['There is no Shift “Monday with Bob” in the sample data.'],
  );
});
