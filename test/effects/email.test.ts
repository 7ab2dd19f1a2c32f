import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Letter as Entry, letterIn } from '../../src/engine/core/letter.ts';
import type { WireDevOutbox, WireHistory, WireOutbox, WireRecord } from '../../src/engine/core/wire-format.ts';
import { formatDocument } from '../../src/notation/document/format-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { type Letter, type Mail, MailError } from '../../src/server/core/mail.ts';
import { deliverDue } from '../../src/server/jobs/send-outbox.ts';
import { contract } from '../support/database/each-store.ts';
import { found, patch, remove, withLibrary } from '../support/http/library-calls.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

/** Loans of books: a librarian reads everything, a reader their own loans without the remark. */
const LOANS = `# Specification: Loans

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- roles: Roles
- street: text

### Loan

- title: text, required, title
- reader: Person
- remark: long text
- guestEmail: long text
- dueOn: date
- fee: money(EUR)
- slip: file(txt)

## 4. States and transitions

### Loan: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Out | | |
| Out | remind | Out | Librarian | email reader: "{title} is due" / "Dear {reader.name},&#10;{title} is due on {dueOn}. {FEE_TEXT} {fee}. Remark: {remark}. Street: {reader.street}." with slip |
| Out | alarm | Out | Librarian | notify Librarian; email Librarian: "Alarm {remark}" / "{title}: {remark}, {reader}" |
| Out | write | Out | Librarian, Reader | email guestEmail: "Your loan" / "{title} {remark}" |
| Out | close | Closed | Librarian | email keeper role: "Closed" / "{title} is {status}" |

- Editable in: Out

### Loan

| Event | Then |
| --- | --- |
| on delete | email reader: "Gone" / "{title} was deleted." |

## 6. Roles and permissions

- Librarian
- Head: includes Librarian
- Reader: everyone who signs in
- keeper role: whoever is \`Loan.reader\`
- Guest: not signed in

| | Librarian | Reader | Guest |
| --- | --- | --- | --- |
| Person: read | yes | name, email | no |
| Loan: read | yes | where \`reader == me\`: all but remark | no |
| Loan: create, change, delete | yes | no | no |

## 9. Business constants and limits

- FEE_TEXT: "Each week costs"

## Sample data

### Person

| name | email | roles | street |
| --- | --- | --- | --- |
| Lena | lena@example.com | Librarian | High Street |
| Hugo | hugo@example.com | Head | Low Street |
| Rita | rita@example.com | | Side Street |
| Otto | otto@example.com | | Main Street |
`.replace(
  'where `reader == me`: all but remark',
  'title, reader, dueOn, fee, slip, status, guestEmail where `reader == me`',
);

const letters = async ({ store }: TestServer): Promise<readonly Entry[]> =>
  (await store.outbox(null, 100))
    .map(({ body }) => letterIn(body))
    .filter((each) => each !== null)
    .toReversed();

async function loan(who: Caller, values: object): Promise<WireRecord> {
  const { status, body, text } = await who.post<WireRecord>('/api/loans', values);
  assert.equal(status, 201, text);
  return body;
}

async function raise(who: Caller, record: WireRecord, event: string): Promise<void> {
  const { body } = await who.get<WireRecord>(`/api/loans/${record.id}`);
  const { status, text } = await who.post(`/api/loans/${record.id}/${event}`, {}, { 'if-match': body._.etag });
  assert.equal(status, 200, text);
}

const idOf = async (who: Caller, name: string) => (await found(who, '/api/persons', name)).id;

