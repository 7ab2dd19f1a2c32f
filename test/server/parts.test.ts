import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { attachmentDisposition } from '../../src/server/core/content-disposition.ts';
import { cleanName, inspectFile } from '../../src/server/core/file-kind.ts';
import { addressKey } from '../../src/server/core/network-address.ts';
import { compilePaths } from '../../src/server/core/path-template.ts';
import { createRateLimit, sharedRateLimit } from '../../src/server/core/rate-limit.ts';
import { cookieOf, createSessions } from '../../src/server/core/sessions.ts';
import { jsonIn, mostJsonBytes, readBytes } from '../../src/server/http/body.ts';
import { guardHost, guardOrigin } from '../../src/server/http/cross-site-guard.ts';
import { exampleText, startServer } from '../support/http/server.ts';

const routes = (...patterns: string[]) =>
  compilePaths(
    patterns.map((each) => ({ method: each.split(' ')[0] ?? '', pattern: each.split(' ')[1] ?? '', value: each })),
  );

const answerOf = (found: ReturnType<ReturnType<typeof routes>>) =>
  found.found === 'value' ? found.value : found.found;

test('a stated word of a path goes before a parameter, in whatever order they are stated', () => {
  const find = routes('GET /orders/:id', 'GET /orders/new', 'POST /orders/:id/:event');
  assert.equal(answerOf(find('GET', '/orders/new')), 'GET /orders/new');
  assert.equal(answerOf(find('GET', '/orders/newer')), 'GET /orders/:id');
});

test('a word without the method falls back to the parameter that has it', () => {
  const find = routes('GET /orders/new', 'PATCH /orders/:id');
  assert.equal(answerOf(find('PATCH', '/orders/new')), 'PATCH /orders/:id');
});

test('a path with other methods says which, over all routes that fit it', () => {
  const found = routes('GET /orders/new', 'PATCH /orders/:id')('DELETE', '/orders/new');
  assert.deepEqual(found, { found: 'methods', allow: ['GET', 'PATCH'] });
});

test('characters that routers like to interpret are plain text in a route', () => {
  const find = routes('GET /a*b', 'GET /{x}/(.*)', 'GET /c?', 'GET /größe/:id');
  assert.equal(answerOf(find('GET', '/a*b')), 'GET /a*b');
  assert.equal(answerOf(find('GET', '/axxb')), 'nothing');
  assert.equal(answerOf(find('GET', '/%7Bx%7D/(.*)')), 'GET /{x}/(.*)');
  assert.equal(answerOf(find('GET', '/c%3F')), 'GET /c?');
  assert.equal(answerOf(find('GET', '/gr%C3%B6%C3%9Fe/1')), 'GET /größe/:id');
});

test('parameters are decoded, and a broken escape leads nowhere', () => {
  const find = routes('GET /orders/:id');
  const found = find('GET', '/orders/a%20b%2Fc');
  assert.deepEqual(found.found === 'value' ? [...found.params] : null, [['id', 'a b/c']]);
  assert.equal(find('GET', '/orders/%E0%A4%A').found, 'nothing');
  assert.equal(find('GET', '/orders/').found, 'nothing');
});

test('names of JavaScript are names in routes and parameters', () => {
  const find = routes('GET /__proto__/:constructor', 'GET /toString');
  const found = find('GET', '/__proto__/valueOf');
  assert.deepEqual(found.found === 'value' ? [...found.params] : null, [['constructor', 'valueOf']]);
  assert.equal(answerOf(find('GET', '/toString')), 'GET /toString');
  assert.equal(find('GET', '/hasOwnProperty').found, 'nothing');
});

test('addresses of one IPv6 network count together however they are spelled', () => {
  const spellings = [
    '2001:db8:0:1::1',
    '2001:0DB8:0000:0001:ffff:1:2:3',
    '[2001:db8:0:1::]',
    '2001:db8::1:0:0:0:9%eth0',
  ];
  assert.deepEqual(new Set(spellings.map(addressKey)), new Set(['2001:db8:0:1::/64']));
  assert.notEqual(addressKey('2001:db8:0:2::1'), addressKey('2001:db8:0:1::1'));
});

test('an IPv4 address inside an IPv6 one is that IPv4 address', () => {
  assert.deepEqual(
    ['::ffff:10.0.0.7', '::ffff:0a00:0007', '0:0:0:0:0:ffff:10.0.0.7', '10.0.0.7'].map(addressKey),
    Array(4).fill('10.0.0.7'),
  );
});

