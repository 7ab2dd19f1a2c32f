import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../src/notation/read.ts';

function errorsIn(text: string) {
  const { model, diagnostics } = readDocument(`## 8. The error catalogue\n\n${text}`);
  const notRead = diagnostics.filter(({ code }) => code === 'not-read').map(({ message }) => message);
  return { errors: model.errors.map(({ code, status, message }) => [code, status, message]), notRead };
}

const FORMS: Readonly<Record<string, { readonly text: string; readonly errors: readonly unknown[] }>> = {
  'a table with headings of its own': {
    text: `| Name | HTTP | What people read | What the client does |
|---|---|---|---|
| TAKEN | 409 | Somebody was faster. Choose another. | loads the list |`,
    errors: [['TAKEN', 409, 'Somebody was faster. Choose another.']],
  },
  'a table whose cells alone say what they are': {
    text: `| Kennung | HTTP | Meldung |
|---|---|---|
| TAKEN | 409 | Somebody was faster. |
| TOO_LATE | 410 | It is too late. |`,
    errors: [
      ['TAKEN', 409, 'Somebody was faster.'],
      ['TOO_LATE', 410, 'It is too late.'],
    ],
  },
  'plain lines in columns': {
    text: `    E01  401  User name or PIN is wrong.       -> empties the PIN
    E02  423  Too many attempts. Blocked for 15 min.
    E05  409  There is an open order already ({no}).`,
    errors: [
      ['E01', 401, 'User name or PIN is wrong.'],
      ['E02', 423, 'Too many attempts. Blocked for 15 min.'],
      ['E05', 409, 'There is an open order already ({no}).'],
    ],
  },
  sentences: {
    text: `- "Too late" is status 409. The message is "Somebody has decided."
- If nothing answers within 20 seconds the message is "The network is slow."`,
    errors: [
      ['Too late', 409, 'Somebody has decided.'],
      ['nothing answers within 20 seconds', null, 'The network is slow.'],
    ],
  },
  'a record in code': {
    text: `\`\`\`ts
export const messages = {
  BAD_LOGIN: { status: 401, text: 'Login or password is wrong.' },
  "BIN_FULL": { text: "{bin} can't take that.", status: 409 },
};
\`\`\``,
    errors: [
      ['BAD_LOGIN', 401, 'Login or password is wrong.'],
      ['BIN_FULL', 409, "{bin} can't take that."],
    ],
  },
};

for (const [what, { text, errors }] of Object.entries(FORMS))
  test(`errors are read from ${what}`, () => {
    assert.deepEqual(errorsIn(text).errors, errors);
  });

test('what the client does beside the message is reported', () => {
  const { notRead } = errorsIn('    E01  401  Wrong PIN.       -> empties the field\n    E02  403  No.');
  assert.ok(notRead.some((message) => message.includes('empties the field')));
});

test('a line of code without a status is no entry, and is reported', () => {
  const { errors, notRead } = errorsIn(
    "```ts\nA_B: { status: 401, text: 'Not now.' },\nC_D: { text: 'What status?' },\n```",
  );
  assert.deepEqual(errors, [['A_B', 401, 'Not now.']]);
  assert.ok(notRead.some((message) => message.includes('C_D')));
});
