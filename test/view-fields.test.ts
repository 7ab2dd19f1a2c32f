import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepare } from '../src/engine/compile/compile.ts';
import { viewOf } from '../src/engine/view/view.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { readDocument } from '../src/notation/read.ts';

const DOORS = `# Specification: Doors

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/doors/:id\` | Door | Door | record | Guard |

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, sign-in
- role: Role

### Door

- name: text, required, title
- code: text(4..9), write-only
- alarm: text
- note: text

## 6. Roles and permissions

- Guard: everyone who signs in
- Smith: looks after the doors

| | Guard | Smith |
| --- | --- | --- |
| Door: read | yes | yes |
| Door.alarm: read | no | yes |
| Door: change | note | code, note |
`;

test('a record with what is never shown has a place for it where they may replace it, and none for what they may not read', () => {
  const app = prepare(assume(readDocument(DOORS).model), 'doors');
  const fieldsFor = (...roles: readonly string[]) =>
    viewOf(app, new Set(roles), { dev: false, person: null }).screens.find(({ route }) => route === '/doors/:id')
      ?.fields;
  assert.deepEqual(fieldsFor('Guard'), ['name', 'note']);
  assert.deepEqual(fieldsFor('Guard', 'Smith'), ['name', 'code', 'alarm', 'note']);
});
