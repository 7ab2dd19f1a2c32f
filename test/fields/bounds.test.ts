import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { compile } from '../../src/engine/compile/compile.ts';
import type { Write } from '../../src/engine/context/verdict.ts';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import type { Row } from '../../src/fields/text/value.ts';
import { idOf } from '../../src/model/types/element.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { newId } from '../../src/server/core/new-id.ts';
import { findBrokenRules } from '../../src/server/runtime/broken-rules-report.ts';
import type { Store } from '../../src/store/core/store.ts';
import { type CountedStore, countedPostgres, countedSqlite } from '../support/database/counted-stores.ts';
import { request, rowOf } from '../support/database/stores.ts';
import { origin, startServer } from '../support/http/server.ts';

// What is held at a time is bounded by what it takes, and not by what there is.

const NOTES = `# Specification: Notes

## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| \`/\` | Notes | Note | table: title, body |

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, sign-in
- role: Role

### Note

- title: text, required, title
- body: long text(..900000)

## 6. Roles and permissions

- Anybody: everyone who signs in

| | Anybody |
| --- | --- |
| Person: read | yes |
| Note: read, create, change | yes |

## 9. Business constants and limits

| Name | Value |
| --- | --- |
| Requests | 1000000 per minute per person |
| Page size | 20 |
| Largest page | 20 |

## Sample data

### Person

| name | email | role |
| --- | --- | --- |
| Ada | ada@example.com | |
`;

async function started(t: TestContext, open: () => Promise<CountedStore>) {
  const counting = await open();
  const server = await startServer(NOTES, { store: counting.store });
  t.after(async () => {
    await server.stop();
    await counting.done();
  });
  const ada = await server.as('Ada');
  const make = async (count: number, body: string) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at++) {
      const made = await ada.post<WireRecord>('/api/notes', { title: `Note ${at}`, body });
      assert.equal(made.status, 201, made.text);
      ids.push(made.body.id);
    }
    return ids;
  };
  return { server, ada, make, during: counting.whole };
}

for (const [name, open] of [
  ['SQLite', countedSqlite],
  ['PostgreSQL', countedPostgres],
] as const) {
  test(`a list as a file is read page by page, and no further than it is taken (${name})`, async (t) => {
    const { server, ada, make, during } = await started(t, open);
    await make(200, 'short');
    const screen = encodeURIComponent(idOf('screen', '/'));
    const asked = new Request(`${origin}/_/export?screen=${screen}`, { headers: { cookie: ada.cookie } });
    const pages = (texts: readonly string[]) => texts.filter((text) => /ORDER BY .*LIMIT/s.test(text)).length;
    const decoder = new TextDecoder();
    let text = '';
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const first = await during(async () => {
      const answer = await server.fetch(asked, { address: '127.0.0.1' });
      reader = answer.body?.getReader();
      text += decoder.decode((await reader?.read())?.value, { stream: true });
      // What is read ahead is read by now.
      for (let round = 0; round < 100; round++) await turn();
    });
    assert.ok(text.split('\n').length <= 22, 'a page and its headings come first');
    const rest = await during(async () => {
      for (let step = await reader?.read(); step?.done === false; step = await reader?.read())
        text += decoder.decode(step.value, { stream: true });
    });
    assert.equal(text.trimEnd().split('\n').length, 201);
    const [begun, left] = [pages(first.texts), pages(rest.texts)];
    assert.ok(
      begun > 0 && left > 2 * begun,
      `${begun} pages were looked for before the second was taken, then ${left}`,
    );
  });

  test(`rows and answers with long texts count as many, so that fewer are kept (${name})`, async (t) => {
    const { server, ada, make, during } = await started(t, open);
    const read = async (ids: readonly string[]) => {
      const { texts } = await during(async () => {
        for (const id of ids) assert.equal((await ada.get(`/api/notes/${id}`)).status, 200);
      });
      return texts.filter((text) => /^SELECT .*created_at.* FROM /s.test(text) && !/sessions|keyring/.test(text))
        .length;
    };
    const again = async (count: number, body: string) => {
      const [first = '', ...others] = await make(count, body);
      await read([first]);
      await read(others);
      return read([first]);
    };
    assert.equal(await again(15, 'short'), 0, 'what is kept is not read again');
    assert.notEqual(await again(15, 'x'.repeat(800_000)), 0, 'what is too much to be kept is');
    const { cachedRecords } = server.runtime.current().compiled.responseCache;
    const { count } = cachedRecords;
    const [one = ''] = await make(1, 'x'.repeat(300_000));
    await read([one]);
    assert.ok(
      cachedRecords.count === 0 || cachedRecords.count < count || cachedRecords.count >= count + 300,
      'an answer counts by its texts',
    );
  });

  test(`records that break a rule stated later are counted where they are, and only those are read that are named (${name})`, async (t) => {
    const { server, during } = await started(t, open);
    const { store, runtime } = server;
    const { compiled: app, hash } = runtime.current();
    const many = 5_000;
    const rows = Array.from({ length: many }, (_, at) =>
      rowOf('Note', newId(at), { title: `Note ${at}`, body: 'long' }),
    );
    for (let from = 0; from < many; from += 500) await put(store, hash, rows.slice(from, from + 500));
    const rule = '| Rule | On | Must hold |\n| --- | --- | --- |\n| V1 | Note | `body == "short"` |\n';
    const { model } = readDocument(NOTES.replace('## 6. Roles', `## 5. Validation rules\n\n${rule}\n## 6. Roles`));
    const later = compile(model, 'later');
    const found: Awaited<ReturnType<typeof findBrokenRules>>[] = [];
    const work = await during(async () => found.push(await findBrokenRules(store, later, app, server.clock.now)));
    assert.deepEqual(
      found.flat().map(({ count, examples }) => [count, examples.length]),
      [[many, 3]],
    );
    assert.ok(work.statements > 0 && (work.rows ?? 0) < 10, `${work.rows} rows came back`);
    for (const text of work.texts) assert.match(text, /^SELECT count\(|LIMIT/);
  });
}

async function put(store: Store, documentHash: string, rows: readonly Row[]): Promise<void> {
  const writes = rows.map((row): Write => ({ kind: 'insert', row }));
  const decide = () => ({ allowed: true, writes, row: null }) as const;
  await store.write(request(decide, { documentHash }));
}
