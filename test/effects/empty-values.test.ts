import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { type Caller, startServer, type TestServer } from '../support/http/server.ts';

const issues = (effects: readonly string[]) => `# Specification: Issues

## 3. Entities and their fields

### Person

- name: text(1..80), required, title
- email: email, required, unique, sign-in
- busy: boolean

### Issue

- what: text, required, title
- renaming: boolean

### Note

- what: text, required, title
- issue: Issue
- loud: boolean

## 4. States and transitions

### Note

| Event | Who | Then |
| --- | --- | --- |
${effects.map((effect, index) => `| step${index} | Member | ${effect} |`).join('\n')}

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Person: read, change | yes |
| Issue: read, create, change | yes |
| Note: read, create | yes |

## 7. The calls it makes

- If-Match: not used

| Call | Method and path | Does | Gets |
| --- | --- | --- | --- |
| new issue | POST /issues | create Issue | Issue |
| one issue | GET /issues/:id | read Issue | Issue |
| new note | POST /notes | create Note | Note |
| notes | GET /notes | list Note | Note |
| me | GET /people/:id | read Person | Person |
${effects.map((_, index) => `| step${index} | POST /notes/:id/step${index} | step${index} Note | Note |`).join('\n')}

## Sample data

### Person

| name | email | busy |
| --- | --- | --- |
| Ada | ada@example.com | yes |
`;

const problemsOf = (effect: string) =>
  diagnose(issues([effect])).diagnostics.flatMap(({ code, message }) => (code === 'expression-type' ? [message] : []));

describe('an effect that empties a boolean field', () => {
  let server: TestServer;
  let ada: Caller;
  before(async () => {
    server = await startServer(
      issues([
        'loud = null',
        'issue.renaming = null',
        'me.busy = null',
        'create Note for i in Issue: what = i.what, loud = null',
      ]),
    );
    ada = await server.as('Ada');
  });
  after(() => server.stop());

  const made = async (path: string, body: object) => (await ada.post<{ id: string }>(path, body)).body.id;

  test('of the record, of another one, of whoever calls and of a new one', async () => {
    const issue = await made('/issues', { what: 'Bug', renaming: true });
    const note = await made('/notes', { what: 'Note', issue, loud: true });
    const raise = async (step: number) => {
      const { status, body, text } = await ada.post<Record<string, unknown>>(`/notes/${note}/step${step}`, {});
      assert.equal(status, 200, text);
      return body;
    };
    assert.equal((await raise(0))['loud'], null);
    await raise(1);
    assert.equal((await ada.get<Record<string, unknown>>(`/issues/${issue}`)).body['renaming'], null);
    await raise(2);
    assert.equal((await ada.get<Record<string, unknown>>(`/people/${ada.id}`)).body['busy'], null);
    await raise(3);
    const { body } = await ada.get<{ items: Record<string, unknown>[] }>('/notes');
    assert.deepEqual(
      body.items.map(({ what, loud }) => [what, loud]),
      [
        ['Bug', null],
        ['Note', null],
      ],
    );
  });
});

test('a value of another type is reported wherever an effect writes it', () => {
  for (const effect of [
    'loud = "x"',
    'issue.renaming = "x"',
    'me.busy = "x"',
    'create Note for i in Issue: what = i.what, loud = i.what',
  ])
    assert.equal(problemsOf(effect).length, 1, effect);
  for (const effect of ['me.busy = issue.renaming', 'create Note for i in Issue: what = i.what, loud = i.renaming'])
    assert.deepEqual(problemsOf(effect), [], effect);
});
