import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../src/notation/read.ts';
import { atEachPlace } from './support/findings.ts';

function errorsIn(text: string) {
  const { model, diagnostics } = readDocument(`## 8. The error catalogue\n\n${text}`);
  const notRead = atEachPlace(diagnostics)
    .filter(({ code }) => code === 'not-read')
    .map(({ message }) => message);
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

test('status cells may say none, several, or one and above', () => {
  const { errors, notRead } = errorsIn(`| Code | Status | Message |
|---|---|---|
| OFFLINE | none | The oven does not answer. |
| OVEN | 500 and above | The oven is broken. |
| CROWD | 429, 503 | There are too many of you. |
| ODD | often | It is odd. |`);
  assert.deepEqual(errors, [
    ['OFFLINE', null, 'The oven does not answer.'],
    ['OVEN', 500, 'The oven is broken.'],
    ['CROWD', null, 'There are too many of you.'],
    ['ODD', null, 'It is odd.'],
  ]);
  assert.deepEqual(notRead, []);
  const { model, diagnostics } = readDocument(
    '## 8. Errors\n\n| Code | Status |\n|---|---|\n| CROWD | 429, 503 |\n| ODD | often |\n',
  );
  assert.deepEqual(
    diagnostics.flatMap(({ code, at }) => (code === 'value-unknown' ? at.line : [])),
    [6],
  );
  assert.match(model.errors[0]?.help ?? '', /429, 503/);
});

test('a row that names several codes is an entry for each, with the status of its own or that of all', () => {
  const { errors } = errorsIn(`| Status | Code | Message |
|---|---|---|
| 413, 415 | \`TOO_LARGE\`, \`NO_PICTURE\` | Choose another. |
| 409 | \`TAKEN\`, \`GONE\` | It is taken; It is gone. |
| 409, 410 | \`ONE\`, \`TWO\`, \`THREE\` | No. |
| 409 | Too late, sorry to say | No. |`);
  assert.deepEqual(errors, [
    ['TOO_LARGE', 413, 'Choose another.'],
    ['NO_PICTURE', 415, 'Choose another.'],
    ['TAKEN', 409, 'It is taken'],
    ['GONE', 409, 'It is gone.'],
    ['ONE', null, 'No.'],
    ['TWO', null, 'No.'],
    ['THREE', null, 'No.'],
    ['Too late, sorry to say', 409, 'No.'],
  ]);
});

test('a single word in backticks is a code, and a method is none', () => {
  const { errors } = errorsIn('- `NO_FLOUR`: There is none.\n- `BURNT`: The bread is black.\n- `GET`: asks again.');
  assert.deepEqual(errors, [
    ['NO_FLOUR', null, 'There is none'],
    ['BURNT', null, 'The bread is black'],
  ]);
});

test('a second sentence to whoever reads it is more of the message; what screens do then is not', () => {
  const { errors, notRead } = errorsIn(`- \`NO_FLOUR\`: The flour is used up. Nothing was baked.
- \`TOO_LATE\`: The oven is off. The form was closed by the server.
- \`NO_SALT\`: There is no salt. Bakers fetch it.`);
  assert.deepEqual(errors, [
    ['NO_FLOUR', null, 'The flour is used up. Nothing was baked'],
    ['TOO_LATE', null, 'The oven is off'],
    ['NO_SALT', null, 'There is no salt'],
  ]);
  assert.equal(notRead.length, 2);
});
