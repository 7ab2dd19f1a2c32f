import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parentsOf, recordParameter } from '../../src/model/lookups/call-record.ts';
import type { Call } from '../../src/model/types/model.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

test('a path with one parameter is about the record that it names, whatever its name', () => {
  assert.equal(recordParameter('/tickets/:number', 'Ticket'), 'number');
  assert.equal(recordParameter('/tickets', 'Ticket'), null);
});

test('of several parameters the one that bears the name of the entity counts', () => {
  assert.equal(recordParameter('/invoices/:id/payments/:paymentId', 'Payment'), 'paymentId');
  assert.equal(recordParameter('/clerks/:id/drop/:parcel', 'Parcel'), 'parcel');
  assert.equal(recordParameter('/orders/:order_id/lines/:id', 'Order'), 'order_id');
});

test('else the one behind the name of the entity, else :id, else the last', () => {
  assert.equal(recordParameter('/companies/:id/categories/:number', 'Company'), 'id');
  assert.equal(recordParameter('/companies/:id/categories/:number', 'Category'), 'number');
  assert.equal(recordParameter('/a/:id/b/:other', 'Order'), 'id');
  assert.equal(recordParameter('/a/:one/b/:other', 'Order'), 'other');
});

/** The parents that a list of remarks names, whose references are these. */
function parentsIn(path: string, references: Readonly<Record<string, string>>) {
  const { entities } = modelOf(references);
  const named = (entity: string) => entities.find(({ name }) => name === entity);
  return parentsOf({ path, does: { kind: 'list', entity: 'Remark' } } as Call, named, []).map(
    ({ parameter, path: fields }) => `:${parameter} is ${fields.join('.')}`,
  );
}

const modelOf = (references: Readonly<Record<string, string>>) =>
  readDocument(
    [
      '## 3. Entities and their fields',
      ...['Ticket', 'Person', 'Category'].map(
        (name) =>
          `### ${name}\n\n| Field | Type |\n| --- | --- |\n| name | text |${name === 'Ticket' ? '\n| category | Category |' : ''}`,
      ),
      '### Remark',
      [
        '| Field | Type |',
        '| --- | --- |',
        ...Object.entries(references).map(([name, to]) => `| ${name} | ${to} |`),
      ].join('\n'),
    ].join('\n\n'),
  ).model;

test('a list belongs with what its path names, by the one field that leads there', () => {
  const remark = { text: 'text', about: 'Ticket', author: 'Person', reader: 'Person' };
  assert.deepEqual(parentsIn('/tickets/:number/remarks', remark), [':number is about']);
  assert.deepEqual(parentsIn('/x/:ticketId/remarks', remark), [':ticketId is about']);
  assert.deepEqual(parentsIn('/remarks', remark), []);
});

test('of several fields that lead there the one that bears the name of the parameter counts, else none', () => {
  const remark = { text: 'text', author: 'Person', reader: 'Person' };
  assert.deepEqual(parentsIn('/persons/:author/remarks', remark), [':author is author']);
  assert.deepEqual(parentsIn('/persons/:id/remarks', remark), []);
  assert.deepEqual(parentsIn('/categories/:id/remarks', remark), []);
});

test('a parameter further up is a reference of the nearer parent', () => {
  const remark = { text: 'text', about: 'Ticket' };
  assert.deepEqual(parentsIn('/categories/:category/tickets/:number/remarks', remark), [
    ':number is about',
    ':category is about.category',
  ]);
});
