import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { NO_FACTS } from '../../src/engine/core/tracked-facts.ts';
import { type FormDraft, validateVisibleDraft } from '../../src/engine/view/validate-form.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import type { Json } from '../../src/fields/text/json.ts';
import { noValues, type Row } from '../../src/fields/text/value.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const text = `# Specification: Trips

## 3. Entities and their fields

### Trip

- place: text, required, title
- abroad: boolean
- country: text, shown when \`abroad\`, required when \`abroad\`
- visa: text, shown when \`country != null\`
- speed: Slow, Fast, default Slow, shown when \`abroad\`
- secret: text
- hint: text, shown when \`secret != null\`
- legs: list of Leg

### Leg

Belongs to Trip.

- by: Train, Car, required, default Car
- seat: text, shown when \`by == Train\`
- berth: text, default \`"upper"\`, shown when \`seat != null\`

## 6. Roles and permissions

| | Clerk | Chief |
| --- | --- | --- |
| Trip: read | place, abroad, country, visa, speed, hint | yes |
| Trip: create | yes | yes |
| Trip: change | yes | yes |
`;

const app = compile(assume(readDocument(text).model), 'trips');

/** What the browser of this role makes of a form. */
function filled(role: string, input: Json, before: FormDraft['row'] = null, closed: readonly string[] = []) {
  const view = viewOf(app, new Set([role]), { dev: false, person: null });
  const own = compile(view.model, view.document);
  const names = view.entities.find(({ name }) => name === 'Trip')?.createInputs ?? [];
  const open = new Set(names.filter((name) => !closed.includes(name)));
  const who = { row: null, roles: new Set([role]) };
  const judged = validateVisibleDraft(own, who, { entity: 'Trip', row: before, event: null, input }, open, NO_FACTS, 0);
  return {
    hidden: [...judged.hidden].sort(),
    input: { ...judged.input },
    values: judged.values,
    failures: judged.failures.map(({ path }) => path.join('/')),
  };
}

const trip = (values: { readonly [name: string]: string | boolean }): FormDraft['row'] => ({
  entity: 'Trip',
  id: 't',
  version: 1,
  values: Object.assign(noValues(), values),
});

test('a conditional field is shown only while its condition holds', () => {
  assert.deepEqual(filled('Chief', { place: 'Ulm' }).hidden, ['country', 'hint', 'speed', 'visa']);
  assert.deepEqual(filled('Chief', { place: 'Oslo', abroad: true }).hidden, ['hint', 'visa']);
  assert.deepEqual(filled('Chief', { place: 'Oslo', abroad: true, country: 'Norway' }).hidden, ['hint']);
});

test('a conditional field is required only while its condition holds', () => {
  assert.deepEqual(filled('Chief', { place: 'Ulm' }).failures, []);
  assert.deepEqual(filled('Chief', { place: 'Oslo', abroad: true }).failures, ['country']);
});

test('input in a hidden field is not sent, nor what depends on it', () => {
  const typed = { place: 'Ulm', abroad: false, country: 'Norway', visa: 'N1' };
  const { input, hidden, failures, values } = filled('Chief', typed);
  assert.deepEqual(hidden, ['country', 'hint', 'speed', 'visa']);
  // Nor is a speed given that is not asked for.
  assert.deepEqual(input, { place: 'Ulm', abroad: false });
  assert.equal(values['speed'], null);
  assert.deepEqual(failures, []);
});

test('the stored value of a hidden field is cleared if it may be changed', () => {
  const before = trip({ place: 'Oslo', abroad: true, country: 'Norway' });
  assert.deepEqual(filled('Chief', { abroad: false }, before).input, { abroad: false, country: null });
  assert.deepEqual(filled('Chief', { abroad: false }, before, ['country']).input, { abroad: false });
});

test('a condition on unreadable data is left to the server, and the field is shown', () => {
  assert.ok(!filled('Clerk', { place: 'Ulm' }).hidden.includes('hint'));
  const view = viewOf(app, new Set(['Clerk']), { dev: false, person: null });
  assert.doesNotMatch(JSON.stringify(view.model), /secret != null/);
});

test('a conditional field of a line is shown only while its condition holds for that line', () => {
  const { input, hidden, failures, values } = filled('Chief', {
    place: 'Ulm',
    legs: [{ by: 'Train', seat: '12' }, { by: 'Car', seat: '3' }, { by: 'Train' }],
  });
  assert.deepEqual(
    hidden.filter((name) => name.startsWith('legs')),
    ['legs/1/berth', 'legs/1/seat', 'legs/2/berth'],
  );
  // A default that is not asked for is not given either.
  assert.deepEqual(
    (input['legs'] as readonly object[]).map((line) => ({ ...line })),
    [{ by: 'Train', seat: '12' }, { by: 'Car' }, { by: 'Train' }],
  );
  assert.deepEqual(
    (values['legs'] as readonly Row[]).map((line) => line.values['berth']),
    ['upper', null, null],
  );
  assert.deepEqual(failures, []);
});

test('the value of a hidden field of a line is cleared', () => {
  const leg = (id: string, values: { readonly [name: string]: string }) => ({
    entity: 'Leg',
    id,
    version: 1,
    values: Object.assign(noValues(), values),
  });
  const before = trip({ place: 'Ulm' });
  const legs = [leg('one', { by: 'Train', seat: '12', berth: 'lower' }), leg('two', { by: 'Car' })];
  const row = before === null ? null : { ...before, values: Object.assign(noValues(), before.values, { legs }) };
  const { input } = filled(
    'Chief',
    { legs: [{ id: 'one', by: 'Car', seat: '12', berth: 'lower' }, { id: 'two' }] },
    row,
  );
  assert.deepEqual(
    (input['legs'] as readonly object[]).map((line) => ({ ...line })),
    [{ id: 'one', by: 'Car', seat: null, berth: null }, { id: 'two' }],
  );
});
