import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { withLibrary } from '../support/http/library-calls.ts';
import { findingsOf } from '../support/notation/small-document.ts';

const PARCELS = `# Specification: Parcels

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Parcel

- label: text, required, title
- weight: decimal(8,3) in kg
- wrapping: integer in g

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
| R1 | Parcel | \`weight <= MAX_WEIGHT\` | TOO_HEAVY |
| R2 | Parcel | \`weight >= LEAST\` | |

## 6. Roles and permissions

- clerk: everyone who signs in

| | clerk |
| --- | --- |
| Person: read | yes |
| Parcel: read, create | yes |

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
| add | POST /parcels | create Parcel | label, weight |

## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| TOO_HEAVY | 422 | At most {MAX_WEIGHT}. |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| MAX_WEIGHT | 2.5 kg |
| LEAST | 0.1 kg |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

describe('constants with the units of fields', () => {
  test('are shown with their unit, and compared as numbers', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      assert.equal((await ann.post('/parcels', { label: 'light', weight: '2.5' })).status, 201);
      const heavy = await ann.post('/parcels', { label: 'heavy', weight: '2.501' });
      assert.equal(heavy.status, 422);
      assert.match(heavy.text, /At most 2\.5\u00a0kg\./);
      assert.match((await ann.post('/parcels', { label: 'small', weight: '0.01' })).text, /at least 0\.100\u00a0kg/);
    }, PARCELS));

  test('are printed as they are read', () => {
    const { model } = readDocument(PARCELS);
    const [most] = model.constants;
    assert.deepEqual([most?.value?.text, most?.unit], ['2.5', 'kg']);
    const printed = printDocument(model);
    assert.match(printed, /\| MAX_WEIGHT \| 2\.5 kg \|/);
    assert.deepEqual(
      readDocument(printed).model.constants.map(({ value, unit }) => [value?.text, unit]),
      model.constants.map(({ value, unit }) => [value?.text, unit]),
    );
  });

  test('in another unit than the field are reported', () => {
    assert.deepEqual(findingsOf(PARCELS, 'unit-differs'), []);
    assert.deepEqual(findingsOf(PARCELS.replace('2.5 kg', '2500 g'), 'unit-differs'), [
      'In the rule: weight is in kg but is compared with MAX_WEIGHT, which is in g.',
    ]);
    const bounded = PARCELS.replace('- wrapping: integer in g', '- wrapping: integer(..MAX_WEIGHT) g');
    assert.deepEqual(findingsOf(bounded.replace('2.5 kg', '2 kg'), 'unit-differs'), [
      'wrapping is in g, but its bound MAX_WEIGHT is in kg.',
    ]);
  });

  test('leave money, sizes, times, and words that are no unit as they were', () => {
    const read = (value: string) => {
      const { model, diagnostics } = readDocument(PARCELS.replace('2.5 kg', value));
      const [most] = model.constants;
      return [most?.value?.text, most?.unit, diagnostics.some(({ severity }) => severity === 'error')];
    };
    assert.deepEqual(read('25 EUR'), ['25 EUR', null, false]);
    assert.deepEqual(read('3 days'), ['3 days', null, false]);
    assert.deepEqual(read('10 MB'), ['10 MB', null, false]);
    assert.deepEqual(read('20 %'), ['20 %', null, false]);
    assert.deepEqual(read('1,000 kg'), ['1000', 'kg', false]);
    assert.equal(read('2 kgs')[1], null);
  });
});
