import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import { isPrivate, nodeSend } from '../../src/server/node/send.ts';

interface Got {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

async function listening(
  t: TestContext,
  answer: (got: Got) => { status: number; headers?: Record<string, string>; body?: string } | null,
) {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    got.push(one);
    const said = answer(one);
    if (said !== null) response.writeHead(said.status, said.headers).end(said.body ?? '');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { got, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

const outgoing = (url: string, timeoutMs = 2_000) => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
  body: '{"to":"ä"}',
  timeoutMs,
});

test('addresses that only this machine or its network reaches are private, however they are spelled', () => {
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    'not an address',
  ])
    assert.ok(isPrivate(address), address);
  for (const address of ['1.1.1.1', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])
    assert.ok(!isPrivate(address), address);
});

test('nothing is sent to a private address, by number, by name, or by any spelling', async (t) => {
  const { got, port } = await listening(t, () => ({ status: 204 }));
  const send = nodeSend();
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1'])
    await assert.rejects(send(outgoing(`http://${host}:${port}/x`)), /private network/, host);
  assert.deepEqual(got, []);
});

test('what is sent arrives whole, at a host that may be private since the environment says so', async (t) => {
  const { got, port } = await listening(t, () => ({ status: 202, headers: { 'retry-after': '7' } }));
  const arrived = await nodeSend(['LOCALHOST'])(outgoing(`http://localhost:${port}/transfers?a=1`));
  assert.deepEqual(arrived, { status: 202, retryAfter: 7 });
  assert.equal(got.length, 1);
  assert.deepEqual([got[0]?.method, got[0]?.url, got[0]?.body], ['POST', '/transfers?a=1', '{"to":"ä"}']);
  assert.equal(got[0]?.headers['idempotency-key'], 'k1');
  await assert.rejects(nodeSend(['localhost'])(outgoing(`http://127.0.0.1:${port}/`)), /private network/);
});

test('a redirect is an answer, and is not followed', async (t) => {
  const { got, port } = await listening(t, () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }));
  assert.equal((await nodeSend(['localhost'])(outgoing(`http://localhost:${port}/`))).status, 302);
  assert.equal(got.length, 1);
});

test('no answer in time, and no connection, are told in a sentence', async (t) => {
  const { port } = await listening(t, () => null);
  await assert.rejects(
    nodeSend(['localhost'])(outgoing(`http://localhost:${port}/`, 100)),
    /no answer within 0\.1 seconds/,
  );
  await assert.rejects(nodeSend(['localhost'])(outgoing('http://localhost:1/')), /ECONNREFUSED/);
  await assert.rejects(nodeSend()(outgoing('file:///etc/passwd')), /must have the form/);
  await assert.rejects(nodeSend()(outgoing('nonsense')), /must have the form/);
});

test('an answer without end is cut off', async (t) => {
  const { port } = await listening(t, () => ({ status: 200, body: 'x'.repeat(5_000_000) }));
  assert.equal((await nodeSend(['localhost'])(outgoing(`http://localhost:${port}/`))).status, 200);
});
