import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { modelFromJson } from '../../src/define/model-from-json.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { MODEL_SCHEMA } from '../../src/model/json/json-schema.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { runCli } from '../support/http/cli.ts';
import { documents } from '../support/notation/documents.ts';

const root = join(import.meta.dirname, '..', '..');
const texts = ['examples', 'test/documents'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')] as const),
);
const EXAMPLE = readFileSync(join(root, 'examples', 'expense-claims.md'), 'utf8');

/** A Model as JSON that a test may change. */
const json = () => JSON.parse(JSON.stringify(readDocument(EXAMPLE).model));

describe('the JSON Schema of the Model', () => {
  const fits = new Ajv2020({ strict: true, strictTypes: false, allErrors: false, allowUnionTypes: true }).compile(
    MODEL_SCHEMA,
  );

  test('is valid, and admits the Models of all documents, stated and assumed', () => {
    assert.ok(texts.length > 4);
    for (const [name, text] of texts) {
      const { model } = readDocument(text);
      for (const each of [model, assume(model)]) {
        assert.ok(fits(JSON.parse(JSON.stringify(each))), `${name}: ${JSON.stringify(fits.errors?.[0])}`);
        const read = modelFromJson(JSON.parse(JSON.stringify(each)));
        assert.ok('model' in read, `${name}: ${JSON.stringify(read)}`);
      }
    }
  });

  test('is obeyed by our own reading of it: a Model with one part spoiled is refused by both', () => {
    const next = { number: 7 };
    const random = (below: number) => {
      next.number = (next.number * 48_271) % 2_147_483_647;
      return next.number % below;
    };
    let refused = 0;
    for (let round = 0; round < 100; round += 1) {
      const value = json();
      spoil(value, random);
      const own = modelFromJson(value);
      const theirs = fits(value);
      if (!theirs) {
        refused += 1;
        assert.ok('problems' in own && own.problems.length > 0, JSON.stringify(fits.errors?.[0]));
      } else if ('problems' in own) {
        assert.ok(
          own.problems.every(({ message }) => /ids must be unique|does not match the text/.test(message)),
          JSON.stringify(own.problems[0]),
        );
      }
    }
    assert.ok(refused > 50, String(refused));
  });
});

/** Takes away, adds, renames or retypes a member somewhere. */
function spoil(value: unknown, random: (below: number) => number): void {
  let here = value as Record<string, unknown>;
  for (;;) {
    const keys = Object.keys(here);
    const key = keys[random(keys.length)] ?? '';
    const part = here[key];
    if (part !== null && typeof part === 'object' && Object.keys(part).length > 0 && random(5) > 0) {
      here = part as Record<string, unknown>;
      continue;
    }
    const values = [null, 'other', 3, true, [], {}, -1, 'yes'];
    const deed = Array.isArray(here) ? 2 : random(3);
    if (deed === 0) delete here[key];
    else if (deed === 1) here[`${key}x`] = 1;
    else here[key] = values[random(values.length)];
    return;
  }
}

describe('a Model from JSON', () => {
  const problems = (change: (model: ReturnType<typeof json>) => void) => {
    const value = json();
    change(value);
    const read = modelFromJson(value);
    return 'problems' in read ? read.problems.map(({ pointer, message }) => `${pointer} ${message}`) : [];
  };

  const cases: readonly (readonly [what: string, change: (model: ReturnType<typeof json>) => void, problem: RegExp])[] =
    [
      [
        'a kind that does not exist',
        (model) => (model.entities[0].fields[0].type.kind = 'txt'),
        /^\/entities\/0\/fields\/0\/type\/kind is "txt"; it may be "text", /,
      ],
      [
        'a kind that is missing',
        (model) => delete model.entities[0].fields[0].type.kind,
        /^\/entities\/0\/fields\/0\/type\/kind is missing; it may be "text", /,
      ],
      ['a member that is missing', (model) => delete model.entities[1].name, /^\/entities\/1 lacks "name"$/],
      [
        'a member that nobody knows',
        (model) => (model.rules[0]['a/b'] = 1),
        /^\/rules\/0\/a~1b is not known here; known are /,
      ],
      [
        'a value that is none of those listed',
        (model) => (model.rules[0].severity = 'bad'),
        /^\/rules\/0\/severity is "bad"; it may be "error", "warning"$/,
      ],
      [
        'a text in the place of a number',
        (model) => (model.limits[0].value = '50'),
        /^\/limits\/0\/value must be a number or null, not "50"$/,
      ],
      [
        'a list in the place of an object',
        (model) => (model.product = []),
        /^\/product must be an object, not a list$/,
      ],
      [
        'an id that stands twice',
        (model) => (model.rules[1].id = model.rules[0].id),
        /^\/rules\/1\/id is "rule\/V1", the same as \/rules\/0\/id;/,
      ],
      [
        'a tree that is not what its formula says',
        (model) => (model.rules[0].condition.tree.operator = '>='),
        /^\/rules\/0\/condition\/tree\/operator does not match the text "spentOn <= today"$/,
      ],
    ];
  for (const [what, change, problem] of cases) {
    test(`is refused with its place for ${what}`, () => {
      const found = problems(change);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', problem);
    });
  }

  test('is refused for anything else, however deep', () => {
    for (const value of [null, 1, 'x', [], {}]) assert.ok('problems' in modelFromJson(value));
    const deep = json();
    deep.rules[0].condition.tree = JSON.parse(
      `${'{"op":"unary","operator":"not","from":0,"to":1,"of":'.repeat(2_000)}null${'}'.repeat(2_000)}`,
    );
    assert.ok('problems' in modelFromJson(deep));
  });

  test('gives the Model back as it was, whatever the document', () => {
    for (let seed = 0; seed < 10; seed += 1) {
      const { model } = readDocument(documents(seed));
      const read = modelFromJson(JSON.parse(JSON.stringify(model)));
      assert.ok('model' in read, `seed ${seed}: ${JSON.stringify(read)}`);
      assert.deepEqual(read.model, model);
    }
  });
});

