import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { whyNeverAnswered } from '../../src/verify/drive/unprovoked-errors.ts';

const { model } = readDocument(`# Specification: Shop

## 3. Entities and their fields

### User

- name: text, required, title, unique, sign-in
- password: password
- role: Role

### Order

- title: text, required, title

## 4. States and transitions

### Order: status

| From | Event | To | Wrong state |
| --- | --- | --- | --- |
| Open | send | Sent | SENT_ALREADY |

## 7. The calls it makes

| Call | Method and path | Does | Sends | Gets | May fail with |
| --- | --- | --- | --- | --- | --- |
| login | POST /login | sign in User | name, password | | |
| bank | POST https://bank.example/pay | outside | | | BANK_FAILED |

## 8. The error catalogue

| Code | Status | When | Message | Stands for |
| --- | --- | --- | --- | --- |
| INVALID_LOGIN | 400 | | Wrong. | NOT_RECOGNISED |
| NOT_THERE | 404 | | Not there. | NOT_FOUND |
| SENT_ALREADY | 409 | | Sent. | |
| BANK_FAILED | 502 | | The bank failed. | |
| LOST | 409 | | Lost. | |
`);

test('says why no answer can be an error, and nothing of errors that an answer can be', () => {
  const whys = Object.fromEntries(model.errors.map((entry) => [entry.code, whyNeverAnswered(model, entry)]));
  assert.deepEqual(
    ['INVALID_LOGIN', 'NOT_THERE', 'SENT_ALREADY', 'BANK_FAILED', 'LOST'].map((code) => whys[code]),
    [
      'a wrong name or password raises it, and verify signs in without passwords',
      null,
      null,
      'only another system could raise it',
      'nothing in the document raises it',
    ],
  );
});
