import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parentFields, recordParameter } from '../src/model/call-record.ts';
import { readDocument } from '../src/notation/read.ts';

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

const withReferences = (references: Readonly<Record<string, string>>) => ({
  fields: modelOf(references).entities.find(({ name }) => name === 'Remark')?.fields ?? [],
});

const modelOf = (references: Readonly<Record<string, string>>) =>
  readDocument(
    [
      '## 3. Entities and their fields',
      ...['Ticket', 'Person', 'Category'].map(
        (name) => `### ${name}\n\n| Field | Type |\n| --- | --- |\n| name | text |`,
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
  const remark = withReferences({ text: 'text', about: 'Ticket', author: 'Person', reader: 'Person' });
  assert.deepEqual(parentFields('/tickets/:number/remarks', remark), [{ parameter: 'number', field: 'about' }]);
  assert.deepEqual(parentFields('/x/:ticketId/remarks', remark), [{ parameter: 'ticketId', field: 'about' }]);
  assert.deepEqual(parentFields('/remarks', remark), []);
});

test('of several fields that lead there the one that bears the name of the parameter counts, else none', () => {
  const remark = withReferences({ text: 'text', author: 'Person', reader: 'Person' });
  assert.deepEqual(parentFields('/persons/:author/remarks', remark), [{ parameter: 'author', field: 'author' }]);
  assert.deepEqual(parentFields('/persons/:id/remarks', remark), []);
  assert.deepEqual(parentFields('/categories/:id/remarks', remark), []);
});
