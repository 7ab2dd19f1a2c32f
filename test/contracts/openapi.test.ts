import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { compile } from '../../src/engine/compile/compile.ts';
import { openApiOf } from '../../src/export/openapi/document.ts';
import { operationsIn, responseOf } from '../../src/export/openapi/shared-responses.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { SHOP } from '../support/contracts/shop.ts';
import { runCli } from '../support/http/cli.ts';

const root = join(import.meta.dirname, '..', '..');
const examples = ['.', 'apis'].flatMap((each) =>
  readdirSync(join(root, 'examples', each)).flatMap((name) => (name.endsWith('.md') ? join(each, name) : [])),
);
const textOf = (name: string) => readFileSync(join(root, 'examples', name), 'utf8');
const exported = (text: string) => openApiOf(compile(assume(readDocument(text).model), ''));

describe('the exported OpenAPI document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-openapi-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const isOpenApi = ajv.compile(
    JSON.parse(readFileSync(join(root, 'test', 'support', 'contracts', 'openapi-3.1.json'), 'utf8')),
  );

  test('is valid OpenAPI 3.1, and its examples fit their schemas', () => {
    for (const [name, text] of [...examples.map((each) => [each, textOf(each)] as const), ['shop', SHOP] as const]) {
      const document = JSON.parse(JSON.stringify(exported(text)));
      assert.equal(isOpenApi(document) as boolean, true, `${name}: ${JSON.stringify(isOpenApi.errors?.slice(0, 3))}`);
      let count = 0;
      const schemas = new Ajv2020({ strict: false, validateFormats: false });
      schemas.addSchema({ ...document, $id: 'https://example.com/openapi.json' });
      for (const { schema, examples: values } of bodiesIn(document)) {
        const fits = schemas.compile(absolute(schema));
        for (const value of values) {
          assert.ok(fits(value), `${name}: ${JSON.stringify(value)} ${JSON.stringify(fits.errors)}`);
          count += 1;
        }
      }
      assert.ok(count > 10, `${name}: ${count} examples`);
    }
  });

  test('describes each call that the application answers, and marks the assumed ones', () => {
    const document = exported(SHOP);
    const { model } = compile(assume(readDocument(SHOP).model), '');
    const answered = model.calls.filter(({ does }) => does.kind !== 'outside');
    assert.equal(operationsIn(document).length, answered.length);
    for (const call of answered) {
      const [operation] = operationsIn(document).filter((each) => each['x-ninefold-call'] === call.name);
      assert.equal(operation?.tags.includes('Assumed'), call.standing === 'assumed', call.name);
    }
  });

  test('states parameters, bodies, statuses, headers and errors', () => {
    const document = exported(SHOP);
    const list = document.paths['/orders']?.get;
    assert.deepEqual(
      list?.parameters?.map((each) => each['name']),
      ['slug', 'kind', 'page', 'limit', 'total'],
    );
    assert.deepEqual(schemaOf(list?.responses['200'])['properties'], {
      orders: { type: 'array', items: { $ref: '#/components/schemas/Listed' } },
      count: { type: ['integer', 'null'], description: 'How many records there are, exactly.' },
    });
    const create = document.paths['/orders']?.post;
    assert.deepEqual(schemaOf(create?.requestBody)['required'], ['order']);
    assert.ok(create?.responses['201'] !== undefined && create.responses['200'] === undefined);
    assert.deepEqual(Object.keys(create.responses['201']?.['headers'] ?? {}), ['Location', 'ETag']);
    const conflict = responseOf(document, create, '409');
    assert.ok(JSON.stringify(conflict?.['x-ninefold-codes'] ?? []).includes('TOO_LITTLE'));
    const change = document.paths['/orders/{slug}']?.put;
    assert.ok(change?.responses['202'] !== undefined);
    assert.ok(change.parameters?.every((each) => each['name'] !== 'If-Match'));
    assert.equal(schemaOf(change.requestBody)['additionalProperties'], true);
    const remove = document.paths['/orders/{slug}']?.delete;
    assert.ok(remove?.parameters?.some((each) => each['name'] === 'If-Match' && each['required'] === true));
    const { responses, schemas } = document.components;
    const missing = Object.entries(responses).find(([name]) => name.startsWith('410'))?.[1];
    assert.deepEqual(missing?.['x-ninefold-codes'], ['GONE']);
    assert.deepEqual(Object.keys(schemas['Listed']?.['properties'] ?? {}), [
      'slug',
      'cost',
      'big',
      'buyer',
      'tags',
      'remarksCount',
      'kind',
    ]);
  });

  test('ninefold export openapi writes JSON and YAML', async () => {
    const file = join(folder, 'shop.md');
    writeFileSync(file, SHOP);
    const json = await runCli(['export', 'openapi', file]);
    assert.equal(json.code, 0, json.stderr);
    assert.equal(JSON.parse(json.stdout).openapi, '3.1.0');
    const out = join(folder, 'shop.yaml');
    assert.equal((await runCli(['export', 'openapi', file, '--out', out])).code, 0);
    const yaml = readFileSync(out, 'utf8');
    assert.match(yaml, /^openapi: 3\.1\.0\ninfo:\n {2}title: Shop\n/);
    assert.deepEqual(parse(yaml), JSON.parse(json.stdout));
    assert.deepEqual(parse(yaml, { version: '1.1' }), JSON.parse(json.stdout));
    assert.equal((await runCli(['export', 'openapi', file, '--format', 'xml'])).code, 2);
    assert.equal((await runCli(['export', 'postman', file])).code, 2);
  });

  test('passes the recommended rules of redocly, where it is installed', (context) => {
    const redocly = process.env['REDOCLY'] ?? '';
    if (!existsSync(redocly)) return context.skip('REDOCLY names no redocly');
    for (const [name, text] of [...examples.map((each) => [each, textOf(each)] as const), ['shop', SHOP] as const]) {
      const file = join(folder, 'lint.json');
      writeFileSync(file, JSON.stringify(exported(text)));
      const options = ['lint', '--extends=recommended', '--format=json', file];
      const { stdout, stderr } = spawnSync(process.execPath, [redocly, ...options], { encoding: 'utf8' });
      assert.match(stdout, /\{/, stderr);
      const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: { ruleId: string }[] };
      // A document has no words for a licence, a call that is not shown never succeeds, and the published paths of the
      // issue tracker are ambiguous themselves.
      const known = ['info-license', 'operation-2xx-response'];
      if (name === 'apis/issue-tracker.md') known.push('no-ambiguous-paths');
      const left = problems.filter(({ ruleId }) => !known.includes(ruleId));
      assert.deepEqual(left, [], name);
    }
  });

  test('lists only the schemas to which calls refer', () => {
    // Sign-in, which the document does not state, answers with a Person.
    const { components } = exported(textOf('apis/todo-backend.md'));
    assert.deepEqual(Object.keys(components.schemas), ['Problem', 'Failure', 'TodoView', 'Person', 'RecordInfo']);
  });

  test('gives addresses as examples of addresses', () => {
    const body = jsonBodyOf(exported(textOf('apis/todo-backend.md')).paths['/{id}']?.get?.responses['200']);
    assert.equal(body.example['url'], 'https://example.com/text');
  });
});

interface Body {
  readonly schema: object;
  readonly examples: readonly unknown[];
}

/** Returns each body of a document with its examples. */
function bodiesIn(node: unknown): Body[] {
  if (node === null || typeof node !== 'object') return [];
  if (Array.isArray(node)) return node.flatMap(bodiesIn);
  const object = node as Record<string, unknown>;
  const { schema, example, examples } = object;
  const own =
    schema !== undefined && (example !== undefined || (examples !== undefined && !Array.isArray(examples)))
      ? [
          {
            schema: schema as object,
            examples:
              example === undefined
                ? Object.values(examples as Record<string, { value: unknown }>).map(({ value }) => value)
                : [example],
          },
        ]
      : [];
  return [...own, ...Object.values(object).flatMap(bodiesIn)];
}

const absolute = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"https://example.com/openapi.json#/components'));

function jsonBodyOf(node: unknown): { readonly example: Record<string, unknown> } {
  const { content } = node as { content: Record<string, { example: Record<string, unknown> }> };
  return content['application/json'] ?? { example: {} };
}

function schemaOf(node: unknown): Record<string, unknown> {
  const { content } = node as { content: Record<string, { schema: Record<string, unknown> }> };
  return Object.values(content)[0]?.schema ?? {};
}
