import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { serve } from '../../src/server/node/serve.ts';
import { exampleText, startServer, type TestServer } from '../support/http/server.ts';

async function started(t: TestContext): Promise<TestServer> {
  const server = await startServer(exampleText('expense-claims.md'));
  t.after(server.stop);
  return server;
}

/** What comes back for the bytes of one request; `hangUp` ends the connection as soon as they are sent. */
function exchanged(port: number, bytes: string, hangUp = false): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes);
      if (hangUp) setTimeout(() => socket.destroy(), 100);
    });
    socket.on('data', (data) => {
      text += data.toString('utf8');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}

test('what HTTP itself is wrong in is refused as a problem too, with where and what to do', async (t) => {
  const server = await started(t);
  const serving = await serve({ fetch: server.fetch, port: 0 });
  t.after(() => serving.stop(0));
  const host = `Host: localhost:${serving.port}\r\n`;
  const end = 'Connection: close\r\n\r\n';
  for (const [asked, status, code, where] of [
    [`GET /api\\claims HTTP/1.1\r\n${host}${end}`, 400, 'UNREADABLE', /its address/],
    [`GET /api/claims HTTP/1.1\r\nHost: localhost:\r\n${end}`, 400, 'UNREADABLE', /its header Host/],
    [`GET /api/claims HTTP/1.1\r\nHost: localhost:99999\r\n${end}`, 400, 'UNREADABLE', /its header Host/],
    [`GET /api/claims HTTP/1.1\r\nHost: local host\r\n${end}`, 400, 'UNREADABLE', /its header Host/],
    [`GET /api/claims HTTP/1.1\r\n${end}`, 400, 'UNREADABLE', /its header Host/],
    [
      `POST /api/claims HTTP/1.1\r\n${host}Expect: 200-ok\r\nContent-Length: 2\r\n\r\n{}`,
      417,
      'EXPECTATION_FAILED',
      /Expect/,
    ],
  ] as const) {
    const [head = '', body = ''] = (await exchanged(serving.port, asked)).split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} [^]*content-type: application/problem\\+json`, 'i'), asked);
    const problem = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1)) as Problem;
    assert.deepEqual([problem.status, problem.code, problem.type], [status, code, `/_/errors/${code}`], asked);
    assert.match(problem.detail, where, asked);
    assert.ok(problem.next, asked);
    assert.equal((await server.guest.get(problem.type)).status, 200, asked);
  }
  assert.deepEqual(server.logged, []);
});

test('whoever hangs up in the middle of a body is no fault of the server', async (t) => {
  const server = await started(t);
  const answered = Promise.withResolvers<number>();
  const serving = await serve({
    fetch: async (request, from) => {
      const answer = await server.fetch(request, from);
      answered.resolve(answer.status);
      return answer;
    },
    port: 0,
  });
  t.after(() => serving.stop(0));
  const ana = await server.as('Ana');
  const cookie = `ninefold-${serving.port}=${ana.cookie.slice(ana.cookie.indexOf('=') + 1)}`;
  const head = `POST /api/claims HTTP/1.1\r\nHost: localhost:${serving.port}\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`;
  for (const length of ['Content-Length: 100\r\n', 'Transfer-Encoding: chunked\r\n'])
    await exchanged(serving.port, `${head}${length}\r\n{`, true);
  assert.equal(await answered.promise, 400);
  await wait(200);
  assert.deepEqual(server.logged, []);
});
