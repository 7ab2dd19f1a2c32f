import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, type Caller, exampleText, startServer, type TestServer } from '../support/http/server.ts';

type Json = Readonly<Record<string, unknown>>;

interface Failed {
  readonly error: { readonly type: string; readonly code: string; readonly message: string; readonly param?: string };
}

/** Sends bodies as programs of this API do: as forms. */
const withForms = (caller: Caller): Caller => ({
  ...caller,
  post: (path, body, headers) =>
    caller.post(path, new URLSearchParams(body as Readonly<Record<string, string>>).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    }),
});

describe('the payments API', () => {
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    server = await startServer(exampleText('apis/payments.md'));
    ada = withForms(await server.as('Ada'));
  });
  after(() => server.stop());

  const post = async (path: string, body: Json = {}, headers: Readonly<Record<string, string>> = {}): Promise<Json> => {
    const answer = await ada.post<Json>(path, body, headers);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const get = async (path: string): Promise<Json> => {
    const answer = await ada.get<Json>(path);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const failed = ({ status, body }: Answer<Failed>) => [
    status,
    body.error.type,
    body.error.code,
    body.error.param ?? null,
  ];
  const payment = (more: Json = {}) => post('/v1/payment_intents', { amount: 2000, currency: 'usd', ...more });
  const path = (one: Json, rest = '') => `/v1/payment_intents/${String(one['id'])}${rest}`;

  test('creates a customer whose id begins with cus_', async () => {
    const customer = await post('/v1/customers', { name: 'Jenny Rosen', email: 'jenny@example.com' });
    assert.match(String(customer['id']), /^cus_[A-Za-z0-9]{14}$/);
    const { id, created, ...rest } = customer;
    assert.equal(created, Math.floor(server.clock.now / 1000));
    assert.deepEqual(rest, {
      object: 'customer',
      name: 'Jenny Rosen',
      email: 'jenny@example.com',
      description: null,
      balance: 0,
      livemode: false,
    });
    assert.deepEqual(await get(`/v1/customers/${String(id)}`), customer);
    const updated = await post(`/v1/customers/${String(id)}`, { description: 'A friend' });
    assert.equal(updated['description'], 'A friend');
    assert.equal(updated['name'], 'Jenny Rosen');
    assert.equal(updated['created'], created);
  });

  test('deletes a customer, and says so', async () => {
    const { id } = await post('/v1/customers', { name: 'Gone' });
    const deleted = await ada.delete<Json>(`/v1/customers/${String(id)}`);
    assert.equal(deleted.status, 200);
    assert.deepEqual(deleted.body, { id, object: 'customer', deleted: true });
    const again = await ada.delete<Failed>(`/v1/customers/${String(id)}`);
    assert.deepEqual(failed(again), [404, 'invalid_request_error', 'resource_missing', null]);
  });

  test('lists in pages after and before an object, the newest first', async () => {
    const made: unknown[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      server.clock.now += 1000;
      made.unshift((await post('/v1/customers', { name, email: 'pages@example.com' }))['id']);
    }
    const page = async (query: string) => {
      const body = await get(`/v1/customers?email=pages@example.com&${query}`);
      assert.equal(body['object'], 'list');
      assert.equal(body['url'], '/v1/customers');
      return [(body['data'] as readonly Json[]).map(({ id }) => id), body['has_more']];
    };
    assert.deepEqual(await page('limit=3'), [made.slice(0, 3), true]);
    assert.deepEqual(await page(`limit=3&starting_after=${String(made[2])}`), [made.slice(3), false]);
    assert.deepEqual(await page(`limit=2&ending_before=${String(made[3])}`), [made.slice(1, 3), true]);
    assert.deepEqual(await page(`ending_before=${String(made[1])}`), [made.slice(0, 1), false]);
    const tooLarge = await ada.get<Failed>('/v1/customers?limit=101');
    assert.equal(tooLarge.status, 400);
    assert.equal(tooLarge.body.error.type, 'invalid_request_error');
  });

  test('confirms a payment that captures by itself', async () => {
    const created = await payment();
    assert.match(String(created['id']), /^pi_[A-Za-z0-9]{24}$/);
    assert.equal(created['object'], 'payment_intent');
    assert.equal(created['status'], 'requires_confirmation');
    assert.equal(created['capture_method'], 'automatic');
    assert.equal(created['amount_received'], 0);
    const confirmed = await post(path(created, '/confirm'));
    assert.equal(confirmed['status'], 'succeeded');
    assert.equal(confirmed['amount_received'], 2000);
    const again = await ada.post<Failed>(path(created, '/confirm'));
    assert.deepEqual(failed(again), [400, 'invalid_request_error', 'payment_intent_unexpected_state', null]);
  });

  test('captures a payment by hand, and cancels one with a reason', async () => {
    const held = await payment({ capture_method: 'manual' });
    assert.equal((await post(path(held, '/confirm')))['status'], 'requires_capture');
    assert.equal((await post(path(held, '/capture')))['amount_received'], 2000);
    const other = await payment({ capture_method: 'manual' });
    await post(path(other, '/confirm'));
    const canceled = await post(path(other, '/cancel'), { cancellation_reason: 'abandoned' });
    assert.equal(canceled['status'], 'canceled');
    assert.equal(canceled['cancellation_reason'], 'abandoned');
    assert.equal(canceled['canceled_at'], Math.floor(server.clock.now / 1000));
    const late = await ada.post<Failed>(path(other, '/capture'));
    assert.deepEqual(failed(late), [400, 'invalid_request_error', 'payment_intent_unexpected_state', null]);
  });

  test('refers to customers by id, or shows them', async () => {
    const customer = await post('/v1/customers', { name: 'Expanded' });
    const created = await payment({ customer: customer['id'] });
    assert.equal(created['customer'], customer['id']);
    assert.deepEqual((await get(path(created, '?expand[]=customer')))['customer'], customer);
    const list = await get(`/v1/payment_intents?customer=${String(customer['id'])}&expand[]=data.customer`);
    assert.deepEqual(
      (list['data'] as readonly Json[]).map((one) => one['customer']),
      [customer],
    );
    const none = await ada.post<Failed>('/v1/payment_intents', { amount: 2000, currency: 'usd', customer: 'cus_none' });
    assert.equal(none.status, 400);
    assert.equal(none.body.error.param, 'customer');
  });

  test('gives back at most what was received', async () => {
    const paid = await payment();
    const early = await ada.post<Failed>('/v1/refunds', { payment_intent: paid['id'], amount: 100 });
    assert.deepEqual(failed(early), [400, 'invalid_request_error', 'charge_not_refundable', 'payment_intent']);
    await post(path(paid, '/confirm'));
    const refund = await post('/v1/refunds', { payment_intent: paid['id'], amount: 1500, reason: 'duplicate' });
    assert.match(String(refund['id']), /^re_/);
    assert.equal(refund['currency'], 'usd');
    assert.equal(refund['payment_intent'], paid['id']);
    assert.equal(refund['status'], 'succeeded');
    const more = await ada.post<Failed>('/v1/refunds', { payment_intent: paid['id'], amount: 501 });
    assert.deepEqual(failed(more).slice(0, 3), [400, 'invalid_request_error', 'amount_too_large']);
    server.clock.now += 1000;
    await post('/v1/refunds', { payment_intent: paid['id'], amount: 500 });
    const list = await get(`/v1/refunds?payment_intent=${String(paid['id'])}`);
    assert.deepEqual(
      (list['data'] as readonly Json[]).map((one) => one['amount']),
      [500, 1500],
    );
  });

  test('carries out a request with the same idempotency key once', async () => {
    const headers = { 'idempotency-key': 'order 17' };
    const once = await payment();
    const first = await post('/v1/payment_intents', { amount: 900, currency: 'eur' }, headers);
    const again = await post('/v1/payment_intents', { amount: 900, currency: 'eur' }, headers);
    assert.equal(again['id'], first['id']);
    assert.notEqual(first['id'], once['id']);
    const other = await ada.post<Failed>('/v1/payment_intents', { amount: 901, currency: 'eur' }, headers);
    assert.deepEqual(failed(other), [409, 'idempotency_error', 'idempotency_key_in_use', null]);
  });

  test('answers errors in the error object', async () => {
    const missing = await ada.post<Failed>('/v1/payment_intents', { currency: 'usd' });
    assert.deepEqual(failed(missing), [400, 'invalid_request_error', 'parameter_missing', 'amount']);
    const unknown = await ada.post<Failed>('/v1/payment_intents', { amount: 100, currency: 'usd', color: 'red' });
    assert.deepEqual(failed(unknown), [400, 'invalid_request_error', 'parameter_unknown', 'color']);
    assert.match(unknown.body.error.message, /^Received unknown parameter: color\.$/);
    const nowhere = await ada.get<Failed>('/v1/payment_intents/pi_none');
    assert.deepEqual(failed(nowhere), [404, 'invalid_request_error', 'resource_missing', null]);
    const guest = await server.guest.get<Failed>('/v1/customers');
    assert.deepEqual(failed(guest), [401, 'authentication_error', 'api_key_missing', null]);
  });
});
