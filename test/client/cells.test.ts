import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { invalidateChanged, invalidatePublished } from '../../src/client/api/changed-records.ts';
import { adoptRecords } from '../../src/client/data/adopt-answers.ts';
import { cellOf, firstCell, nextCell } from '../../src/client/screens/cells/cells.ts';
import type { Column } from '../../src/client/screens/columns/columns.ts';
import { commandFor, type Focus } from '../../src/client/screens/grid/keys.ts';
import { fieldText, lineText } from '../../src/client/view/display-value.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import { formatter } from '../../src/fields/text/format.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import type { Type } from '../../src/model/types/types.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const closed = { code: 'WRONG_STATE', message: 'This is closed.' };
type Change = WireRecord['_']['can']['change'];

const record = (id: string, change: Change, values: Readonly<Record<string, string>> = {}): WireRecord => ({
  ...values,
  id,
  _: { entity: 'Task', etag: `"${id}"`, title: id, labels: {}, can: { delete: null, change, events: {} } },
});
const column = (name: string, type: unknown): Column =>
  ({ name, label: name, attribute: { name, type: type as Type } }) as unknown as Column;

const text = { kind: 'text' };
const columns = [column('title', text), column('made', { kind: 'date' }), column('hours', { kind: 'integer' })];

test('a cell is editable as the server says; long texts and values that are not typed have no cell editor', () => {
  const all = record('a', { title: null, hours: closed, lines: null, tags: null, ['__proto__']: null });
  assert.equal(cellOf(all, column('title', text)), null);
  assert.equal(cellOf(all, column('hours', { kind: 'integer' })), closed);
  assert.equal(cellOf(all, column('made', { kind: 'date' })), undefined);
  assert.equal(cellOf(all, column('constructor', text)), undefined);
  assert.equal(cellOf(all, column('lines', { kind: 'list', entity: 'Line' })), undefined);
  assert.equal(cellOf(all, column('tags', { kind: 'choice', options: [], several: true })), undefined);
  assert.equal(cellOf(all, column('tags', { kind: 'choice', options: [], several: false })), null);
});

test('entering a row focuses the first editable cell, otherwise the first with a reason, otherwise none', () => {
  assert.equal(firstCell(record('a', { title: closed, hours: null }), columns), 'hours');
  assert.equal(firstCell(record('a', { title: closed, hours: closed }), columns), 'title');
  assert.equal(firstCell(record('a', {}), columns), null);
});

test('moving between cells skips read-only ones and continues in the next or previous row', () => {
  const rows = [
    record('a', { title: null, made: closed, hours: null }),
    record('b', { title: closed }),
    record('c', { hours: null }),
  ];
  const go = (id: string, from: string, step: 1 | -1) => {
    const found = nextCell(rows, columns, { id, column: from }, step);
    return found === null ? null : `${found.id} ${found.column}`;
  };
  assert.equal(go('a', 'title', 1), 'a hours');
  assert.equal(go('a', 'hours', 1), 'c hours');
  assert.equal(go('c', 'hours', 1), null);
  assert.equal(go('c', 'hours', -1), 'a hours');
  assert.equal(go('a', 'title', -1), null);
  assert.equal(go('gone', 'title', 1), null);
});

test('keys start editing from the row and from the cell, and open the record from the row', () => {
  const press = (key: string, focus: Focus) =>
    commandFor(
      { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false },
      { focus, index: 0, count: 3, screenful: 2 },
    )?.do ?? null;
  const keys = ['e', 'F2', 'E', 'Enter', 'Escape', ' '];
  assert.deepEqual(
    keys.map((key) => press(key, 'row')),
    ['change', 'change', 'edit', 'open', 'clear', 'toggle'],
  );
  assert.deepEqual(
    keys.map((key) => press(key, 'cell')),
    ['change', 'change', 'edit', 'change', 'leave', 'toggle'],
  );
  assert.deepEqual(
    keys.map((key) => press(key, 'page')),
    [null, null, null, null, null, null],
  );
});

const model = readDocument(`# Specification: Work

## 3. Entities and their fields

### Task

| Field | Type |
| --- | --- |
| title | text |
`).model;

/** A list that is shown, whose answers the test gives one by one. */
function listOf(client: QueryClient) {
  const queryKey = ['p', 'v', 'page', 'Task', 'screen'];
  const waiting: ((page: WirePage) => void)[] = [];
  const asked: (() => void)[] = [];
  const observer = new InfiniteQueryObserver<WirePage>(client, {
    queryKey,
    initialPageParam: null,
    getNextPageParam: () => null,
    queryFn: () =>
      new Promise<WirePage>((resolve) => {
        waiting.push(resolve);
        asked.shift()?.();
      }),
  });
  return {
    queryKey,
    show: () => observer.subscribe(() => undefined),
    nextAsk: () => new Promise<void>((resolve) => asked.push(resolve)),
    answer: (...items: readonly WireRecord[]) => waiting.shift()?.({ items, next: null, total: null }),
    open: () => waiting.length,
    titles: () =>
      client
        .getQueryData<InfiniteData<WirePage>>(queryKey)
        ?.pages.flatMap(({ items }) => items.map((each) => each['title'])),
  };
}