test('what is no address counts as itself', () => {
  assert.deepEqual(['', 'x:y', '1:2:3', '::1::2'].map(addressKey), ['', 'x:y', '1:2:3', '::1::2']);
});

test('a limit lets so many requests through, then says how long to wait, and refills with time', () => {
  const take = createRateLimit();
  const rate = { count: 3, ms: 60_000 };
  assert.deepEqual(
    [0, 0, 0, 0].map((now) => take('a', rate, now)),
    [null, null, null, 20],
  );
  assert.equal(take('b', rate, 0), null);
  assert.equal(take('a', rate, 20_000), null);
  assert.equal(take('a', rate, 20_000), 20);
});

test('a clock that is set back neither fills nor empties a limit', () => {
  const take = createRateLimit();
  const rate = { count: 1, ms: 1_000 };
  assert.equal(take('a', rate, 10_000), null);
  assert.equal(take('a', rate, 0), 1);
});

test('of very many who ask those are forgotten who have not asked for longest, and whoever goes on is counted on', () => {
  const take = createRateLimit();
  const rate = { count: 2, ms: 60_000 };
  const others = (name: string, count: number) => {
    for (let at = 0; at < count; at++) take(`${name} ${at}`, rate, 0);
  };
  for (const key of ['gone', 'gone', 'stays']) assert.equal(take(key, rate, 0), null);
  others('first', 10_000);
  assert.equal(take('stays', rate, 0), null);
  others('then', 10_100);
  assert.equal(take('stays', rate, 0), 30);
  assert.equal(take('gone', rate, 0), null);
});

test('the same of what is taken from all servers together', async () => {
  const asked: string[] = [];
  const timesAsked = (name: string) => asked.filter((each) => each === name).length;
  const take = sharedRateLimit({
    take: async (key, _rate, { wanted }) => {
      asked.push(key);
      return { taken: key === 'stays' && timesAsked(key) > 1 ? 0 : wanted, left: 0 };
    },
  });
  const others = async (name: string, count: number) => {
    for (let at = 0; at < count; at++) await take(`${name} ${at}`, { count: 50, ms: 60_000 }, 0);
  };
  // One is taken at a time for one of them, and ten for the other.
  const [one, ten] = [
    { count: 50, ms: 60_000 },
    { count: 500, ms: 60_000 },
  ];
  assert.deepEqual([await take('stays', one, 0), await take('gone', ten, 0)], [null, null]);
  await others('first', 10_000);
  assert.deepEqual([await take('gone', ten, 0), await take('stays', one, 0)], [null, 2]);
  assert.deepEqual([timesAsked('gone'), timesAsked('stays')], [1, 2]);
  await others('then', 10_100);
  assert.deepEqual([await take('gone', ten, 0), await take('stays', one, 0)], [null, 2]);
  assert.deepEqual([timesAsked('gone'), timesAsked('stays')], [2, 2]);
});

const json = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
  jsonIn(new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type } }));

test('a body is JSON in UTF-8, said to be so', async () => {
  assert.deepEqual(await json('{"a":1}'), { ok: true, value: { a: 1 } });
  assert.deepEqual(await json('{"a":1}', 'application/json; charset=utf-8'), { ok: true, value: { a: 1 } });
  assert.deepEqual(await json('{"a":1}', 'text/plain'), { ok: false, wrong: 'media type' });
  assert.deepEqual(await json('{"a":1}', 'application/json; charset=latin1'), { ok: false, wrong: 'media type' });
  assert.deepEqual(await json(new Uint8Array([0x22, 0xff, 0x22])), {
    ok: false,
    wrong: 'malformed',
    reason: 'its body is not UTF-8 text',
  });
});

test('a mistake in JSON is told by line and column, without what was sent', async () => {
  assert.deepEqual(await json('{\n  "a": 1,\n  secret\n}'), {
    ok: false,
    wrong: 'malformed',
    reason: 'its JSON is wrong at line 3, column 3',
  });
  assert.deepEqual(await json('{"a": [1, 2'), { ok: false, wrong: 'malformed', reason: 'its JSON ends too early' });
});

