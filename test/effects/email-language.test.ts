import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type Letter, letterIn } from '../../src/engine/core/letter.ts';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';
import type { Caller, TestServer } from '../support/http/server.ts';

const GREETINGS = `# Specification: Greetings

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in
- tongue: text, language

### Task

- title: text, required, title
- owner: Person
- guest: email
- dueOn: date
- urgent: boolean

## 4. States and transitions

### Task

| Event | Who | Then |
| --- | --- | --- |
| send | Member | email owner: "{title} is due" / "Dear {owner.name},&#10;{title} is due on {dueOn}. Urgent: {urgent}"; email guest: "{title} is due" / "On {dueOn}" |

## 6. Roles and permissions

- Member: everyone who signs in
- Guest: not signed in

| | Member | Guest |
| --- | --- | --- |
| Person: read | yes | no |
| Task: read | yes | yes |
| Task: create | yes | no |

## Translations

| Text | de | ar |
| --- | --- | --- |
| {title} is due | Fällig: {title} {unknown} | |
| Dear {owner.name}, {title} is due on {dueOn}. Urgent: {urgent} | Am {dueOn} ist {title} fällig, {owner.name}. Dringend: {urgent} | |

## Sample data

### Person

| name | email | tongue |
| --- | --- | --- |
| Ann | ann@example.com | |
| Uwe | uwe@example.com | de-AT |
| Zoe | zoe@example.com | klingon |
`;

describe('an e-mail in the language of the person', () => {
  contract('is translated and formats values, whatever language the sender reads', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      for (const owner of ['Uwe', 'Ann', 'Zoe']) {
        const values = {
          title: 'Tea',
          owner: (await server.as(owner)).id,
          guest: 'x@example.com',
          dueOn: '2026-12-24',
          urgent: true,
        };
        const record = await created(ann, values);
        const headers = { 'if-match': record._.etag, 'ninefold-language': 'de' };
        assert.equal((await ann.post(`/api/tasks/${record.id}/send`, {}, headers)).status, 200);
      }
      const english = {
        subject: 'Tea is due',
        text: (name: string) => `Dear ${name},\nTea is due on 24 Dec 2026. Urgent: Yes`,
      };
      assert.deepEqual(
        (await letters(server))
          .filter(({ to }) => to !== 'x@example.com')
          .map(({ to, subject, text }) => [to, subject, text]),
        [
          ['uwe@example.com', 'Fällig: Tea', 'Am 24.12.2026 ist Tea fällig, Uwe. Dringend: Ja'],
          ['ann@example.com', english.subject, english.text('Ann')],
          ['zoe@example.com', english.subject, english.text('Zoe')],
        ],
      );
      const toGuests = (await letters(server)).filter(({ to }) => to === 'x@example.com');
      assert.deepEqual([...new Set(toGuests.map(({ text }) => text))], ['On 24 Dec 2026']);
    }, GREETINGS),
  );
});

const letters = async ({ store }: TestServer): Promise<readonly Letter[]> =>
  (await store.outbox(null, 100))
    .map(({ body }) => letterIn(body))
    .filter((each) => each !== null)
    .toReversed();

async function created(who: Caller, values: object): Promise<WireRecord> {
  const { status, body, text } = await who.post<WireRecord>('/api/tasks', values);
  assert.equal(status, 201, text);
  return body;
}
