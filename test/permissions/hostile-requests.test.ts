import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import type { View } from '../../src/engine/view/view.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { exampleText, startServer, type TestServer } from '../support/http/server.ts';
import { documentNamed, HOSTILE, HOSTILE_NAMING } from '../support/proofs/hostile-document.ts';
import { worksAsNamed } from '../support/proofs/hostile-run.ts';

const document = documentNamed(HOSTILE_NAMING);
const { fieldsOf } = HOSTILE_NAMING;

async function started(t: TestContext, text = document): Promise<TestServer> {
  const before = Object.getOwnPropertyNames(Object.prototype).sort();
  const server = await startServer(text);
  t.after(async () => {
    await server.stop();
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), before, 'every object has something new');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });
  return server;
}

test('a document of hostile names is read as these names and nothing else', () => {
  const { model, diagnostics } = readDocument(document);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning').map(({ message }) => message),
    [],
  );
  assert.deepEqual(
    model.entities.map(({ name }) => name),
    ['Person', ...HOSTILE.flatMap((name) => [name, `${name} line`])],
  );
  for (const [index, entity] of model.entities.filter(({ name }) => HOSTILE.includes(name)).entries()) {
    assert.deepEqual(
      entity.fields.map(({ name }) => name),
      Object.values(fieldsOf(index)),
    );
    assert.deepEqual(
      entity.fields.map(({ type }) => type.kind),
      ['text', 'integer', 'choice', 'reference', 'list'],
    );
  }
  assert.deepEqual(
    model.roles.map(({ name }) => name),
    HOSTILE.map((name) => `${name} role`),
  );
  assert.deepEqual(
    model.errors.map(({ code }) => code),
    HOSTILE.map((name) => `${name} error`),
  );
});

for (const [index, name] of HOSTILE.entries()) {
  test(`an entity called ${name} works like any other`, async (t) => {
    await worksAsNamed(await started(t), HOSTILE_NAMING, index);
  });
}

test('the view of a document of hostile names holds them all', async (t) => {
  const server = await started(t);
  const bob = await server.as('Bob');
  const { view } = (await bob.get<{ view: View }>('/_/app')).body;
  assert.deepEqual(
    view.entities
      .map(({ name }) => name)
      .filter((name) => HOSTILE.includes(name))
      .sort(),
    HOSTILE.toSorted(),
  );
  for (const screen of view.screens.filter(({ entity }) => entity !== null)) {
    const answer = await bob.get(`/_/list?screen=${encodeURIComponent(screen.id)}`);
    assert.ok([200, 403].includes(answer.status), answer.text);
  }
});

const ATTACKS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; DROP TABLE meta; --",
  `\${7*7}{{7*7}}<%= 7*7 %>`,
  '</script><!--',
  '\u202Egnp.exe',
  '__proto__',
  '[a](javascript:alert(1))',
  '=cmd|calc!A1',
  '%00%2e%2e%2f',
  '\\u0000\\',
  '𝕏'.repeat(60),
];

const claim = { category: 'Travel', spentOn: '2026-08-12', lines: [{ what: 'There', amount: '9.50' }] };

test('whatever stands in a text comes back as it was, and as data only', async (t) => {
  const server = await started(t, exampleText('expense-claims.md'));
  const ana = await server.as('Ana');
  for (const text of ATTACKS) {
    const made = await ana.post<WireRecord>('/api/claims', {
      ...claim,
      title: `x ${text}`.slice(0, 120),
      note: text,
      lines: [{ what: text, amount: '1.00' }],
    });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body['note'], text.normalize('NFC').trim());
    for (const path of [
      `/api/claims/${made.body.id}`,
      `/_/records/Claim/${made.body.id}/history`,
      `/api/claims?filter=${encodeURIComponent(`note == ${JSON.stringify(text)}`)}`,
      `/_/labels/Claim?q=${encodeURIComponent(text)}`,
    ]) {
      const answer = await ana.get<{ items?: unknown[] }>(path, { accept: 'text/html' });
      assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      assert.equal(answer.headers.get('content-type'), 'application/json');
      if (path.includes('filter')) assert.equal(answer.body.items?.length, 1, path);
    }
  }
});

test('what stands in the address comes back escaped, where a page holds it at all', async (t) => {
  const server = await started(
    t,
    exampleText('expense-claims.md').replace(
      '# Specification: Expense claims',
      '# Specification: \\<script\\>alert(1)\\</script\\>',
    ),
  );
  const paths = [
    '/',
    '/<script>alert(1)</script>',
    '/_/errors/<script>alert(1)</script>',
    '/_/errors/TOO_OLD',
    '/claims/"><script>alert(1)</script>',
  ];
  for (const path of paths) {
    const answer = await server.guest.get(encodeURI(path), { accept: 'text/html' });
    if ((answer.headers.get('content-type') ?? '').includes('html'))
      assert.doesNotMatch(answer.text, /<script>alert/, path);
    else assert.match(answer.headers.get('content-type') ?? '', /json/);
  }
});