test('a change during the first fetch of a list causes another fetch', async (t) => {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  t.after(() => client.clear());
  const view = { model: assume(model) };
  const list = listOf(client);
  const first = list.nextAsk();
  t.after(list.show());
  await first;
  const again = list.nextAsk();
  invalidateChanged(client, view, [{ entity: 'Task', id: 'a' }]);
  list.answer(record('a', {}, { title: 'before' }));
  await again;
  assert.deepEqual(list.titles(), ['before']);
  list.answer(record('a', {}, { title: 'after' }));
  await client.getQueryCache().find({ queryKey: list.queryKey })?.promise;
  assert.deepEqual(list.titles(), ['after']);
});

test('any number of change notifications shows each answer and causes one more fetch', {
  timeout: 10_000,
}, async (t) => {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });
  t.after(() => client.clear());
  const view = { model: assume(model) };
  const list = listOf(client);
  const told = () => invalidatePublished(client, view, [{ entity: 'Task', id: 'a' }]);
  const settled = () => client.getQueryCache().find({ queryKey: list.queryKey })?.promise;
  const first = list.nextAsk();
  t.after(list.show());
  await first;
  list.answer(record('a', {}, { title: 'one' }));
  await settled();
  const second = list.nextAsk();
  told();
  await second;
  for (const _ of [1, 2, 3]) told();
  const third = list.nextAsk();
  list.answer(record('a', {}, { title: 'two' }));
  await third;
  assert.deepEqual(list.titles(), ['two']);
  assert.equal(list.open(), 1);
  list.answer(record('a', {}, { title: 'three' }));
  await settled();
  assert.deepEqual([list.titles(), list.open()], [['three'], 0]);
});

test('a record from an answer is updated in the lists that contain it, and in no others', () => {
  const client = new QueryClient();
  const page = (...items: readonly WireRecord[]) => ({
    pages: [{ items, next: null, total: null }],
    pageParams: [null],
  });
  const old = record('a', {}, { title: 'old' });
  const other = record('b', {}, { title: 'other' });
  client.setQueryData(['p', 'v', 'page', 'Task', 'one'], page(old, other));
  const untouched = page(other);
  client.setQueryData(['p', 'v', 'page', 'Task', 'two'], untouched);
  client.setQueryData(['q', 'v', 'page', 'Task', 'one'], page(old));
  adoptRecords(client, ['p', 'v'], 'Task', [record('a', {}, { title: 'new' })]);
  const titles = (key: readonly string[]) =>
    client.getQueryData<ReturnType<typeof page>>(key)?.pages.flatMap(({ items }) => items.map((each) => each['title']));
  assert.deepEqual(titles(['p', 'v', 'page', 'Task', 'one']), ['new', 'other']);
  assert.equal(client.getQueryData(['p', 'v', 'page', 'Task', 'two']), untouched);
  assert.deepEqual(titles(['q', 'v', 'page', 'Task', 'one']), ['old']);
  client.clear();
});

test('a table supports inline editing for people who may change its records, unless the document disables it', () => {
  const yard = (part: string) => `# Specification: Work

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Tasks | Task | table: title | Lead, Hand |
| \`/board\` | Board | Task | list: title | Lead |

### Tasks
${part}
## 3. Entities and their fields

### Task

| Field | Type |
| --- | --- |
| title | text |

## 6. Roles and permissions

| | Lead | Hand |
| --- | --- | --- |
| Task: read | yes | yes |
| Task: change | yes | |
`;
  const inline = (part: string, role: string) => {
    const app = compile(assume(readDocument(yard(part)).model), 'h');
    return viewOf(app, new Set([role]), { dev: true, person: null }).screens.flatMap(({ id, inline: is }) =>
      is ? id : [],
    );
  };
  assert.deepEqual(inline('', 'Lead'), ['screen/%2F']);
  assert.deepEqual(inline('', 'Hand'), []);
  for (const said of ['no', 'not shown', 'perhaps'])
    assert.deepEqual(inline(`\n- Edit in place: ${said}\n`, 'Lead'), []);
  assert.deepEqual(inline('\n- Inline editing: yes\n', 'Lead'), ['screen/%2F']);
});

test('the members of an object are named by the labels of fields and shown in one line in a cell', () => {
  const log = [
    '# Specification: Log',
    '## 3. Entities and their fields',
    '### Page\n\n| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n| title | text | yes | title |\n| pageCount | integer | no | |',
    '### Entry\n\n| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n| before | object | no | |',
  ].join('\n\n');
  const schema = schemaOf(readDocument(log).model);
  const attribute = schema.entities.get('Entry')?.attributes.get('before');
  assert.ok(attribute);
  const words = { schema, format: formatter({ language: 'en', zone: 'UTC' }) };
  const entry = { ...record('e1', {}), before: { title: 'Sanditon page', pageCount: 3, oldName: 'S' } };
  assert.equal(fieldText(words, attribute, entry), 'title: Sanditon page\npageCount: 3\noldName: S');
  assert.equal(lineText(words, attribute, entry), 'title: Sanditon page · pageCount: 3 · oldName: S');
});
