import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { FileValue } from '../../src/fields/text/value.ts';
import { inFolder } from '../support/database/keepings.ts';
import { startBucket } from '../support/http/s3.ts';
import { exampleText, origin, startServer, type TestServer } from '../support/http/server.ts';

const text = exampleText('expense-claims.md').replace('| MAX_RECEIPT_SIZE | 10 MB |', '| MAX_RECEIPT_SIZE | 10 kB |');
const pdf = new TextEncoder().encode('%PDF-1.7\nreceipt\n%%EOF\n');
const claim = { title: 'Taxi', category: 'Travel', spentOn: '2026-08-12', lines: [{ what: 'There', amount: '9.50' }] };
const BOUNDARY = 'ninefold-in-between';

type Sent = Uint8Array<ArrayBuffer> | FormData | ReadableStream<Uint8Array<ArrayBuffer>>;
interface Answer {
  readonly status: number;
  readonly body: FileValue & Problem;
}

async function started(t: TestContext) {
  const server = await startServer(text);
  t.after(server.stop);
  const ana = await server.as('Ana');
  return { server, ana, send: (sent: Sent, more: Headers_ = {}) => send(server, ana.cookie, sent, more) };
}

interface Headers_ {
  readonly type?: string;
  readonly origin?: string;
  readonly name?: string;
}

