import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { agrees, findings, running } from '../support/notation/small-document.ts';

const WORDS = ['remove', 'add', 'delete', 'create', 'change', 'update', 'get'];

/** Parcels with an event of each of these names. */
const parcels = (calls: string, permissions = '| Parcel: read, create, change | yes |') => `# Specification: Parcels

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Parcel

- label: text, required, title

## 4. States and transitions

### Parcel: status

| From | Event | To | Who |
| --- | --- | --- | --- |
| (new) | | Packed | |
${WORDS.map((word) => `| Packed | ${word} | After ${word} | member |`).join('\n')}

- Final: ${WORDS.map((word) => `After ${word}`).join(', ')}

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
${permissions}

## 7. The calls it makes

| Call | Method and path | Does | Sends |
| --- | --- | --- | --- |
${calls}

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

const OPERATIONS = `| pack | POST /api/parcels | create Parcel | label |
| parcels | GET /api/parcels | list Parcel | filter, sort, page |
| mend | PATCH /api/parcels/:id | change Parcel | label |
| drop | DELETE /api/parcels/:id | delete Parcel | |`;

const EVENTS = WORDS.map((word) => `| ${word} it | POST /api/parcels/:id/${word}ing | ${word} Parcel | |`).join('\n');

describe('events that are called like operations', () => {
  const text = parcels(`${OPERATIONS}\n${EVENTS}`);

  test('a call that names one raises it; the method and the path of the operation mean the operation', () => {
    const { model } = readDocument(text);
    const does = model.calls.map((call) => ('event' in call.does ? `event ${call.does.event}` : call.does.kind));
    assert.deepEqual(does, ['create', 'list', 'change', 'delete', ...WORDS.map((word) => `event ${word}`)]);
    const errors = findings(text).filter((each) => !each.startsWith('note'));
    assert.deepEqual(errors, []);
  });

  test('what is printed is read the same', () => {
    const { model } = readDocument(text);
    const again = readDocument(printDocument(model)).model;
    assert.deepEqual(
      again.calls.map(({ does }) => does),
      model.calls.map(({ does }) => does),
    );
  });

  test('an event in backticks is one, whatever the method', () => {
    const { model } = readDocument(parcels('| drop | DELETE /api/parcels/:id | `delete` Parcel | |'));
    assert.deepEqual(model.calls[0]?.does, { kind: 'event', event: 'delete', entity: 'Parcel' });
  });

  test('the calls do so', async () => {
    await running(text, async (server) => {
      const ann = await server.as('Ann');
      for (const word of WORDS) {
        const made = await ann.post<WireRecord>('/api/parcels', { label: word });
        assert.equal(made.status, 201, made.text);
        const etag = { 'if-match': made.body._.etag };
        const raised = await ann.post<WireRecord>(`/api/parcels/${made.body.id}/${word}ing`, {}, etag);
        assert.deepEqual([raised.status, raised.body['status']], [200, `After ${word}`], raised.text);
      }
    });
    await agrees(text);
  });

  test('a row of the matrix that names one by another word for an operation grants nothing, and is reported', () => {
    const doubtful = parcels(OPERATIONS, '| Parcel: read | yes |\n| Parcel: remove | yes |');
    const { model } = readDocument(doubtful);
    assert.ok(model.permissions.every(({ operation }) => operation !== 'delete'));
    const line = doubtful.split('\n').findIndex((each) => each.startsWith('| Parcel: remove')) + 1;
    assert.ok(
      findings(doubtful).some((each) => each.includes(` ${line}: `) && each.includes('Parcel: remove')),
      findings(doubtful).join('\n'),
    );
  });

  test('without such an event the words mean the operations', () => {
    const plain = text.replaceAll(/\| Packed \| \w+ \|.*\n/g, '');
    const kinds = readDocument(plain).model.calls.map(({ does }) => does.kind);
    assert.deepEqual(kinds.slice(4), ['delete', 'create', 'delete', 'create', 'change', 'change', 'read']);
  });
});
