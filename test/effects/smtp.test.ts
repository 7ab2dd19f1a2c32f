import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { WireOutbox, WireRecord } from '../../src/engine/core/wire-format.ts';
import { deliverDue } from '../../src/server/jobs/send-outbox.ts';
import { smtpMail } from '../../src/server/node/mail.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';
import { type SmtpServer, startSmtpServer } from '../support/http/smtp-server.ts';

const LETTERS = `# Specification: Letters

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Notice

- title: text, required, title
- to: long text
- slip: file(txt)

## 4. States and transitions

### Notice

| Event | Then |
| --- | --- |
| send | email to: "Notice: {title}" / "Dear reader,&#10;.{title}" with slip |

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Person: read | yes |
| Notice: read, create, change | yes |

## 9. Business constants and limits

- Retries: 2

## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
`;

/** Longer than the first two waits, which are 30 and 60 seconds and up to a fifth more. */
const LONGEST_WAIT = 80_000;
const messageId = (data: string): string | undefined => /^Message-ID: (.+)$/m.exec(data)?.[1];
const noSend = () => Promise.reject(new Error('There are no outside calls.'));

describe('the outbox and a mail server', () => {
  let smtp: SmtpServer;
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    smtp = await startSmtpServer();
    const mail = smtpMail(`smtp://us%40er:pass%3Aword@127.0.0.1:${smtp.port}`, 'Letters <letters@example.com>');
    server = await startServer(LETTERS, { production: { mail } });
    ada = await server.as('Ada');
  });
  after(async () => {
    await server.stop();
    await smtp.stop();
  });
  beforeEach(() => {
    for (const list of [smtp.received, smtp.refused, smtp.signIns, smtp.answers]) list.length = 0;
  });

  async function send(to: string, file: string | null = null): Promise<WireRecord> {
    const slip = file === null ? {} : { slip: await upload(file) };
    const { body, status, text } = await ada.post<WireRecord>('/api/notices', { title: 'Grüße', to, ...slip });
    assert.equal(status, 201, text);
    const sent = await ada.post(`/api/notices/${body.id}/send`, {}, { 'if-match': body._.etag });
    assert.equal(sent.status, 200, sent.text);
    return body;
  }
  async function upload(content: string): Promise<{ file: string }> {
    const headers = { 'content-type': 'application/octet-stream' };
    const { body } = await ada.post<{ file: string }>(
      '/_/files?entity=Notice&field=slip&name=slip.txt',
      content,
      headers,
    );
    return body;
  }
  const deliver = () => deliverDue(server.runtime, noSend);
  const outbox = async ({ id }: WireRecord) => {
    const { body } = await ada.get<{ items: WireOutbox[] }>(`/_/records/Notice/${id}/outbox`);
    return body.items.map(({ state, problem }) => [state, problem]);
  };

  test('a message arrives once, with its text, its file, a Message-ID and the signed-in sender', async () => {
    const made = await send('otto@example.com', 'Shelf 3\n.\nend');
    assert.equal(await deliver(), 1);
    assert.equal(await deliver(), 0);
    const [message, ...others] = smtp.received;
    assert.ok(message !== undefined);
    assert.deepEqual([others, smtp.signIns], [[], ['us@er pass:word']]);
    assert.deepEqual([message.from, message.to], ['letters@example.com', ['otto@example.com']]);
    const [header = '', ...body] = message.data.split('\r\n\r\n');
    assert.match(header, /^From: Letters <letters@example\.com>$/m);
    assert.match(header, /^To: otto@example\.com$/m);
    assert.match(header, /^Subject: =\?UTF-8\?Q\?Notice=3A_Gr=C3=BC=C3=9Fe\?=$/m);
    assert.match(header, /^Message-ID: <[^\s@]+@ninefold>$/m);
    const parts = body.join('\r\n\r\n');
    assert.match(parts, /^Dear reader,\r\n\.Gr=C3=BC=C3=9Fe$/m);
    assert.match(parts, /^Content-Disposition: attachment; filename=slip\.txt$/m);
    const encoded = /Content-Transfer-Encoding: base64[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+?)\r\n--/.exec(
      message.data,
    )?.[1];
    assert.equal(Buffer.from(encoded ?? '', 'base64').toString('utf8'), 'Shelf 3\n.\nend');
    assert.deepEqual(await outbox(made), [['sent', null]]);
  });

  test('a temporary refusal is tried again later under the same Message-ID', async () => {
    smtp.answers.push({ to: 'message', line: '451 4.3.0 Try again later.' });
    const made = await send('otto@example.com');
    assert.equal(await deliver(), 1);
    assert.deepEqual([smtp.received.length, await outbox(made)], [0, [['waiting', 'The mail server answered 451.']]]);
    assert.equal(await deliver(), 0);
    server.clock.now += LONGEST_WAIT;
    assert.equal(await deliver(), 1);
    assert.deepEqual([smtp.received.length, await outbox(made)], [1, [['sent', null]]]);
    const [first, second] = [smtp.refused[0], smtp.received[0]].map((each) => messageId(each?.data ?? ''));
    assert.ok(first !== undefined && first === second, `${first} ${second}`);
  });

  test('a temporary refusal that lasts is given up after the stated retries', async () => {
    const line = '451 4.3.0 Try again later.';
    smtp.answers.push({ to: 'RCPT', line }, { to: 'RCPT', line }, { to: 'RCPT', line });
    const made = await send('otto@example.com');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      assert.equal(await deliver(), 1);
      server.clock.now += LONGEST_WAIT;
    }
    assert.equal(await deliver(), 0);
    assert.deepEqual([smtp.received.length, await outbox(made)], [0, [['dead', 'The mail server answered 451.']]]);
  });

  test('a permanent refusal is not tried again, and is on the record without the address', async () => {
    smtp.answers.push({ to: 'RCPT', line: '550 5.1.1 <nobody@example.com> is unknown here.' });
    const made = await send('nobody@example.com');
    assert.equal(await deliver(), 1);
    server.clock.now += LONGEST_WAIT;
    assert.equal(await deliver(), 0);
    assert.deepEqual([smtp.received.length, await outbox(made)], [0, [['dead', 'The mail server answered 550.']]]);
    const { body } = await ada.get<{ items: { event: string }[] }>('/_/inbox');
    assert.deepEqual(
      body.items.map(({ event }) => event),
      ['email', 'email'],
    );
  });

  test('a refused sign-in is tried again, as the settings may be corrected', async () => {
    smtp.answers.push({ to: 'AUTH', line: '535 5.7.8 Wrong password.' });
    const made = await send('otto@example.com');
    await deliver();
    assert.deepEqual(await outbox(made), [['waiting', 'The mail server answered 535.']]);
    server.clock.now += LONGEST_WAIT;
    await deliver();
    assert.deepEqual([smtp.received.length, await outbox(made)], [1, [['sent', null]]]);
  });

  test('two messages at once arrive each on its own', async () => {
    await send('one@example.com', 'first');
    await send('two@example.com', 'second');
    assert.equal(await deliver(), 2);
    assert.deepEqual(smtp.received.map(({ to }) => to.join()).toSorted(), ['one@example.com', 'two@example.com']);
    assert.equal(new Set(smtp.received.map(({ data }) => messageId(data))).size, 2);
  });
});

test('a mail server that does not answer is tried again', async () => {
  const smtp = await startSmtpServer();
  await smtp.stop();
  const server = await startServer(LETTERS, {
    production: { mail: smtpMail(`smtp://127.0.0.1:${smtp.port}`, 'letters@example.com') },
  });
  try {
    const ada = await server.as('Ada');
    const { body } = await ada.post<WireRecord>('/api/notices', { title: 'A', to: 'otto@example.com' });
    await ada.post(`/api/notices/${body.id}/send`, {}, { 'if-match': body._.etag });
    assert.equal(await deliverDue(server.runtime, noSend), 1);
    const found = await ada.get<{ items: WireOutbox[] }>(`/_/records/Notice/${body.id}/outbox`);
    assert.deepEqual(
      found.body.items.map(({ state, problem }) => [state, problem]),
      [['waiting', 'The mail server could not be reached (ESOCKET).']],
    );
  } finally {
    await server.stop();
  }
});