test('JSON nested too deep is refused before it is parsed, and brackets in strings do not count', async () => {
  const deep = await json('['.repeat(100_000));
  assert.deepEqual(deep, { ok: false, wrong: 'malformed', reason: 'its JSON is nested deeper than 32 levels' });
  assert.deepEqual(await json(JSON.stringify(['[{'.repeat(50), '\\"['])), {
    ok: true,
    value: ['[{'.repeat(50), '\\"['],
  });
});

test('a body that is larger than promised is cut off while it streams', async () => {
  const sent: { chunks: number } = { chunks: 0 };
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent.chunks += 1;
      controller.enqueue(new Uint8Array(100_000));
    },
  });
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: endless, duplex: 'half' };
  const read = await readBytes(new Request('http://localhost/', init), mostJsonBytes);
  assert.deepEqual(read, { ok: false, wrong: 'too large', limit: '1 MB' });
  assert.ok(sent.chunks < 20);
});

const asked = (url: string, method: string, headers: Record<string, string> = {}) =>
  [new Request(url, { method, headers }), new URL(url)] as const;

test('only this machine’s own names are answered, at the port that listens', () => {
  assert.equal(guardHost(...asked('http://localhost:4000/', 'GET'), 4000), null);
  assert.equal(guardHost(...asked('http://127.0.0.1:4000/', 'GET'), 4000), null);
  for (const url of [
    'http://evil.example:4000/',
    'http://localhost:4001/',
    'http://localhost.evil.example:4000/',
    'http://[::1]:4000/',
  ]) {
    assert.equal(guardHost(...asked(url, 'GET'), 4000), 'OTHER_HOST', url);
  }
  // Whoever names no port means the one that the protocol has; without a socket there is no port to compare.
  assert.equal(guardHost(...asked('http://localhost/', 'GET'), 80), null);
  assert.equal(guardHost(...asked('http://localhost/', 'GET'), 4000), 'OTHER_HOST');
  assert.equal(guardHost(...asked('http://localhost:4000/', 'GET'), null), null);
  assert.equal(guardHost(...asked('http://evil.example:4000/', 'GET'), null), 'OTHER_HOST');
  assert.equal(guardHost(...asked('http://evil.example/', 'GET'), 80), 'OTHER_HOST');
  // A request has a host in its address and one in its header: both are ours, or it is turned away.
  const headed = (url: string, host: string) => guardHost(...asked(url, 'GET', { host }), 4000);
  assert.equal(headed('http://localhost:4000/', 'LOCALHOST:4000'), null);
  assert.equal(headed('http://localhost:4000/', 'evil.example:4000'), 'OTHER_HOST');
  assert.equal(headed('http://evil.example:4000/', 'localhost:4000'), 'OTHER_HOST');
});

test('a path that starts with two slashes is rejected and never replaces the configured origin', async (t) => {
  const server = await startServer(exampleText('expense-claims.md'), {
    production: { origin: 'https://claims.example.org' },
  });
  t.after(server.stop);
  for (const path of [
    '//evil.example/api/claims',
    '///evil.example/',
    '/%5cevil.example/',
    '/\\evil.example/api/claims',
  ]) {
    const request = new Request(`http://127.0.0.1:4000${path}`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: '{}',
    });
    const answer = await server.fetch(request);
    assert.ok([400, 403].includes(answer.status), `${path} ${answer.status}`);
  }
});

test('a change from another origin is refused, a look is not', () => {
  const url = 'http://localhost:4000/x';
  const turned = (headers: Record<string, string>, method = 'POST') => guardOrigin(...asked(url, method, headers));
  assert.equal(turned({}), null);
  assert.equal(turned({ origin: 'http://localhost:4000' }), null);
  assert.equal(turned({ 'sec-fetch-site': 'same-origin' }), null);
  assert.equal(turned({ origin: 'http://localhost:4001' }), 'OTHER_ORIGIN');
  assert.equal(turned({ origin: 'null' }), 'OTHER_ORIGIN');
  assert.equal(turned({ 'sec-fetch-site': 'cross-site' }), 'OTHER_ORIGIN');
  assert.equal(turned({ 'sec-fetch-site': 'same-site' }), 'OTHER_ORIGIN');
  assert.equal(turned({ origin: 'https://evil.example' }, 'GET'), null);
});

