import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import type { Screen } from '../../src/model/types/model.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { HARD_NAMES } from '../support/notation/documents.ts';

const section = (...lines: readonly string[]) => `## 2. Screens and routes\n\n${lines.join('\n')}\n`;
const HEAD = ['| Route | Screen | Shows | As | For |', '| --- | --- | --- | --- | --- |'];
const screensOf = (text: string) => readDocument(text).model.screens;
const findings = (text: string) =>
  readDocument(text)
    .diagnostics.filter(({ code }) => code !== 'not-yet')
    .map(({ code }) => code);

function screenWith(...keys: readonly string[]): Screen {
  const [screen] = screensOf(section(...HEAD, '| `/tasks` | Tasks | Task | table | |', '', '### Tasks', '', ...keys));
  assert.ok(screen !== undefined);
  return screen;
}

function assertRoundTrip(text: string): void {
  const { model } = readDocument(text);
  const print = printDocument(model);
  const again = readDocument(print).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  assert.equal(printDocument(again), print);
}

const ALL = section(
  ...HEAD,
  '| `/` | Start | | redirect | |',
  '| `/tasks` | Tasks | Task where `open` | list: title, owner (Lead, Board) | Lead |',
  '| `/tasks/new` | New | Task | form: title | |',
  '| `/tasks/:id` | Task | Task | record | |',
  '| `/days` | Days | Task | calendar by startsOn to dueOn: title | |',
  '| `/one` | One day | Task | calendar by dueOn | |',
  '| `/wall` | Wall | Task | board by status: title, owner | |',
  '',
  '### Start',
  '',
  '- Redirects to: `/tasks` "Look here."',
  '',
  '### Tasks',
  '',
  '- Filter: Late where `dueOn < today`, on at first',
  '- Filter: Mine where `owner == me`',
  '- Switch: Show done where `status == Done`',
  '- Switch: Odd ones where not shown.',
  '- Link: Take one → `/tasks/new`, `/days`',
  '- Start for: Lead, Board',
  '- Menu: where `me.active`',
  '- Only if: `me.active`',
  '- Otherwise: `/days` "Not now."',
  '- Refresh: every 60 seconds',
  '- Page size: ROWS',
  '',
  '### New',
  '',
  '- Menu: yes',
  '- Then: "Thank you."',
  '',
  '### Task',
  '',
  '- Section: Work: hours, doneAt (Board) for Lead, Board',
  '- Section: Notes for Lead',
  '- Only if: not shown.',
  '- Menu: no',
  '- Page size: 25',
);

