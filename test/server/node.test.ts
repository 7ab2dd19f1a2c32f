import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { assetAnswer } from '../../src/server/core/assets.ts';
import { CONTENT_LENGTH_FROM } from '../../src/server/http/answer.ts';
import { dataFolder } from '../../src/server/node/folder.ts';
import { loadAssets } from '../../src/server/node/load-client-assets.ts';
import { serve } from '../../src/server/node/serve.ts';
import { watchFile } from '../../src/server/node/watch.ts';

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const hello = async () => new Response('hello');

test('a server listens on this machine alone and tells where', async (t) => {
  const seen: { address?: string | null | undefined; port?: number | null | undefined } = {};
  const serving = await serve({
    port: 0,
    fetch: (_, from) => {
      Object.assign(seen, { address: from?.address, port: from?.port });
      return hello();
    },
  });
  t.after(() => serving.stop(0));
  assert.equal(await (await fetch(serving.url)).text(), 'hello');
  assert.deepEqual(seen, { address: '127.0.0.1', port: serving.port });
});

test('where the port is taken, the next free one is', async (t) => {
  const first = await serve({ port: 0, fetch: hello });
  t.after(() => first.stop(0));
  const second = await serve({ port: first.port, fetch: hello });
  t.after(() => second.stop(0));
  assert.ok(second.port > first.port);
  await assert.rejects(serve({ port: first.port, tries: 0, fetch: hello }), /No port from \d+ to \d+ is free/);
});

test('stopping lets a request in hand finish', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const serving = await serve({
    port: 0,
    fetch: async () => {
      begin();
      await allowed;
      return new Response('finished');
    },
  });
  const answer = fetch(serving.url);
  await begun;
  const stopped = serving.stop();
  allow();
  assert.equal(await (await answer).text(), 'finished');
  await stopped;
  await assert.rejects(fetch(serving.url));
});

test('a request whose Host header is nonsense is answered, and the server goes on', async (t) => {
  const serving = await serve({ port: 0, fetch: hello });
  t.after(() => serving.stop(0));
  const raw = await new Promise<string>((resolve, reject) => {
    const socket = connect(serving.port, '127.0.0.1', () =>
      socket.end('GET / HTTP/1.1\r\nHost: a b\\c\r\nConnection: close\r\n\r\n'),
    );
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
  assert.match(raw, /^HTTP\/1\.1 400/);
  assert.equal(await (await fetch(serving.url)).text(), 'hello');
});

/** An answer as it comes over the wire. */
function raw(
  url: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<IncomingMessage & { body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, async (answer) => {
      const chunks: Buffer[] = await answer.toArray();
      resolve(Object.assign(answer, { body: Buffer.concat(chunks) }));
    });
    asked.on('error', reject).end();
  });
}

test('long JSON goes out packed to who takes that, and everything else as it is', async (t) => {
  const long = JSON.stringify({ text: 'ä'.repeat(CONTENT_LENGTH_FROM) });
  const answers: Record<string, [string, Record<string, string>]> = {
    '/long': [long, { 'content-type': 'application/json', etag: '"a"' }],
    '/problem': [long, { 'content-type': 'application/problem+json' }],
    '/short': ['{}', { 'content-type': 'application/json' }],
    '/events': [long, { 'content-type': 'text/event-stream' }],
    '/file': [long, { 'content-type': 'application/json', 'content-disposition': 'attachment' }],
  };
  const serving = await serve({
    port: 0,
    fetch: async ({ url, method }) => {
      const [text = '', headers = {}] = answers[new URL(url).pathname] ?? [];
      const length = { 'content-length': String(Buffer.byteLength(text)) };
      return new Response(method === 'HEAD' ? null : text, { headers: { ...headers, ...length } });
    },
  });
  t.after(() => serving.stop(0));
  const at = (path: string) => new URL(path, serving.url).href;
  for (const path of Object.keys(answers)) {
    const [text = ''] = answers[path] ?? [];
    const plain = await raw(at(path), {});
    assert.equal(plain.headers['content-encoding'], undefined, path);
    assert.equal(plain.body.toString(), text, path);
    const packed = await raw(at(path), { 'accept-encoding': 'gzip, deflate, br' });
    const isPacked = path === '/long' || path === '/problem';
    assert.equal(packed.headers['content-encoding'], isPacked ? 'gzip' : undefined, path);
    assert.equal((isPacked ? gunzipSync(packed.body) : packed.body).toString(), text, path);
    assert.equal(packed.headers['content-length'], String(packed.body.length), path);
    assert.equal(packed.headers.etag, answers[path]?.[1]['etag'], path);
  }
  const head = await raw(at('/long'), { 'accept-encoding': 'gzip' }, 'HEAD');
  assert.equal(head.body.length, 0);
  assert.equal(head.headers['content-encoding'], undefined);
});