describe('an e-mail of an event', () => {
  contract('goes to the person of a field, with the values that they may read and others left empty', () =>
    withLibrary(async (server) => {
      const lena = await server.as('Lena');
      const values = {
        title: 'Emma',
        remark: 'torn',
        dueOn: '2026-09-01',
        fee: '2.50',
        reader: await idOf(lena, 'Rita'),
      };
      await raise(lena, await loan(lena, values), 'remind');
      assert.deepEqual(await letters(server), [
        {
          to: 'rita@example.com',
          subject: 'Emma is due',
          text: 'Dear Rita,\nEmma is due on 1 Sept 2026. Each week costs €2.50. Remark: . Street: .',
          files: [],
        },
      ]);
    }, LOANS),
  );

  contract(
    'to a role goes to everybody who holds it, also through another role, each with a message of their own',
    () =>
      withLibrary(async (server) => {
        const [lena, hugo, rita] = [await server.as('Lena'), await server.as('Hugo'), await server.as('Rita')];
        await raise(lena, await loan(lena, { title: 'Emma', remark: 'torn', reader: rita.id }), 'alarm');
        assert.deepEqual((await letters(server)).map(({ to, text }) => `${to}: ${text}`).toSorted(), [
          'hugo@example.com: Emma: torn, Rita',
          'lena@example.com: Emma: torn, Rita',
        ]);
        const noticed = async (who: Caller) =>
          (await who.get<{ items: readonly unknown[] }>('/_/inbox')).body.items.length;
        assert.deepEqual([await noticed(lena), await noticed(hugo), await noticed(rita)], [0, 1, 0]);
      }, LOANS),
  );

  contract('to a role that a path of the record gives goes to these people alone', () =>
    withLibrary(async (server) => {
      const [lena, otto] = [await server.as('Lena'), await server.as('Otto')];
      await raise(lena, await loan(lena, { title: 'Emma', reader: otto.id }), 'close');
      assert.deepEqual(
        (await letters(server)).map(({ to, text }) => [to, text]),
        [['otto@example.com', 'Emma is Closed']],
      );
    }, LOANS),
  );

  contract('to an address has the values that guests or the person who acts may read', () =>
    withLibrary(async (server) => {
      const [lena, rita] = [await server.as('Lena'), await server.as('Rita')];
      const made = await loan(lena, {
        title: 'Emma',
        remark: 'torn',
        reader: rita.id,
        guestEmail: 'guest@example.com',
      });
      await raise(rita, made, 'write');
      await raise(lena, made, 'write');
      assert.deepEqual(
        (await letters(server)).map(({ to, text }) => [to, text]),
        [
          ['guest@example.com', 'Emma '],
          ['guest@example.com', 'Emma torn'],
        ],
      );
    }, LOANS),
  );

  contract('cannot be given another header, recipient or address by a value', () =>
    withLibrary(async (server) => {
      const lena = await server.as('Lena');
      const remark = 'torn\nBcc: eve@example.com\u2028X: y';
      await raise(lena, await loan(lena, { title: 'Emma', remark }), 'alarm');
      assert.deepEqual(
        (await letters(server)).map(({ subject }) => subject),
        ['Alarm torn Bcc: eve@example.com X: y', 'Alarm torn Bcc: eve@example.com X: y'],
      );
      for (const guestEmail of ['a@example.com, eve@example.com', 'a@example.com\nBcc: eve@example.com', 'nobody']) {
        const made = await loan(lena, { title: 'Two', guestEmail });
        await raise(lena, made, 'write');
        const { body } = await lena.get<{ items: WireHistory[] }>(`/_/records/Loan/${made.id}/history`);
        assert.deepEqual(body.items[0]?.notes, ['Somebody got no e-mail, because they have no usable address.']);
      }
      assert.equal((await letters(server)).length, 2);
    }, LOANS),
  );

  contract('without a recipient does not stop the event, and the history says so', () =>
    withLibrary(async (server) => {
      const lena = await server.as('Lena');
      const made = await loan(lena, { title: 'Emma' });
      await raise(lena, made, 'remind');
      const { body } = await lena.get<{ items: WireHistory[] }>(`/_/records/Loan/${made.id}/history`);
      assert.deepEqual(body.items[0]?.notes, ['There was nobody to notify.']);
      assert.deepEqual(await letters(server), []);
    }, LOANS),
  );

  contract('of a deletion has the values of the record that is deleted', () =>
    withLibrary(async (server) => {
      const lena = await server.as('Lena');
      const made = await loan(lena, { title: 'Emma', reader: await idOf(lena, 'Rita') });
      assert.equal(await remove(lena, '/api/loans', made), 204);
      assert.deepEqual(
        (await letters(server)).map(({ to, text }) => [to, text]),
        [['rita@example.com', 'Emma was deleted.']],
      );
    }, LOANS),
  );
});

interface Post {
  readonly server: TestServer;
  readonly sent: Letter[];
  readonly answers: (Error | null)[];
}

async function withPost(work: (post: Post) => Promise<void>): Promise<void> {
  const sent: Letter[] = [];
  const answers: (Error | null)[] = [];
  const mail: Mail = async (letter) => {
    const answer = answers.shift() ?? null;
    if (answer !== null) throw answer;
    sent.push(letter);
  };
  const server = await startServer(LOANS, { production: { mail } });
  try {
    await work({ server, sent, answers });
  } finally {
    await server.stop();
  }
}

const noSend = () => Promise.reject(new Error('There are no outside calls.'));
const outbox = async (who: Caller, { id }: WireRecord) =>
  (await who.get<{ items: WireOutbox[] }>(`/_/records/Loan/${id}/outbox`)).body.items;