describe('the keys of a screen', () => {
  test('are read, printed and read again', () => {
    assert.deepEqual(findings(ALL).toSorted(), ['not-shown', 'not-shown']);
    assertRoundTrip(ALL);
  });

  test('hold filters and switches with what they keep, and whether they are on', () => {
    const filters = screensOf(ALL)[1]?.filters.map(({ kind, name, on, filter }) => [
      kind,
      name,
      on,
      filter?.text ?? null,
    ]);
    assert.deepEqual(filters, [
      ['filter', 'Late', true, 'dueOn < today'],
      ['filter', 'Mine', false, 'owner == me'],
      ['switch', 'Show done', false, 'status == Done'],
      ['switch', 'Odd ones', false, null],
    ]);
  });

  test('say where people begin, go on to and are led', () => {
    const [start, tasks, form, task] = screensOf(ALL);
    assert.deepEqual([start?.otherwise?.route, start?.otherwise?.message], ['/tasks', 'Look here.']);
    assert.deepEqual(
      tasks?.links.map(({ text, route }) => [text, route]),
      [
        ['Take one', '/tasks/new'],
        ['', '/days'],
      ],
    );
    assert.deepEqual(
      tasks?.startFor.map(({ name }) => name),
      ['Lead', 'Board'],
    );
    assert.deepEqual([tasks?.guard?.text, tasks?.otherwise?.message], ['me.active', 'Not now.']);
    assert.deepEqual([form?.next?.route, form?.next?.message], ['', 'Thank you.']);
    assert.deepEqual([task?.guard?.text, task?.guard?.tree], ['', null]);
  });

  test('say what stands in the menu, how often it is fetched and how much of it', () => {
    const [, tasks, form, task] = screensOf(ALL);
    assert.deepEqual([tasks?.menu?.when?.text, form?.menu?.shown, task?.menu?.shown], ['me.active', true, false]);
    assert.deepEqual(
      [tasks?.refresh?.text, tasks?.pageSize, task?.pageSize],
      ['60 seconds', { constant: 'ROWS' }, { value: 25 }],
    );
  });

  test('hold sections, and columns for some roles', () => {
    const [, tasks, , task] = screensOf(ALL);
    const roles = (
      parts: readonly { readonly name: string; readonly roles: readonly { readonly name: string }[] }[] = [],
    ) => parts.map((part) => [part.name, part.roles.map(({ name }) => name)]);
    assert.deepEqual(roles(tasks?.fields), [
      ['title', []],
      ['owner', ['Lead', 'Board']],
    ]);
    assert.deepEqual(roles(task?.sections), [
      ['Work', ['Lead', 'Board']],
      ['Notes', ['Lead']],
    ]);
    assert.deepEqual(roles(task?.sections[0]?.fields), [
      ['hours', []],
      ['doneAt', ['Board']],
    ]);
  });

  test('draw by one field or two', () => {
    const drawn = screensOf(ALL)
      .slice(4)
      .map(({ kind, by, until, fields }) => [kind, by, until, fields.length]);
    assert.deepEqual(drawn, [
      ['calendar', 'startsOn', 'dueOn', 1],
      ['calendar', 'dueOn', null, 0],
      ['board', 'status', null, 2],
    ]);
  });

  for (const line of [
    '- Filter: Late',
    '- Menu: sometimes',
    '- Page size: as many as fit',
    '- Page size: 25 rows',
    '- Then: the new record',
    '- Redirects to: `/x`',
  ]) {
    test(`that have no usable value are reported and change nothing: ${line}`, () => {
      const screen = screenWith(line);
      assert.ok(
        findings(section(...HEAD, '| `/tasks` | Tasks | Task | table | |', '', '### Tasks', '', line)).length > 0,
      );
      assert.deepEqual(
        [screen.help, screen.filters, screen.menu, screen.pageSize, screen.next, screen.otherwise],
        ['', [], null, null, null, null],
      );
    });
  }

  test('fill in what the row leaves blank; a second statement closes the screen', () => {
    const text = section(
      ...HEAD,
      '| `/a` | A | | | |',
      '| `/b` | B | Task | table: title | Lead |',
      '',
      '### A',
      '',
      '- Shows: Task',
      '- As: board by status',
      '- For: Lead',
      '',
      '### B',
      '',
      '- For: Board',
    );
    const [a, b] = screensOf(text);
    assert.deepEqual([a?.entity, a?.kind, a?.by, a?.roles?.[0]?.name], ['Task', 'board', 'status', 'Lead']);
    assert.equal(b?.roles, null);
    assert.deepEqual(findings(text), ['not-read']);
  });

  test('state the columns beside the way to show them, once', () => {
    const text = section(
      ...HEAD,
      '| `/a` | A | Task | | |',
      '| `/b` | B | Task | table: title | |',
      '',
      '### A',
      '',
      '- Columns: title, owner (Lead)',
      '- As: list',
      '',
      '### B',
      '',
      '- Fields: owner',
    );
    const [a, b] = screensOf(text);
    assert.equal(a?.kind, 'list');
    assert.deepEqual(
      a.fields.map(({ name, roles }) => [name, roles.map((role) => role.name)]),
      [
        ['title', []],
        ['owner', ['Lead']],
      ],
    );
    assert.deepEqual(
      b?.fields.map(({ name }) => name),
      ['title'],
    );
    assert.deepEqual(
      readDocument(text)
        .diagnostics.filter(({ message }) => message.includes('Fields: owner'))
        .map(({ at }) => at.line),
      [15],
    );
  });

  test('keep every name in every place', () => {
    for (const name of HARD_NAMES) {
      const { model } = readDocument(
        ALL.replaceAll(/\b(?:Late|Show done|Take one|title|Work|Look here|startsOn|dueOn)\b/g, 'Name0'),
      );
      const renamed = JSON.parse(JSON.stringify(model), (_, value: unknown) => (value === 'Name0' ? name : value));
      const print = printDocument(renamed);
      assert.equal(printDocument(readDocument(print).model), print, name);
    }
  });
});

