import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { documentFromOpenApi } from '../../src/import/openapi/document-text.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import type { Call } from '../../src/model/types/model.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { SHOP } from '../support/contracts/shop.ts';
import { exampleText } from '../support/http/server.ts';

const callOf = ({ name, method, path, does, sends, sendsShape, gets, errors, query, options }: Call) => ({
  ...{ name, method, path, does, gets, sendsShape: sendsShape?.text, sends: sends?.map((each) => each.name) },
  ...{ errors: errors.map((each) => [each.name, each.cause]), query: query.map((each) => each.name) },
  ...{ status: options.status, ifMatch: options.ifMatch, unknownMembers: options.unknownMembers },
});

/** Returns the calls by address. Those to other systems are not part of an OpenAPI document. */
const callsIn = (text: string) =>
  readDocument(text)
    .model.calls.filter(({ does }) => does.kind !== 'outside')
    .map(callOf)
    .sort((one, other) => `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`));

describe('importing OpenAPI', () => {
  test('gives the calls of the exported document', () => {
    for (const text of [SHOP, exampleText('tasks.md'), exampleText('lending.md')]) {
      const exported = openApiOf(compile(assume(readDocument(text).model), ''));
      const imported = documentFromOpenApi(JSON.parse(JSON.stringify(exported)));
      assert.ok(imported !== null);
      assert.deepEqual(callsIn(imported.text), callsIn(text));
    }
  });

  test('notes what a foreign document does not say instead of guessing it', () => {
    const imported = documentFromOpenApi({
      openapi: '3.0.1',
      info: { title: 'Pets', version: '1' },
      paths: {
        '/pets/{id}': {
          get: {
            operationId: 'getPet',
            responses: {
              200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } } },
            },
          },
        },
      },
      components: {
        schemas: {
          Pet: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, weight: { type: 'number' } },
          },
        },
      },
    });
    assert.ok(imported !== null);
    const { model } = readDocument(imported.text);
    assert.deepEqual(
      model.calls.map(({ path, gets, does }) => [path, gets, does.kind]),
      [['/pets/:id', 'Pet', 'unknown']],
    );
    assert.deepEqual(
      model.entities.map(({ name, fields }) => [name, fields.map((field) => field.name)]),
      [['Pet', ['name']]],
    );
    assert.deepEqual(imported.notes, [
      'GET /pets/{id}: what it does is not stated; write it under Does.',
      'Pet.weight: its type has no words in the notation.',
    ]);
  });

  test('refuses what is not OpenAPI 3', () => {
    assert.equal(documentFromOpenApi({ swagger: '2.0' }), null);
    assert.equal(documentFromOpenApi([]), null);
  });
});
