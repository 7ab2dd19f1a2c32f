import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RealServer, startReal } from '../support/http/real-server.ts';
import { exampleText } from '../support/http/server.ts';

/** What a server of its own takes in memory for what is sent to it and asked of it, in megabytes. */

const MB = 1_000_000;
/** What it may have altogether, whatever comes: what the language took once and keeps for later counts too. */
const ALTOGETHER = 300;

const text = exampleText('expense-claims.md')
  .replace(/^\| Requests \|.*$/m, '| Requests | 1000000 per minute | |')
  .replace(/^(\| MAX_RECEIPT_SIZE \| )[^|]*/m, '$1200 MB ')
  .replace(/^(\| Requests \|.*)$/m, '$1\n| Upload size | 200 MB | |\n| Largest page | 200 | |');

function* bytes(count: number, first = ''): Iterable<Uint8Array> {
  const part = Buffer.alloc(64_000, 'x');
  yield Buffer.from(first);
  for (let left = count - first.length; left > 0; left -= part.length)
    yield part.subarray(0, Math.min(left, part.length));
}

const FILES = '/_/files?entity=Claim&field=receipt';

const upload = (server: RealServer, size: number) =>
  server.stream('POST', `${FILES}&name=a.pdf`, 'application/pdf', bytes(size, '%PDF-1.7\n'));

/** A form of one file. */
function* form(size: number): Iterable<Uint8Array> {
  yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
  yield* bytes(size, '%PDF-1.7\n');
  yield Buffer.from('\r\n--b--\r\n');
}

test('bodies, files, lists and exports take little memory, however large they are', { timeout: 170_000 }, async (t) => {
  const server = await startReal(text);
  t.after(server.stop);
  const title = 'Ticket '.repeat(10).trim();
  const claim = {
    title,
    category: 'Travel',
    spentOn: new Date().toISOString().slice(0, 10),
    lines: [{ what: 'x', amount: '1.00' }],
  };
  const make = async (count: number) => {
    let left = count;
    const lane = async () => {
      while (left-- > 0) assert.equal((await server.send('POST', '/api/claims', claim)).status, 201);
    };
    await Promise.all(Array.from({ length: 8 }, lane));
  };
  await make(1_200);
  assert.equal((await upload(server, MB)).status, 201);
  const screen = encodeURIComponent('screen/%2F');
  const most = async (name: string, limit: number, work: () => Promise<unknown>) => {
    const memory = await server.memoryOf(work);
    if (memory === null) return t.diagnostic('This system does not tell what a process has.');
    const more = memory.most - memory.before;
    t.diagnostic(`${name}: ${more.toFixed(0)} MB more than ${memory.before.toFixed(0)} MB`);
    assert.ok(more < limit, `${name}: ${more.toFixed(0)} MB more`);
    assert.ok(memory.most < ALTOGETHER, `${name}: ${memory.most.toFixed(0)} MB altogether`);
  };
  await most('a body of 100 MB where 1 MB is taken', 40, async () => {
    const { status } = await server.stream('POST', '/api/claims', 'application/json', bytes(100 * MB, '{"title":"'));
    assert.ok(status === 413 || status === 0, String(status));
  });
  await most('eight bodies of 1 MB at once', 80, async () => {
    const body = () =>
      server.stream('POST', '/api/claims', 'application/json', [
        Buffer.from(JSON.stringify({ ...claim, title: 'x'.repeat(990_000) })),
      ]);
    for (const { status } of await Promise.all(Array.from({ length: 8 }, body))) assert.equal(status, 422);
  });
  const sent = { receipt: '' };
  await most('a file of 150 MB', 60, async () => {
    const { status, text: said } = await upload(server, 150 * MB);
    assert.equal(status, 201, said);
    sent.receipt = (JSON.parse(said) as { readonly file: string }).file;
  });
  // Files that belong to no record yet count against a limit, so this one is attached before the next one comes.
  const body = Buffer.from(JSON.stringify({ ...claim, ...sent }));
  const attached = await server.stream('POST', '/api/claims', 'application/json', [body]);
  assert.equal(attached.status, 201, attached.text);
  const { id } = JSON.parse(attached.text) as { readonly id: string };
  await most('the same as a form', 60, async () => {
    const { status, text: said } = await server.stream(
      'POST',
      FILES,
      `multipart/form-data; boundary=b`,
      form(150 * MB),
    );
    assert.equal(status, 201, said);
  });
  await most('the same file given out', 60, async () => {
    const given = await server.stream('GET', `/_/files/Claim/${id}/receipt`, 'text/plain', []);
    assert.deepEqual([given.status, given.bytes], [200, 150 * MB]);
  });
  await most('a file that is larger than the field takes', 60, async () => {
    const { status } = await upload(server, 260 * MB);
    assert.ok(status === 413 || status === 0, String(status));
  });
  await most('a list as long as a page may be, four times at once', 60, async () => {
    const ask = () => server.stream('GET', '/api/claims?limit=200', 'application/json', []);
    for (const { status, bytes: length } of await Promise.all([1, 2, 3, 4].map(ask))) {
      assert.equal(status, 200);
      assert.ok(length > 50_000);
    }
  });
  await most('all records as a file', 60, async () => {
    const {
      status,
      bytes: length,
      text: said,
    } = await server.stream('GET', `/_/export?screen=${screen}`, 'text/csv', []);
    assert.equal(status, 200, said);
    assert.ok(length > 1_200 * title.length, String(length));
  });
});
