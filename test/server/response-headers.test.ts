import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { withObservability } from '../../src/server/application/request-log.ts';
import { serve } from '../../src/server/node/serve.ts';
import { exampleText, startServer } from '../support/http/server.ts';

/** Returns the raw answer to these bytes. */
async function rawAnswer(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(text);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

test('the headers of RESPONSE_HEADERS are on every response, including answers to malformed HTTP', async (t) => {
  const server = await startServer(exampleText('tasks.md'));
  t.after(() => server.stop());
  const running = await serve({ fetch: withObservability(server.runtime, server.fetch), port: 0 });
  t.after(() => running.stop(0));
  const head = (line: string, more = '') =>
    `${line}\r\nHost: localhost:${running.port}\r\n${more}Connection: close\r\n\r\n`;
  const requests: readonly (readonly [status: number, text: string])[] = [
    [503, head('GET / HTTP/1.1')],
    [200, head('GET /_/health HTTP/1.1')],
    [200, head('GET /_/app HTTP/1.1')],
    [204, head('OPTIONS /api/jobs HTTP/1.1')],
    [401, head('GET /api/jobs HTTP/1.1')],
    [404, head('GET /_/nothing HTTP/1.1')],
    [400, 'GET http://[/ HTTP/1.1\r\nHost: ?\r\nConnection: close\r\n\r\n'],
    [417, head('GET / HTTP/1.1', 'Expect: something\r\n')],
    [400, 'nothing like a request\r\n\r\n'],
    [431, head('GET / HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}\r\n`)],
  ];
  for (const [status, text] of requests) {
    const [line = '', ...headers] = (await rawAnswer(running.port, text)).split('\r\n\r\n')[0]?.split('\r\n') ?? [];
    const asked = text.split('\r\n')[0];
    assert.equal(Number(line.split(' ')[1]), status, `${asked}: ${line}`);
    const nosniff = headers.filter((header) => /^x-content-type-options: nosniff$/i.test(header));
    assert.equal(nosniff.length, 1, `${asked}: ${headers.join(', ')}`);
  }
});

test('over a socket, a response has the request id of its request once', async (t) => {
  const server = await startServer(exampleText('tasks.md'));
  t.after(() => server.stop());
  const running = await serve({ fetch: withObservability(server.runtime, server.fetch), port: 0 });
  t.after(() => running.stop(0));
  for (const [path, accept] of [
    ['/api/jobs', 'application/json'],
    ['/_/nothing', 'application/json'],
    ['/', 'text/html'],
  ]) {
    const head = `GET ${path} HTTP/1.1\r\nHost: localhost:${running.port}\r\nAccept: ${accept}\r\nX-Request-Id: given-${path?.length}-id\r\n`;
    const answer = await rawAnswer(running.port, `${head}Connection: close\r\n\r\n`);
    const ids = answer.split('\r\n').filter((line) => /^x-request-id:/i.test(line));
    assert.deepEqual(ids, [`x-request-id: given-${path?.length}-id`], answer);
  }
});
