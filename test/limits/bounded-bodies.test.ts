import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Problem, WireImportPreview } from '../../src/engine/core/wire-format.ts';
import { SHELF } from '../support/documents/shelf.ts';
import { type Caller, origin, startServer } from '../support/http/server.ts';

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

async function cleoIn(t: TestContext, text = SHELF) {
  const server = await startServer(text);
  t.after(() => server.stop());
  const cleo = await server.as('Cleo');
  return { server, cleo };
}

describe('the body of a request is bounded before anything is decided', () => {
  const unreadable: Readonly<Record<string, readonly [body: unknown, reason: RegExp]>> = {
    'an object of 1,001 members': [
      Object.fromEntries(many(1_001, (at) => [`k${at}`, 1])),
      /an object in its JSON has more than 1,000 members/,
    ],
    'a list of 20,001 items': [{ label: 'a', tags: many(20_001, String) }, /more than 20,000 values/],
    'lines with 20,001 members together': [
      { label: 'a', lines: many(1_000, () => Object.fromEntries(many(20, (at) => [`k${at}`, 1]))) },
      /more than 20,000 values/,
    ],
    'lists in lists, 20,001 of them': [{ tags: many(20_001, () => []) }, /more than 20,000 values/],
  };
  for (const [what, [body, reason]] of Object.entries(unreadable))
    test(`${what} is refused with the limit`, async (t) => {
      const { cleo } = await cleoIn(t);
      const answer = await cleo.post<Problem>('/api/items', body);
      assert.equal(answer.status, 400);
      assert.match(answer.body.detail, reason);
      assert.ok(answer.text.length < 1_000);
    });

  test('the name of a member has at most 1,000 characters', async (t) => {
    const { cleo } = await cleoIn(t);
    const { status, text } = await cleo.post<Problem>('/api/items', { label: 'a', ['k'.repeat(400_000)]: 1 });
    assert.equal(status, 400);
    assert.match(text, /a name in its JSON has more than 1,000 characters/);
    assert.ok(text.length < 1_000);
  });

  test('commas and brackets inside texts are no values', async (t) => {
    const { cleo } = await cleoIn(t);
    const { status, text } = await cleo.post('/api/items', { label: 'a', body: ',[{"\\'.repeat(16_000) });
    assert.equal(status, 201, text.slice(0, 500));
  });

  const lists: Readonly<Record<string, (count: number) => unknown>> = {
    lines: (count) => many(count, () => ({})),
    tags: (count) => many(count, String),
  };
  for (const [field, items] of Object.entries(lists)) {
    test(`${field} without a stated maximum takes 1,000 at most`, async (t) => {
      const { cleo } = await cleoIn(t);
      assert.equal((await cleo.post('/api/items', { label: 'a', [field]: items(1_000) })).status, 201);
      const { status, body } = await cleo.post<Problem>('/api/items', { label: 'a', [field]: items(1_001) });
      assert.deepEqual([status, body.code], [422, 'TOO_MANY_LINES']);
      assert.match(body.detail, /at most 1,000/);
    });

    test(`${field} takes as many as the document states`, async (t) => {
      const stated = SHELF.replace(new RegExp(`^(\\| ${field} \\|[^|]*\\| no \\|) \\|`, 'm'), '$1 at most 1200 |');
      assert.notEqual(stated, SHELF);
      const { cleo } = await cleoIn(t, stated);
      assert.equal((await cleo.post('/api/items', { label: 'a', [field]: items(1_100) })).status, 201);
      assert.equal((await cleo.post('/api/items', { label: 'a', [field]: items(1_201) })).status, 422);
    });
  }

  test('an answer tells at most 100 failures', async (t) => {
    const { cleo } = await cleoIn(t);
    const bodies = [
      Object.fromEntries(many(900, (at) => [`k${at}`, 1])),
      { label: 'a', lines: many(900, () => ({ a: 1, b: 1, c: 1, count: 'x' })) },
      { label: 'a', lines: many(1_000, () => 1) },
      { label: 'a', lines: many(1_000, (at) => ({ id: String(at) })) },
    ];
    for (const body of bodies) {
      const { status, text, body: problem } = await cleo.post<Problem>('/api/items', body);
      assert.equal(status, 422);
      assert.equal(problem.failures?.length, 100);
      assert.ok(text.length < 50_000, `${text.length} bytes`);
    }
  });
});

describe('a CSV file is bounded', () => {
  const send = async <T>(t: TestContext, does: string, text: string) => {
    const { server, cleo } = await cleoIn(t);
    const { body } = await cleo.get<{ view: { screens: { id: string }[] } }>('/_/app');
    const screen = body.view.screens[0]?.id ?? '';
    return imported<T>(server.fetch, cleo, `/_/import?screen=${encodeURIComponent(screen)}&do=${does}`, text);
  };
  const refused: Readonly<Record<string, readonly [text: string, reason: RegExp]>> = {
    '9 MB of commas': [','.repeat(9_000_000), /line 1: it has more than 1,000 columns/],
    'a row of 9 MB of commas': [`label\n${','.repeat(9_000_000)}`, /line 2: it has more than 1,000 columns/],
    '9 MB of quotes': [`label\n"${'"'.repeat(9_000_000)}`, /line 2: it has more than 1,000,000 characters/],
    'a cell of 9 MB': [`label\n${'x'.repeat(9_000_000)}`, /line 2: it has more than 1,000,000 characters/],
    'an open quote of 9 MB': [`label,"${'x,\n'.repeat(3_000_000)}`, /not closed|1,000,000 characters/],
    '900 rows of 900 cells': [`${'x,'.repeat(899)}\n`.repeat(900), /more than 500,000 cells/],
  };
  for (const [what, [text, reason]] of Object.entries(refused))
    test(`${what} are refused with the limit`, async (t) => {
      const answer = await send<Problem>(t, 'look', text);
      assert.equal(answer.status, 400, JSON.stringify(answer.body).slice(0, 500));
      assert.match(answer.body.detail, reason);
    });

  test('1,000 columns are read, and those that fill a field are found', async (t) => {
    const headings = many(999, (at) => `column ${at}`).join(',');
    const { status, body } = await send<WireImportPreview>(t, 'look', `${headings},Label\n${'1,'.repeat(999)}x\n`);
    assert.equal(status, 200);
    assert.deepEqual(
      body.columns.flatMap(({ field }, at) => (field === null ? [] : [[field, at]])),
      [['label', 999]],
    );
  });
});

async function imported<T>(
  fetch: Awaited<ReturnType<typeof startServer>>['fetch'],
  { cookie }: Caller,
  path: string,
  body: string,
): Promise<{ readonly status: number; readonly body: T }> {
  const headers = { cookie, origin, 'content-type': 'text/csv' };
  const answer = await fetch(new Request(new URL(path, origin), { method: 'POST', headers, body }));
  return { status: answer.status, body: (await answer.json()) as T };
}