async function send(server: TestServer, cookie: string, sent: Sent, more: Headers_): Promise<Answer> {
  const headers = new Headers({ cookie });
  if (more.type !== undefined) headers.set('content-type', more.type);
  if (more.origin !== undefined) headers.set('origin', more.origin);
  // Bytes as they come over a connection: a form that is cut off at its end fails elsewhere, after the answer.
  const form = sent instanceof FormData ? new Response(sent) : null;
  if (form !== null) headers.set('content-type', form.headers.get('content-type') ?? '');
  const named = more.name === undefined ? '' : `&name=${encodeURIComponent(more.name)}`;
  const request = new Request(`${origin}/_/files?entity=Claim&field=receipt${named}`, {
    method: 'POST',
    body: form === null ? (sent as Exclude<Sent, FormData>) : await form.arrayBuffer(),
    headers,
    ...(sent instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  const answer = await server.fetch(request);
  return { status: answer.status, body: (await answer.json()) as FileValue & Problem };
}

function formOf(...files: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[]): FormData {
  const form = new FormData();
  for (const [name, bytes] of files) form.append('file', new Blob([bytes]), name);
  return form;
}

const type = `multipart/form-data; boundary=${BOUNDARY}`;
const above = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`;
const below = `\r\n--${BOUNDARY}--\r\n`;
const bytesOf = (...parts: readonly (string | Uint8Array<ArrayBuffer>)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

test('a file comes as a form too, under the name that it has there or that is asked for', async (t) => {
  const { ana, send } = await started(t);
  const sent = await send(formOf(['Beleg “1”.pdf', pdf]));
  assert.equal(sent.status, 201);
  assert.deepEqual(
    [sent.body.name, sent.body.size, sent.body.mediaType],
    ['Beleg “1”.pdf', pdf.byteLength, 'application/pdf'],
  );
  const made = await ana.post<WireRecord>('/api/claims', { ...claim, receipt: sent.body });
  assert.equal(made.status, 201, made.text);
  const file = await ana.get(`/_/files/Claim/${made.body.id}/receipt`);
  assert.equal(file.text, new TextDecoder().decode(pdf));
  assert.equal((await send(formOf(['C:\\home\\x.pdf', pdf]))).body.name, 'x.pdf');
  assert.equal((await send(formOf(['x.bin', pdf]), { name: 'y.pdf' })).body.name, 'y.pdf');
  assert.equal((await send(formOf(['x.png', pdf]))).body.code, 'WRONG_FILE');
});

test('whatever a file of a form holds and however it comes in pieces, it is stored as it is', async (t) => {
  const { ana, send } = await started(t);
  const tricky = fc.constantFrom('\r\n', '--', `\r\n--${BOUNDARY.slice(0, 8)}`, '\r', '\0', 'x');
  const held = fc.array(tricky, { maxLength: 30 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(held, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 20 }), async (inside, cuts) => {
      const content = `%PDF-1.7\n${inside}`;
      const whole = bytesOf(above, content, below);
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          let from = 0;
          for (const cut of [...cuts, whole.length]) {
            if (from < whole.length) controller.enqueue(whole.slice(from, from + cut));
            from += cut;
          }
          controller.close();
        },
      });
      const sent = await send(body, { type });
      assert.deepEqual([sent.status, sent.body.size], [201, content.length]);
      const made = await ana.post<WireRecord>('/api/claims', { ...claim, receipt: sent.body });
      assert.equal((await ana.get(`/_/files/Claim/${made.body.id}/receipt`)).text, content);
    }),
    { numRuns: 60 },
  );
});

test('a form of anything but one whole file is refused, and says what is wrong', async (t) => {
  const bucket = await startBucket();
  const keeping = await inFolder(bucket);
  const server = await startServer(text, { store: keeping.store });
  t.after(async () => {
    await server.stop();
    await keeping.done();
    await bucket.stop();
  });
  const { cookie } = await server.as('Ana');
  const before = bucket.objects.size;
  const mixed = formOf(['a.pdf', pdf]);
  mixed.append('note', 'As agreed.');
  const words = new FormData();
  words.append('note', 'As agreed.');
  const large = 'x'.repeat(9_000);
  const refused: readonly (readonly [what: string, sent: Sent, reason: string, type?: string])[] = [
    ['two files', formOf(['a.pdf', pdf], ['b.pdf', pdf]), 'its form contains more than one file'],
    ['a file and words', mixed, 'its form contains more than one file'],
    ['words', words, 'its form contains a part that is not a file'],
    ['nothing', bytesOf(`--${BOUNDARY}--\r\n`), 'its form has no file', type],
    ['no bytes at all', bytesOf(''), 'its form is incomplete', type],
    ['a file without an end', bytesOf(above, pdf), 'its form is incomplete', type],
    ['half of what stands above it', bytesOf(above.slice(0, 60)), 'its form is incomplete', type],
    ['another boundary', bytesOf(above, pdf, below), 'its form is incomplete', `${type}-other`],
    ['no boundary', bytesOf(above, pdf, below), 'its form has no boundary', 'multipart/form-data'],
    ['much above it', bytesOf(`--${BOUNDARY}\r\nX-A: ${large}\r\n`, pdf, below), 'its form has no file', type],
  ];
  for (const [what, sent, reason, of] of refused) {
    const { status, body } = await send(server, cookie, sent, of === undefined ? {} : { type: of });
    assert.deepEqual([status, body.code], [400, 'UNREADABLE'], `${what}: ${JSON.stringify(body)}`);
    assert.ok(body.detail.includes(reason), `${what}: ${body.detail}`);
  }
  assert.equal(bucket.objects.size, before, 'what is refused does not stay');
});

test('what surrounds a file counts for nothing, and more than a file may have is cut off', async (t) => {
  const { send } = await started(t);
  const most = new Uint8Array(10_000);
  most.set(pdf);
  assert.equal((await send(formOf(['a.pdf', most]))).status, 201);
  const more = new Uint8Array(10_001);
  more.set(pdf);
  const { status, body } = await send(formOf(['a.pdf', more]));
  assert.deepEqual([status, body.code], [413, 'TOO_LARGE']);
  let given = 0;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(bytesOf(above, pdf)),
    pull: (controller) => {
      given += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  assert.equal((await send(endless, { type })).status, 413);
  assert.ok(given < 60, `${given} kB were taken`);
});

test('a form that another site sends is refused', async (t) => {
  const { send } = await started(t);
  const { status, body } = await send(formOf(['a.pdf', pdf]), { origin: 'https://elsewhere.example' });
  assert.deepEqual([status, body.code], [403, 'OTHER_ORIGIN']);
});
