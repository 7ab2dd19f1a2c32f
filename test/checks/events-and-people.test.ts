import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import { agrees, running } from '../support/notation/small-document.ts';

const document = (fields: string, states: string, rest = '') => `# Specification: Boats

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Note

- what: text, required, title
- by: Person
- maker: Person, default me

### Hire

- name: text, required, title
- at: date, required
${fields}
## 4. States and transitions

${states}
## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Note: read | yes |
| Hire: read, create, change | yes |
${rest}
## Sample data

### Person

| name | email |
| --- | --- |
| Ada | ada@example.com |
| Bo | bo@example.com |
`;

const MOVE = document(
  '- newAt: date, asked on move\n',
  `### Hire: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Booked | | |
| Booked | move | Booked | member | ask newAt; at = newAt |
`,
);

test('an event that fills a required field from what it asks for is offered, and the server takes it', async () => {
  await running(MOVE, async (server) => {
    const ada = await server.as('Ada');
    const made = await ada.post<WireRecord>('/api/hires', { name: 'One', at: '2026-12-01' });
    assert.equal(made.body._.can.events['move'], null);
    const moved = await ada.post<WireRecord>(
      `/api/hires/${made.body.id}/move`,
      { newAt: '2026-12-02' },
      {
        'if-match': made.body._.etag,
      },
    );
    assert.deepEqual([moved.status, moved.body.at], [200, '2026-12-02'], moved.text);
  });
  await agrees(MOVE);
});

const WRITERS = document(
  '',
  `### Hire: status

| From | Event | To | Who | Then |
| --- | --- | --- | --- | --- |
| (new) | | Booked | | create Note: what = "hire", by = me |

### Note: state

| From | Event | To | Then |
| --- | --- | --- | --- |
| (new) | | Kept | by = me |
`,
);

test('me in an effect on another record, and in its defaults, is whoever caused it', async () => {
  for (const text of [WRITERS, WRITERS.replace('| (new) | | Kept | by = me |', '| (new) | | Kept | |')]) {
    await running(text, async (server) => {
      const ada = await server.as('Ada');
      assert.equal((await ada.post('/api/hires', { name: 'One', at: '2026-12-01' })).status, 201);
      const { body } = await ada.get<{ items: WireRecord[] }>('/api/notes');
      assert.deepEqual(
        body.items.map(({ by, maker }) => [by, maker]),
        [[ada.id, ada.id]],
      );
    });
    await agrees(text);
  }
});

const GUARDED = document(
  '- boss: Person\n- helper: Person\n',
  `### Hire: status

| From | Event | To | Who | Only if | Error |
| --- | --- | --- | --- | --- | --- |
| (new) | | Booked | | | |
| Booked | end | Over | member | \`boss == me\` | NOT_YOURS |
| Booked | end | Gone | member | \`helper == me\` | NOT_YOURS |
`,
  `
## 8. The error catalogue

| Code | Status | Message |
| --- | --- | --- |
| NOT_YOURS | 409 | This is not yours. |
`,
);

test('an event whose rows are guarded by conditions on me is refused by the error that they state', async () => {
  await running(GUARDED, async (server) => {
    const [ada, bo] = [await server.as('Ada'), await server.as('Bo')];
    const made = await ada.post<WireRecord>('/api/hires', { name: 'One', at: '2026-12-01', helper: bo.id });
    const path = `/api/hires/${made.body.id}/end`;
    const refused = await ada.post<Problem>(path, {}, { 'if-match': made.body._.etag });
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.detail],
      [409, 'NOT_YOURS', 'This is not yours.'],
    );
    const ended = await bo.post<WireRecord>(path, {}, { 'if-match': made.body._.etag });
    assert.deepEqual([ended.status, ended.body.status], [200, 'Gone']);
  });
  await agrees(GUARDED);
});

test('a choice of several words is a default as it is written', async () => {
  const text = document('- kind: Full time, Part time, default Full time\n', '');
  assert.deepEqual(
    diagnose(text).diagnostics.filter(({ severity }) => severity === 'error'),
    [],
  );
});

test('a point that says None. is stated as empty, and no gap', () => {
  for (const point of ['5. Validation rules', '8. The error catalogue', '9. Business constants and limits']) {
    const gaps = (words: string) =>
      diagnose(`${MOVE}\n## ${point}\n\n${words}\n`).diagnostics.filter(
        ({ severity, message }) => severity === 'gap' && message.startsWith(`Point ${point[0]}`),
      ).length;
    assert.deepEqual([gaps('None.'), gaps('not shown.')], [0, 1], point);
  }
});