describe('a screen', () => {
  const routes = (text: string) => screensOf(text).map(({ route, roles }) => [route, roles?.length ?? null]);
  const unread = (text: string) => readDocument(text).diagnostics.filter(({ code }) => code === 'not-read');

  test('is never read from a list, a sentence, code or a table of other columns', () => {
    const text = section(
      '- **Queue** – `/queue`: for the lead only',
      '- `/invoices` — `InvoiceListPage`',
      '',
      'The keeper can open the list of stays at `/stays`.',
      '',
      '```',
      "{ path: '/tasks', roles: ['lead'] }",
      '```',
      '',
      '| Where it is | Who gets in |',
      '| --- | --- |',
      '| `/stock` | lead |',
      '',
      '### Orders (clerk)',
      '',
      'A list of orders.',
    );
    assert.deepEqual(routes(text), []);
    assert.deepEqual(
      unread(text).map(({ at, also }) => [at.line, ...also.map(({ line }) => line)]),
      [
        [3, 4],
        [8, 9],
        [12, 14],
      ],
    );
    assert.match(unread(text)[2]?.next ?? '', /Route, Screen, Shows, As, For/);
    assert.deepEqual(findings(text), ['not-read', 'not-read', 'not-read', 'name-unknown']);
  });

  test('with a cell in an unknown column opens for nobody; a blank cell changes nothing', () => {
    const text = section(
      '| Route | Screen | Shows | For | Only members of |',
      '| --- | --- | --- | --- | --- |',
      '| `/a` | A | Task | Lead | the board |',
      '| `/b` | B | Task | Lead | |',
    );
    assert.deepEqual(routes(text), [
      ['/a', null],
      ['/b', 1],
    ]);
    assert.deepEqual(
      unread(text).map(({ at }) => at.line),
      [3],
    );
    assert.equal(screensOf(text)[0]?.help, '');
  });

  for (const [what, ...lines] of [
    ['an unknown key', '- Who may open it: the board'],
    ['a list item', '- for members of the board'],
    ['a nested item', '- Actions: finish', '  - for the board'],
    ['a table', '| Role | May |', '| --- | --- |', '| Lead | no |'],
    ['code', '```', 'roles: [lead]', '```'],
    ['a rule in prose', 'Only the board may open it.'],
  ] as const) {
    test(`with ${what} in its part that is not read opens for nobody`, () => {
      const text = section(...HEAD, '| `/a` | A | Task | table | Lead |', '', '### A', '', ...lines);
      assert.deepEqual(routes(text), [['/a', null]]);
      assert.equal(unread(text).length, 1);
    });
  }

  test('stays open with prose that explains it, which is its help', () => {
    const text = section(...HEAD, '| `/a` | A | Task | table | Lead |', '', '### A', '', 'What is to be done.');
    assert.deepEqual(routes(text), [['/a', 1]]);
    assert.equal(screensOf(text)[0]?.help, 'What is to be done.');
  });

  test('that no row and no key Route states is reported', () => {
    const text = section(...HEAD, '| `/a` | A | Task | table | Lead |', '', '### B', '', '- For: Board');
    assert.deepEqual(routes(text), [['/a', 1]]);
    assert.deepEqual(findings(text), ['name-unknown']);
  });

  test('shows what its row says, never what its name or a sentence does', () => {
    const text = `${section(
      '| Route | Screen |',
      '| --- | --- |',
      '| `/tasks` | Tasks |',
      '',
      '### Tasks',
      '',
      'List of Task.',
    )}\n## 3. Entities and their fields\n\n### Task\n\n- title: text\n`;
    assert.deepEqual(
      screensOf(text).map(({ kind, entity }) => [kind, entity]),
      [['page', null]],
    );
  });

  test('may be a page or sign in under Shows, unless an entity has that name', () => {
    const text = section('| Route | Shows |', '| --- | --- |', '| `/a` | page |', '| `/b` | sign in |');
    assert.deepEqual(
      screensOf(text).map(({ kind, entity }) => [kind, entity]),
      [
        ['page', null],
        ['sign-in', null],
      ],
    );
    const withPage = `${text}\n## 3. Entities and their fields\n\n### page\n\n- title: text\n`;
    assert.equal(screensOf(withPage)[0]?.entity, 'page');
  });
});