test('a body that reaches for the prototype of objects changes nothing of them', async (t) => {
  const server = await started(t, exampleText('expense-claims.md'));
  const ana = await server.as('Ana');
  const bodies = [
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"lines":[{"__proto__":{"polluted":1},"what":"x","amount":"1.00"}]}',
    '{"lines":{"__proto__":[]}}',
    '{"entity":"__proto__","event":"constructor","rows":[{"id":"__proto__"}]}',
    '{"entity":"Claim","event":"toString","rows":[{"id":"__proto__","etag":"constructor"}]}',
    '{"person":"__proto__"}',
    '{"read":["__proto__"]}',
  ];
  for (const body of bodies) {
    for (const path of ['/api/claims', '/_/bulk', '/_/session', '/_/inbox', '/api/claims/__proto__/submit']) {
      const answer = await ana.call('POST', path, body, { 'ninefold-switcher': server.runtime.switcher });
      assert.ok(answer.status < 500, `${path} ${body}: ${answer.text}`);
    }
  }
  for (const word of ['__proto__', 'constructor', 'toString']) {
    for (const path of [
      `/api/claims/${word}`,
      `/_/records/${word}/${word}`,
      `/_/labels/${word}`,
      `/_/list?screen=${word}`,
      `/_/tiles?screen=${word}`,
      `/_/related?screen=${word}&field=${word}&record=${word}`,
      `/_/groups?screen=${word}&by=${word}`,
      `/_/groups/rows?screen=${word}&by=${word}&keys=${word}`,
      `/_/errors/${word}`,
      `/_/files/Claim/${word}/${word}`,
      `/_/${word}`,
    ]) {
      const answer = await ana.get(path);
      assert.ok([404, 400].includes(answer.status), `${path}: ${answer.status} ${answer.text}`);
    }
    for (const query of [
      `${word}=1`,
      `sort=${word}`,
      `${word}.min=1`,
      `filter=${word}`,
      `filter=this["${word}"]%20==%201`,
      `filter=me.${word}%20==%201`,
    ]) {
      const answer = await ana.get(`/api/claims?${query}`);
      assert.equal(answer.status, 400, `${query}: ${answer.text}`);
    }
  }
});

const FLOODS: readonly (readonly [name: string, unit: string])[] = [
  ['links', '[a](b'],
  ['quotes', '>'],
  ['pipes', '|'],
  ['backticks', '`'],
  ['headings', '#'],
  ['list items', '- '],
  ['nested items', '- - '],
  ['brackets', '('],
  ['stars', '*_'],
  ['rows', '| a |\n'],
  ['parts', '### x\n'],
  ['html', '<a>'],
  ['entities', '&amp;'],
];

const flood = (unit: string) => unit.repeat(Math.ceil(100_000 / unit.length)).slice(0, 100_000);

for (const [name, unit] of FLOODS) {
  test(`100 kB of ${name} are a document like any other: kept as text, or said not to be read, with the place`, () => {
    for (const text of [
      flood(unit),
      `${flood(unit)}\n${exampleText('seed.md')}`,
      exampleText('seed.md').replace('## 3', `${flood(unit)}\n\n## 3`),
    ]) {
      const { model, diagnostics } = readDocument(text);
      const isKept = JSON.stringify(model).length > 90_000;
      const isNothing = /^[-\s]*$/.test(unit);
      assert.ok(isKept || diagnostics.length > 0 || isNothing, 'it is neither kept nor reported');
      for (const { at } of diagnostics)
        assert.ok(at.line >= 1 && at.column >= 1 && at.from <= at.to && at.to <= text.length);
    }
  });
}

test('100 kB of anything in a field is kept as text, or refused at its field', async (t) => {
  const server = await started(t, exampleText('expense-claims.md').replace('long text(..2000)', 'long text'));
  const ana = await server.as('Ana');
  for (const [name, unit] of FLOODS) {
    const text = flood(unit);
    const kept = await ana.post<WireRecord>('/api/claims', { ...claim, title: name.padEnd(3), note: text });
    assert.equal(kept.status, 201, name);
    assert.equal(kept.body['note'], text.trim(), name);
    const refused = await ana.post<{ failures: { pointer: string }[] }>('/api/claims', { ...claim, title: text });
    assert.deepEqual([refused.status, refused.body.failures[0]?.pointer], [422, '/title'], name);
    const filter = await ana.get(`/api/claims?filter=${encodeURIComponent(text.slice(0, 900))}`);
    assert.equal(filter.status, 400, name);
    const search = await ana.get(`/api/claims?filter=${encodeURIComponent(text.slice(0, 4000))}`);
    assert.equal(search.status, 400, name);
  }
});
