import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordParameter } from '../src/model/call-record.ts';

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