describe('ninefold print', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-print-'));
  const print = (...argv: string[]) => runCli(['print', ...argv], { cwd: folder });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('goes both ways for every document, and loses nothing', async () => {
    for (const [name, text] of texts) {
      writeFileSync(join(folder, 'a.md'), text);
      const there = await print('a.md');
      assert.equal(there.code, 0);
      assert.deepEqual(JSON.parse(there.stdout), readDocument(text).model, name);
      writeFileSync(join(folder, 'a.json'), there.stdout);
      const back = await print('a.json');
      assert.deepEqual([back.code, back.stderr], [0, ''], name);
      assert.deepEqual(withoutPlaces(readDocument(back.stdout).model), withoutPlaces(readDocument(text).model), name);
    }
  });

  test('leaves out of a document what is assumed', async () => {
    writeFileSync(join(folder, 'b.md'), EXAMPLE);
    const { stdout } = await print('b.md', '--json', '--assumed');
    assert.ok(JSON.parse(stdout).calls.some(({ standing }: { standing: string }) => standing === 'assumed'));
    writeFileSync(join(folder, 'b.json'), stdout);
    const back = await print('b.json', '--markdown');
    assert.equal(`${back.stdout}\n`, printDocument(readDocument(EXAMPLE).model));
  });

  test('leaves out what follows from lines of fields, and keeps the field that people are assumed to sign in with', async () => {
    const text = [
      '# Specification: Loans',
      '',
      '## 3. Entities and their fields',
      '',
      '### Member',
      '',
      '- name: text',
      '- email: email',
      '- role: Role',
      '',
      '### Loan',
      '',
      '- kind: Short, Long',
      '- reason: text, shown when `kind == Long`, required when `kind == Long`',
      '- pin: text, write-only',
      '',
      '## 6. Roles and permissions',
      '',
      '- Member: everyone who signs in',
      '',
      '| | Member |',
      '| --- | --- |',
      '| Loan: read | yes |',
      '',
    ].join('\n');
    writeFileSync(join(folder, 'c.md'), text);
    const { stdout } = await print('c.md', '--json', '--assumed');
    const assumed = JSON.parse(stdout);
    assert.equal(assumed.rules.length, 2);
    assert.ok(assumed.permissions.some(({ point }: { point: number }) => point === 3));
    assert.equal(assumed.entities[0].fields[1].standing, 'assumed');
    writeFileSync(join(folder, 'c.json'), stdout);
    const back = await print('c.json', '--markdown');
    assert.deepEqual([back.code, back.stderr], [0, '']);
    assert.deepEqual(withoutPlaces(readDocument(back.stdout).model), withoutPlaces(readDocument(text).model));
  });

  test('prints the schema without a file', async () => {
    const { code, stdout } = await print('--schema');
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).$schema, 'https://json-schema.org/draft/2020-12/schema');
  });

  test('says where JSON is no Model, and prints nothing', async () => {
    writeFileSync(join(folder, 'c.json'), JSON.stringify({ ...json(), extra: 1 }));
    const { code, stdout, stderr } = await print('c.json');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^c\.json is not a Model:\n {2}\/extra is not known here; /);
    writeFileSync(join(folder, 'd.json'), '{ "format": ');
    assert.match((await print('d.json')).stderr, /^d\.json is not a Model:\n {2}It is not JSON \(/);
  });

  test('refuses what nobody can mean', async () => {
    for (const argv of [[], ['b.md', '--json', '--markdown'], ['b.md', '--markdown', '--assumed'], ['none.md']])
      assert.equal((await print(...argv)).code, 2);
  });
});