describe('the delivery of e-mails', () => {
  test('each is sent once, with its file and a key of its own, and is on the record', () =>
    withPost(async ({ server, sent }) => {
      const lena = await server.as('Lena');
      const headers = { 'content-type': 'application/octet-stream' };
      const path = '/_/files?entity=Loan&field=slip&name=slip.txt';
      const { body: slip } = await lena.post<{ file: string }>(path, 'Shelf 3', headers);
      const made = await loan(lena, { title: 'Emma', reader: await idOf(lena, 'Rita'), slip });
      await raise(lena, made, 'remind');
      await raise(lena, made, 'alarm');
      assert.equal(await deliverDue(server.runtime, noSend), 3);
      assert.equal(await deliverDue(server.runtime, noSend), 0);
      assert.deepEqual(sent.map(({ to }) => to).toSorted(), [
        'hugo@example.com',
        'lena@example.com',
        'rita@example.com',
      ]);
      assert.equal(new Set(sent.map(({ key }) => key)).size, 3);
      const files = sent.find(({ to }) => to === 'rita@example.com')?.files ?? [];
      assert.deepEqual(
        files.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]),
        [['slip.txt', 'Shelf 3']],
      );
      assert.deepEqual(
        (await outbox(lena, made)).map(({ call, state }) => [call, state]),
        [
          ['email', 'sent'],
          ['email', 'sent'],
          ['email', 'sent'],
        ],
      );
    }));

  test('one that fails is tried again and keeps no other waiting; one that is refused is given up', () =>
    withPost(async ({ server, sent, answers }) => {
      const lena = await server.as('Lena');
      const made = await loan(lena, { title: 'Emma', reader: await idOf(lena, 'Rita') });
      await raise(lena, made, 'alarm');
      answers.push(new MailError('The mail server could not be reached.', false), null);
      await deliverDue(server.runtime, noSend);
      assert.equal(sent.length, 1);
      answers.push(new MailError('The mail server answered 550.', true));
      server.clock.now += 60_000;
      assert.equal(await deliverDue(server.runtime, noSend), 1);
      assert.deepEqual((await outbox(lena, made)).map(({ state, problem }) => [state, problem]).toSorted(), [
        ['dead', 'The mail server answered 550.'],
        ['sent', null],
      ]);
      const { body } = await lena.get<{ items: { event: string }[] }>('/_/inbox');
      assert.deepEqual(
        body.items.map(({ event }) => event),
        ['email'],
      );
    }));

  test('development shows each with its recipient and text', () =>
    withPost(async ({ server }) => {
      const lena = await server.as('Lena');
      await raise(lena, await loan(lena, { title: 'Emma', reader: await idOf(lena, 'Rita') }), 'remind');
      const { body } = await lena.get<{ items: WireDevOutbox[] }>('/_/dev/outbox');
      assert.deepEqual(
        body.items.map(({ url, body: text }) => [url, letterIn(text)?.subject]),
        [['mailto:rita@example.com', 'Emma is due']],
      );
    }));
});

describe('the notation of e-mails', () => {
  const read = (effect: string) =>
    readDocument(LOANS.replace('email keeper role: "Closed" / "{title} is {status}"', effect));
  const closing = (effect: string) => {
    const { model } = read(effect);
    return model.machines[0]?.transitions.find(({ event }) => event === 'close')?.effects ?? [];
  };

  test('has a recipient, a subject, a text and a file', () => {
    const [email] = closing('email reader.email: "A: {title}" / "B; {reader.name}/{FEE_TEXT}" with slip');
    assert.ok(email?.kind === 'email');
    assert.deepEqual(
      [email.to.text, email.subject.text, email.text.text, email.file?.text],
      ['reader.email', 'A: {title}', 'B; {reader.name}/{FEE_TEXT}', 'slip'],
    );
    assert.deepEqual(
      email.text.values.map(({ text }) => text),
      ['reader.name', 'FEE_TEXT'],
    );
  });

  for (const effect of [
    'email reader',
    'email reader: "A"',
    'email reader: A / B',
    'email reader: "A" / "B" / "C"',
    'email reader: "A" / "B" slip',
  ])
    test(`is not read: ${effect}`, () => {
      assert.deepEqual(closing(effect), []);
      assert.ok(read(effect).diagnostics.some(({ code, message }) => code === 'not-read' && message.includes(effect)));
    });

  test('is printed as it reads', () => {
    const printed = formatDocument(LOANS).text;
    assert.ok(printed.includes('email keeper role: "Closed" / "{title} is {status}"'), printed);
    assert.ok(printed.includes('{reader.street}." with slip'), printed);
    assert.equal(formatDocument(printed).text, printed);
  });

  test('an expression that does not hold together refuses the event', () =>
    withLibrary(
      async (server) => {
        const lena = await server.as('Lena');
        const made = await loan(lena, { title: 'Emma' });
        assert.equal((await lena.post(`/api/loans/${made.id}/close`, {}, { 'if-match': made._.etag })).status, 403);
        assert.equal((await patch(lena, '/api/loans', made, { title: 'Eva' })).status, 200);
      },
      LOANS.replace('{title} is {status}', '{titel} is {status}'),
    ));
});
