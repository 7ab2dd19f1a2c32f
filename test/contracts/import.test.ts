import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { documentFromOpenApi } from '../../src/import/openapi/document-text.ts';
import { readSourceText } from '../../src/import/openapi/source-text.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exportedJson } from '../support/contracts/exported.ts';
import { SHOP } from '../support/contracts/shop.ts';
import { runCli } from '../support/http/cli.ts';
import { exampleText } from '../support/http/server.ts';

const examples = ['', 'apis/'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, '..', '..', 'examples', folder)).flatMap((name) =>
    name.endsWith('.md') ? `${folder}${name}` : [],
  ),
);

/** Returns the contract of a document without the places in its text. */
function contractIn(text: string) {
  const { api, calls, shapes, errors, errorAnswers } = readDocument(text).model;
  const answered = calls
    .filter(({ does }) => does.kind !== 'outside')
    .sort((one, other) => one.id.localeCompare(other.id));
  const contract = JSON.stringify({ api, calls: answered, shapes, errors, errorAnswers }, (name, value) =>
    ['at', 'line', 'column', 'place'].includes(name) ? undefined : value,
  );
  return JSON.parse(contract);
}

describe('importing OpenAPI', () => {
  test('gives the keys, calls, shapes and errors of the exported document', () => {
    assert.ok(examples.includes('apis/petclinic.md') && examples.includes('tasks.md'));
    for (const [name, text] of [
      ['shop', SHOP],
      ...examples.map((each) => [each, exampleText(each)] as const),
    ] as const) {
      const imported = documentFromOpenApi(exportedJson(text));
      assert.deepEqual(contractIn(imported?.text ?? ''), contractIn(text), name);
    }
  });

  test('gives the entities of the exported document, also those that no call answers as they are', () => {
    const imported = documentFromOpenApi(exportedJson(exampleText('apis/todo-backend.md')));
    const { model } = readDocument(imported?.text ?? '');
    const [todo] = model.entities;
    assert.deepEqual(
      [todo?.name, todo?.fields.map(({ name, type, required }) => [name, type.kind, required])],
      [
        'Todo',
        [
          ['title', 'text', true],
          ['order', 'integer', false],
          ['completed', 'boolean', false],
        ],
      ],
    );
  });

  test('a document that is served tells no filters and no formulas', () => {
    const served = JSON.stringify(openApiOf(compile(assume(readDocument(exampleText('apis/petclinic.md')).model), '')));
    assert.doesNotMatch(served, /startsWith|sorted by/);
    assert.match(JSON.stringify(exportedJson(exampleText('apis/petclinic.md'))), /startsWith.*sorted by/);
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