test('a session is a token for a person until it is closed or grows old', async (t) => {
  const { store, stop } = await startServer(exampleText('expense-claims.md'));
  t.after(stop);
  const sessions = createSessions(store.keys);
  const token = await sessions.open('p1', 0);
  assert.equal(await sessions.find(token).person(1), 'p1');
  assert.equal(await sessions.find(`${token}x`).person(1), null);
  assert.equal(await sessions.find(token).person(8 * 24 * 3_600_000), null);
  const other = await sessions.open('p1', 0);
  await sessions.close(token);
  assert.deepEqual([await sessions.find(token).person(1), await sessions.find(other).person(1)], [null, 'p1']);
});

test('who comes again each week stays signed in for a month, or as long as the document says, and no longer', async (t) => {
  const { store, stop } = await startServer(exampleText('expense-claims.md'));
  t.after(stop);
  const sessions = createSessions(store.keys);
  const day = 24 * 3_600_000;
  const token = await sessions.open('p1', 0);
  for (const at of [6, 12, 18, 24, 29.9]) assert.equal(await sessions.find(token).person(at * day), 'p1', `day ${at}`);
  assert.equal(await sessions.find(token).person(30 * day + 1), null);
  const short = await sessions.open('p1', 0);
  assert.equal(await sessions.find(short).person(day, day), 'p1');
  assert.equal(await sessions.find(short).person(day + 1, day), null);
  assert.equal(await sessions.find(short).person(7 * day + day, 90 * day), 'p1', 'seen a week before');
  assert.equal(await sessions.find(short).person(15 * day + 1, 90 * day), null, 'not seen for longer');
});

test('the first of two cookies of a name counts, and a longer name is another', () => {
  assert.equal(cookieOf('xa=1; a=2;a=3', 'a'), '2');
  assert.equal(cookieOf(null, 'a'), null);
});

const png = new Uint8Array([
  137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 31, 21, 196, 137,
]);
/** The bytes come in two pieces. */
async function kindOf(name: string, bytes: Uint8Array): Promise<string | null> {
  const middle = bytes.length >> 1;
  const looked = inspectFile(Readable.from([bytes.subarray(0, middle), bytes.subarray(middle)]));
  const passed: number[] = [];
  for await (const piece of looked.bytes) passed.push(...piece);
  assert.deepEqual(passed, [...bytes]);
  return (await looked.identify({ name, mediaType: null }))?.mediaType ?? null;
}

const ascii = (text: string) => new TextEncoder().encode(text);

test('the kind of a file is what its bytes say, and must be what its name says', async () => {
  assert.equal(await kindOf('a.png', png), 'image/png');
  assert.equal(await kindOf('a.pdf', ascii('%PDF-1.7\n%âãÏÓ\n')), 'application/pdf');
  assert.equal(await kindOf('a.pdf', png), null);
  assert.equal(await kindOf('a.pdf', ascii('<script>alert(1)</script>')), null);
  assert.equal(await kindOf('a.txt', png), null);
  assert.equal(await kindOf('a.csv', ascii('a,b\n1,2\n')), 'text/csv');
  assert.equal(await kindOf('a.pdf', new Uint8Array()), null);
});

test('a file name is what is left of it without folders and control characters', () => {
  assert.equal(cleanName('../../etc/passwd'), 'passwd');
  assert.equal(cleanName('C:\\x\\a\u0000\u202e.pdf'), 'a.pdf');
  assert.equal(cleanName('..'), null);
  assert.equal(cleanName(''), null);
});

test('whatever a file is called, its name leads to no folder and is a header', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '../',
      '..\\',
      '/',
      '.',
      '..',
      '\u0000',
      '\u202e',
      '\r\n',
      '"',
      "'",
      '%2f',
      '%00',
      ':',
      '\ud800',
      '；',
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('a.pdf', 'é', 'x'.repeat(300), '🎈', 'CON', '~', ' '),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const name = cleanName(pieces.join('')) ?? 'none';
      assert.match(name, /^[^/\\\p{Cc}\p{Cf}<>:"|?*]{1,200}$/u);
      assert.doesNotMatch(name, /^\.+$/);
      const value = attachmentDisposition(name);
      assert.equal(new Headers({ 'content-disposition': value }).get('content-disposition'), value);
      assert.equal(decodeURIComponent(/UTF-8''(.*)$/.exec(value)?.[1] ?? ''), name.toWellFormed());
    }),
    { numRuns: 1_000 },
  );
});
