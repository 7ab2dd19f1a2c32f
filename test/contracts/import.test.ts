import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { documentFromOpenApi } from '../../src/import/openapi/document-text.ts';
import { readSourceText } from '../../src/import/openapi/source-text.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import type { Call } from '../../src/model/types/model.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { SHOP } from '../support/contracts/shop.ts';
import { runCli } from '../support/http/cli.ts';
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

  test('reads YAML as it reads JSON', async () => {
    const yaml = [
      'openapi: 3.0.1',
      'info: { title: Pets, version: "1" }',
      'paths:',
      '  /pets:',
      '    get: &list',
      '      operationId: no',
      '      responses: { 200: { description: Found. } }',
      '    delete: *list',
    ].join('\n');
    const read = readSourceText(yaml);
    const operation = { operationId: 'no', responses: { 200: { description: 'Found.' } } };
    assert.deepEqual(read, {
      value: {
        openapi: '3.0.1',
        info: { title: 'Pets', version: '1' },
        paths: { '/pets': { get: operation, delete: operation } },
      },
    });
    const piped = await runCli(['import', 'openapi', '-'], { stdin: async () => new TextEncoder().encode(yaml) });
    assert.match(piped.stdout, /^\| no \| GET \/pets \|/m);
  });

  test('says where YAML is wrong', async () => {
    const wrong: readonly (readonly [string, number, number])[] = [
      ['openapi: 3.0.1\npaths:\n  /pets: {get: [}\n', 3, 17],
      ['openapi: 3.0.1\ninfo:\n  title: a\n  title: b\n', 4, 3],
      ['openapi: 3.0.1\ninfo:\n\ttitle: a\n', 3, 1],
      ['openapi: 3.0.1\ninfo: *nothing\n', 2, 7],
      ['openapi: 3.0.1\n---\nopenapi: 3.0.1\n', 2, 1],
      ['openapi: !own 3.0.1\n', 1, 10],
    ];
    for (const [text, line, column] of wrong) {
      const read = readSourceText(text);
      assert.ok('problem' in read && read.problem !== '', text);
      assert.deepEqual([read.line, read.column], [line, column], `${text} ${read.problem}`);
    }
    const stdin = async () => new TextEncoder().encode('openapi: 3.0.1\ninfo: [\n');
    const { code, stderr } = await runCli(['import', 'openapi', '-'], { stdin });
    assert.equal(code, 2);
    assert.match(stderr, /-:3:1: This is neither JSON nor YAML: .+\. Correct it and import again\./);
  });

  test('refuses YAML that grows without end', () => {
    const lines = Array.from(
      { length: 12 },
      (_, at) => `${'abcdefghijkl'[at]}: &${at} [${at === 0 ? 'x' : `*${at - 1}, `.repeat(10)}]`,
    );
    assert.ok('problem' in readSourceText(lines.join('\n')));
    assert.ok('problem' in readSourceText('a: &a [*a]'));
  });

  test('refuses what is not OpenAPI 3', () => {
    assert.equal(documentFromOpenApi({ swagger: '2.0' }), null);
    assert.equal(documentFromOpenApi([]), null);
  });
});