/** The next text that the watcher tells. */
function watching(t: TestContext, path: string): () => Promise<string> {
  const told: string[] = [];
  const waiting: ((text: string) => void)[] = [];
  const watcher = watchFile(path, (text) => {
    const next = waiting.shift();
    if (next === undefined) told.push(text);
    else next(text);
  });
  t.after(watcher.close);
  return () => {
    const next = told.shift();
    return next === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(next);
  };
}

test('a file is told whole when it is written and when it is replaced by renaming', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'a.md');
  writeFileSync(path, 'one');
  const next = watching(t, path);
  writeFileSync(path, 'two');
  assert.equal(await next(), 'two');
  writeFileSync(join(folder, 'a.md.tmp'), 'three');
  renameSync(join(folder, 'a.md.tmp'), path);
  assert.equal(await next(), 'three');
});

test('a file that is away for a moment is told when it is back', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'a.md');
  writeFileSync(path, 'one');
  const next = watching(t, path);
  rmSync(path);
  writeFileSync(join(folder, 'other.md'), 'not this');
  writeFileSync(path, 'back');
  assert.equal(await next(), 'back');
});

test('data lives beside the document under its name, and git is told to leave it alone', (t) => {
  const folder = folderFor(t);
  assert.equal(dataFolder(join(folder, 'orders.md')), join(folder, '.ninefold', 'orders.md'));
  assert.equal(dataFolder(join(folder, 'orders.md')), join(folder, '.ninefold', 'orders.md'));
});

test('files of the client are found by their path, with types, and nothing outside the folder is', (t) => {
  const folder = folderFor(t);
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'dist', 'index.html'), '<html></html>');
  writeFileSync(join(folder, 'dist', 'assets', 'main-Ab3_x-Y9.js'), 'let a = 1;'.repeat(100));
  const assets = loadAssets(join(folder, 'dist'));
  // Another client may take its place while pages of this one are open.
  rmSync(join(folder, 'dist'), { recursive: true });
  assert.equal(assets('/index.html')?.type, 'text/html; charset=utf-8');
  assert.equal(assets('/index.html')?.immutable, false);
  assert.equal(assets('/assets/main-Ab3_x-Y9.js')?.immutable, true);
  for (const path of ['/../secret.txt', '/assets/../../secret.txt', '/', '/assets', '/__proto__'])
    assert.equal(assets(path), null, path);
});

test('what was packed as it was built is given so, and unpacked to who takes nothing packed', async (t) => {
  const folder = folderFor(t);
  const text = 'let a = 1;'.repeat(100);
  writeFileSync(join(folder, 'a.js'), text);
  writeFileSync(join(folder, 'a.js.gz'), gzipSync(text));
  writeFileSync(join(folder, 'a.js.br'), brotliCompressSync(text));
  const assets = loadAssets(folder);
  const asset = assets('/a.js');
  assert.ok(asset !== null);
  const given = async (accepted: string) => {
    const headers = { 'accept-encoding': accepted };
    const answer = assetAnswer(new Request('http://localhost/a.js', { headers }), asset);
    return [answer.headers.get('content-encoding'), Buffer.from(await answer.arrayBuffer())] as const;
  };
  assert.deepEqual(await given('br, gzip'), ['br', brotliCompressSync(text)]);
  assert.deepEqual(await given('gzip'), ['gzip', gzipSync(text)]);
  assert.deepEqual(await given('gzip;q=0, identity'), [null, Buffer.from(text)]);
  for (const path of ['/a.js.gz', '/a.js.br']) assert.equal(assets(path), null, path);
});

test('a folder that is not there holds no files', () =>
  assert.equal(loadAssets('/nowhere/at/all')('/index.html'), null));

test('a file is packed as the browser likes it, and not sent again to one that has it', async () => {
  const body = new TextEncoder().encode('plain');
  const packed = new Map([['br', new TextEncoder().encode('packed')]]);
  const asset = { body: () => body, type: 'text/css', etag: '"x"', immutable: true, encoded: packed };
  const ask = (headers: Record<string, string>) =>
    assetAnswer(new Request('http://localhost/a.css', { headers }), asset);
  assert.equal(await ask({ 'accept-encoding': 'gzip, br' }).text(), 'packed');
  assert.equal(ask({ 'accept-encoding': 'gzip, br' }).headers.get('content-encoding'), 'br');
  assert.equal(await ask({}).text(), 'plain');
  assert.equal(ask({ 'if-none-match': '"x"' }).status, 304);
});
