import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { isReadableSomewhere } from '../../src/engine/context/permissions.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const CIRCLE = `# Specification: Circle

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, sign-in

### Part

Belongs to Step.

- what: text
- steps: list of Step

### Step

Belongs to Part.

- what: text
- parts: list of Part
`;

test('lines that belong to each other all round are read by nobody, and looking for a reader comes to an end', () => {
  const app = compile(assume(readDocument(CIRCLE).model), 'circle');
  const everybody = { row: null, roles: new Set(app.model.roles.map(({ name }) => name)) };
  for (const entity of ['Part', 'Step'])
    assert.equal(isReadableSomewhere({ model: app, principal: everybody }, entity, 'what'), false, entity);
});
