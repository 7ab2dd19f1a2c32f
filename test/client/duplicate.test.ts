import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DraftHandle } from '../../src/client/drafts/drafts.tsx';
import { withInitialValues } from '../../src/client/drafts/initial-values.ts';
import { createDrafts } from '../../src/client/drafts/store.ts';
import { duplicateValues } from '../../src/client/screens/form/start-values.ts';
import { duplicationFrom } from '../../src/client/screens/record/duplicate.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Json } from '../../src/engine/core/intent.ts';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const shop = (part = '', more = '') => `# Specification: Shop

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/orders\` | Orders | Order | table | Clerk, Guest |
| \`/orders/:id\` | Order | Order | record | Clerk, Guest |
${more}
${part}

## 3. Entities and their fields

### Person

- email: email, sign-in, unique, required
- role: Role

### Order

- Unique: supplier, number

| Field | Type | Notes |
| --- | --- | --- |
| title | text | |
| code | text | unique |
| supplier | text | |
| number | text | |
| priority | low, high | default low |
| invoice | file | |
| pin | text | write-only |
| note | text | |
| buyer | Person | |
| lines | list of Line | |
| total | integer | = count(lines) |

### Line

Belongs to: Order

| Field | Type | Notes |
| --- | --- | --- |
| product | text | |
| amount | integer | |
| tag | text | unique |

## 6. Roles and permissions

- Clerk
- Guest

| | Clerk | Guest |
| --- | --- | --- |
| Order: read | yes | yes |
| Order: create | yes | |
`;

const schema = schemaOf(assume(readDocument(shop()).model));
const found = schema.entities.get('Order');
assert.ok(found !== undefined);
const entity = { attributes: found.attributes, model: found.entity, lineInputs: [] };
const id = (name: string) => found.attributes.get(name)?.id ?? '';
const typed = [
  'title',
  'code',
  'supplier',
  'number',
  'priority',
  'invoice',
  'pin',
  'note',
  'buyer',
  'lines',
  'total',
  '__proto__',
];

const order = (values: { readonly [name: string]: Json }): WireRecord => ({
  ...values,
  id: 'o1',
  _: { entity: 'Order', etag: '"o1"', title: 'One', labels: {}, can: { delete: null, change: {}, events: {} } },
});

test('a duplicate starts with the readable values of the original, except unique and per-record fields', () => {
  const { values, omitted } = duplicateValues(
    entity,
    typed,
    order({
      title: 'One',
      code: 'A-1',
      supplier: 'Acme',
      number: '7',
      priority: null,
      invoice: { name: 'a.pdf', size: 3 },
      note: null,
      buyer: 'p1',
      lines: [{ id: 'l1', product: 'Tea', amount: 2, tag: 'x', secret: 'no field' }],
      total: 1,
    }),
    schema,
  );
  assert.deepEqual(
    Object.fromEntries(values),
    Object.fromEntries([
      [id('title'), 'One'],
      [id('supplier'), 'Acme'],
      // What would be low by itself was emptied there.
      [id('priority'), null],
      [id('buyer'), 'p1'],
      [id('lines'), [Object.assign(Object.create(null), { product: 'Tea', amount: 2 })]],
    ]),
  );
  assert.deepEqual(omitted, ['code', 'number', 'invoice', 'pin'].map(id).concat('field/Line/tag'));
});

test('a duplicate omits values the person may not read, and empties a key only if all of it would be equal', () => {
  const { values, omitted } = duplicateValues(
    entity,
    ['title', 'number', 'note'],
    order({ number: '7', note: 'Soon' }),
    schema,
  );
  assert.deepEqual([...values.keys()], [id('number'), id('note')]);
  assert.deepEqual(omitted, []);
});

test('initial values are not part of the draft: only differences are stored, and cleared fields stay empty', () => {
  const drafts = createDrafts(null);
  const draft = (): DraftHandle => ({
    values: drafts.read('k'),
    touched: drafts.read('k').size > 0,
    set: (field, value) => drafts.set('k', field, value),
    unset: (field) => drafts.unset('k', field),
    clear: () => drafts.clear('k'),
  });
  const given = new Map<string, Json>([
    ['a', 'one'],
    ['b', ['x']],
  ]);
  const now = () => withInitialValues(draft(), given);
  assert.equal(now().touched, false);
  assert.deepEqual([...now().values], [...given]);
  now().set('a', 'two');
  now().set('c', 'three');
  assert.deepEqual(
    [...drafts.read('k')],
    [
      ['a', 'two'],
      ['c', 'three'],
    ],
  );
  now().set('a', 'one');
  now().set('b', ['x']);
  assert.deepEqual([...drafts.read('k')], [['c', 'three']]);
  now().unset('a');
  now().unset('c');
  assert.deepEqual(
    [...now().values],
    [
      ['a', null],
      ['b', ['x']],
    ],
  );
  now().clear();
  assert.deepEqual([...now().values], [...given]);
});

test('duplicating is offered to people who may create such records, and gives a reason if they have no form', () => {
  const duplication = (role: string, part = '', more = '') => {
    const app = compile(assume(readDocument(shop(part, more)).model), 'h');
    const view = viewOf(app, new Set([role]), { dev: true, person: null });
    const screens = new Map(view.screens.map((each) => [each.id, each]));
    const screen = view.screens.find(({ kind }) => kind === 'record');
    assert.ok(screen !== undefined);
    const routeOf = (each: string) => screens.get(each)?.route ?? null;
    const { to, refusal } = duplicationFrom(
      { screen: (each) => (screens.get(each) ?? null) as never, routeOf },
      screen,
      {
        id: 'a b',
      },
    );
    return to ?? (refusal === undefined ? null : refusal?.code);
  };
  const form = '| `/orders/new` | New order | Order | form: title | Clerk |\n';
  assert.equal(duplication('Clerk', '', form), '/orders/new?from=a%20b');
  assert.equal(duplication('Guest', '', form), null);
  assert.equal(duplication('Clerk', '', form.replace('| Clerk |', '| Guest |')), 'NO_FORM');
  // The form that we assume.
  assert.equal(duplication('Clerk'), '/orders/new?from=a%20b');
  assert.equal(duplication('Clerk', '', form.replace('/orders/new', '/for/:person/orders')), 'NO_FORM');
  for (const said of ['no', 'not shown', 'perhaps']) {
    assert.equal(duplication('Clerk', `\n### Order\n\n- Duplicate: ${said}\n`, form), null);
  }
  assert.equal(duplication('Clerk', '\n### Order\n\n- Clone: yes\n', form), '/orders/new?from=a%20b');
});

test('a duplicate copies those fields of lines that the call of the form takes', () => {
  const lines = [{ id: 'l1', product: 'Tea', amount: 2 }];
  const narrow = { ...entity, lineInputs: [{ list: 'lines', create: ['product'], change: null }] };
  const { values } = duplicateValues(narrow, ['lines'], order({ lines }), schema);
  assert.deepEqual([...values], [[id('lines'), [Object.assign(Object.create(null), { product: 'Tea' })]]]);
});
