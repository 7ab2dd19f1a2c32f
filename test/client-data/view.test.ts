import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { showsAnyOf } from '../../src/client/api/changed-records.ts';
import { firstScreenPath, isEmptyDocument, isRouteOpen, ownPageAt } from '../../src/client/navigation/home.ts';
import { listOf } from '../../src/client/navigation/list-of-page.ts';
import { assumptionsIn, gapsInStatedPoints, pointRows, pointsSummary } from '../../src/client/view/point-titles.ts';
import { matchRoute, parametersOf, pathOf } from '../../src/client/view/routes.ts';
import { readSearch, writeSearch } from '../../src/client/view/search-text.ts';
import { compile } from '../../src/engine/compile/compile.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { pluralOf } from '../../src/model/lookups/plural.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { compilePaths } from '../../src/server/core/path-template.ts';

const screensAt = (...routes: readonly string[]) => routes.map((route) => ({ route }));
const found = (routes: readonly string[], path: string) => {
  const match = matchRoute(screensAt(...routes), path);
  return match === null ? null : [match.screen.route, Object.fromEntries(match.params)];
};

test('a stated word of a route goes before a parameter, wherever both stand', () => {
  const routes = ['/tasks/:id', '/tasks/new', '/:any/new', '/:any/:other'];
  assert.deepEqual(found(routes, '/tasks/new'), ['/tasks/new', {}]);
  assert.deepEqual(found(routes, '/tasks/7'), ['/tasks/:id', { id: '7' }]);
  assert.deepEqual(found(routes, '/walks/new'), ['/:any/new', { any: 'walks' }]);
  assert.deepEqual(found(routes, '/walks/7'), ['/:any/:other', { any: 'walks', other: '7' }]);
  assert.equal(found(routes, '/tasks/7/more'), null);
  assert.equal(found(routes, '/tasks/'), null);
});

test('nothing in a route is special but the colon that begins a parameter', () => {
  const routes = ['/$cash', '/a*b', '/{-$x}', '/__proto__', '/50% off/ü', '/:', '/:constructor/of'];
  for (const route of routes.slice(0, 6)) assert.deepEqual(found(routes, pathOf(route)), [route, {}]);
  const match = matchRoute(screensAt(...routes), pathOf('/:constructor/of', new Map([['constructor', 'a/b']])));
  assert.equal(match?.params.get('constructor'), 'a/b');
  assert.equal(found(routes, '/%E0%A4%A'), null);
});

test('the browser and the server find the same screen at a path', () => {
  const routes = ['/', '/a/:x', '/a/b', '/:p/b', '/:p/:q', '/a/:x/c', '/a/b/:z', '/$', '/a%20b'];
  const server = compilePaths(routes.map((pattern) => ({ method: 'GET', pattern, value: pattern })));
  const paths = [
    '/',
    '/a/b',
    '/a/q',
    '/x/b',
    '/x/y',
    '/a/b/c',
    '/a/b/d',
    '/a/z/c',
    '/$',
    '/%24',
    '/a//c',
    '/a%2520b',
    '/%',
  ];
  for (const path of paths) {
    const there = server('GET', path);
    const expected = there.found === 'value' ? [there.value, Object.fromEntries(there.params)] : null;
    assert.deepEqual(found(routes, path), expected, path);
  }
});

test('the parameters of a route are named in order', () => {
  assert.deepEqual(parametersOf('/:a/of/:b'), ['a', 'b']);
  assert.deepEqual(parametersOf('/'), []);
});

test('an address asks of a list what is ours, once, and not endlessly', () => {
  const asked = {
    filter: 'total > 5 EUR',
    q: 'ä&b',
    sort: '-total',
    view: '',
    filters: 'Late,Show%20done',
    group: 'month of dueOn',
    saved: 'v1',
  };
  assert.deepEqual(readSearch(writeSearch(asked)), asked);
  assert.equal(writeSearch({ filter: '', q: '', sort: '', view: '', filters: '', group: '', saved: '' }), '');
  assert.equal(readSearch('?q=a&q=b').q, '');
  assert.equal(readSearch(`?q=${'a'.repeat(3000)}`).q, '');
  assert.deepEqual(readSearch('?other=1&sort=title'), {
    filter: '',
    q: '',
    sort: 'title',
    view: '',
    filters: '',
    group: '',
    saved: '',
  });
});

const document = `# Specification: Tasks

## 1. What the product does and for whom

Sharing out work.

## 3. Entities and their fields

### Member

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |

### Task

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| owner | Member | | |

### Room

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |

## 6. Roles and permissions

- Member: everyone who signs in

| | Member |
| --- | --- |
| Task: read | yes |
| Member: read | yes |
| Room: read | yes |
`;

function viewFor(text: string, roles: readonly string[]) {
  const { model } = readDocument(text);
  return viewOf(compile(assume(model), 'hash'), new Set(roles), { dev: true, person: null });
}

test('the nine points say what is stated, assumed and not shown', () => {
  const rows = pointRows(viewFor(document, ['Member']));
  assert.deepEqual(
    rows.map(({ standing }) => standing),
    ['stated', 'not shown', 'stated', 'not shown', 'not shown', 'stated', 'not shown', 'not shown', 'not shown'],
  );
  assert.deepEqual(rows[2]?.counts, ['3 entities', '5 fields']);
  assert.deepEqual(rows[5]?.counts, ['1 role', '3 permissions']);
  assert.notEqual(rows[1]?.firstLine, '');
  assert.notEqual(rows[1]?.consequence, '');
  assert.equal(rows[2]?.firstLine, '');
  const names = assumptionsIn(rows).map(({ name }) => name);
  assert.ok(names.includes('A-SCREENS') && names.includes('A-CALLS') && names.includes('A-LOCALE'), names.join());
});

test('an application begins at its own first screen, and a document that states nothing at itself', () => {
  const view = viewFor(document, ['Member']);
  assert.equal(firstScreenPath(view), view.navigation[0]?.route);
  assert.equal(isEmptyDocument(view), false);
  assert.ok(
    isRouteOpen(view, '/-/about') && isRouteOpen(view, firstScreenPath(view)) && !isRouteOpen(view, '/nowhere/at/all'),
  );
  assert.equal(ownPageAt('/-/inbox'), 'inbox');
  const seed = viewFor('# Specification: Seed\n\n## 1. What\n\nnot shown.\n', []);
  assert.equal(isEmptyDocument(seed), true);
  assert.equal(firstScreenPath(seed), '/-/document');
});

test('whoever holds several roles begins where the most particular of them starts', () => {
  const text = [
    '# Specification: Desk',
    '## 2. Screens and routes',
    '| Route | Screen | Shows | As | For |\n| --- | --- | --- | --- | --- |\n| `/mine` | Mine | Task | table | Member |\n| `/desk` | Desk | Task | table | Clerk |\n| `/all` | All | Task | table | Head |',
    '### Mine\n\n- Start for: Member',
    '### Desk\n\n- Start for: Clerk',
    '### All\n\n- Start for: Head',
    '## 3. Entities and their fields',
    '### Person\n\n- email, required, unique, sign-in\n- role: Role',
    '### Task\n\n- title: text',
    '## 6. Roles and permissions',
    '- Member: everyone who signs in\n- Clerk: works\n- Head: includes Clerk; decides',
    '| | Member | Clerk | Head |\n| --- | --- | --- | --- |\n| Task: read | yes | yes | yes |\n| Person: read | yes | yes | yes |',
  ].join('\n\n');
  assert.equal(firstScreenPath(viewFor(text, ['Member'])), '/mine');
  assert.equal(firstScreenPath(viewFor(text, ['Member', 'Clerk'])), '/desk');
  assert.equal(firstScreenPath(viewFor(text, ['Member', 'Clerk', 'Head'])), '/all');
});

test('a changed record is fetched anew where it is shown, and nowhere else', () => {
  const [one, other] = ['0190a6a0-0000-7000-8000-000000000001', '0190a6a0-0000-7000-8000-000000000002'];
  const shown = showsAnyOf(viewFor(document, ['Member']), [{ entity: 'Member', id: one }]);
  const key = (...about: readonly unknown[]) => ['person', 'view', ...about];
  assert.equal(shown(key('record', 'Member', one)), true);
  assert.equal(shown(key('record', 'Member', other)), false);
  // By another name than its id it may be any.
  assert.equal(shown(key('record', 'Member', 'HD-00012')), true);
  assert.equal(shown(key('page', 'Member', 'screen')), true);
  assert.equal(shown(key('labels', 'Member', '')), true);
  // A task shows the name of its owner.
  assert.equal(shown(key('page', 'Task', 'screen')), true);
  assert.equal(shown(key('record', 'Task', other)), true);
  assert.equal(shown(key('page', 'Room', 'screen')), false);
  assert.equal(shown(key('inbox')), false);
});

test('a record belongs to the list whose route its own begins with, else to the first of its entity, else to none', () => {
  const lists = [
    ['/', 'Task'],
    ['/tasks', 'Task'],
    ['/rooms', 'Room'],
    ['/building/rooms', 'Room'],
  ] as const;
  const screens = lists.map(([route, entity]) => ({ id: route, route, entity, kind: 'table' }));
  const navigation = screens.map(({ id, route }) => ({ screen: id, route, label: id }));
  const view = { screens, navigation } as unknown as Parameters<typeof listOf>[0];
  assert.equal(listOf(view, 'Task', '/tasks/:id')?.screen, '/tasks');
  assert.equal(listOf(view, 'Task', '/tasks-old/:id')?.screen, '/');
  assert.equal(listOf(view, 'Room', '/building/rooms/:id')?.screen, '/building/rooms');
  assert.equal(listOf(view, 'Room', '/doors/:id')?.screen, '/rooms');
  assert.equal(listOf(view, 'Person', '/people/:id'), null);
  assert.equal(listOf(view, null, '/tasks'), null);
});

test('a value that is not shown within a stated point is counted with that point', () => {
  const { diagnostics } = diagnose(
    '# Specification: X\n\n## 3. E\n\n### Job\n\n| Field | Type | Required |\n| --- | --- | --- |\n| title | text | yes |\n| weight | not shown. | |\n| colour | text | not shown. |\n',
  );
  assert.deepEqual(
    gapsInStatedPoints(diagnostics).flatMap(({ point, at }) => (point === 3 ? at.line : [])),
    [10, 11],
  );
  assert.equal(pointsSummary(9, 0, 2), 'All nine points are stated. Within them, 2 values are not shown.');
  assert.equal(pointsSummary(9, 0, null), 'Something is stated under each of the nine points.');
});

test('several of a thing are called as English calls them, unless the document says how', () => {
  const words = [
    ['Claim', 'Claims'],
    ['Category', 'Categories'],
    ['Box', 'Boxes'],
    ['Person', 'People'],
    ['Contact person', 'Contact people'],
    ['Salesperson', 'Salespeople'],
    ['Child', 'Children'],
    ['Craftsman', 'Craftsmen'],
    ['Human', 'Humans'],
    ['Shelf', 'Shelves'],
    ['Analysis', 'Analyses'],
    ['Quiz', 'Quizzes'],
    ['Feedback', 'Feedback'],
    ['Test equipment', 'Test equipment'],
    ['HR', 'HRs'],
    ['', 's'],
  ] as const;
  assert.deepEqual(
    words.map(([one]) => [one, pluralOf(one)]),
    words,
  );
  const entities = (language: string) => {
    const { model } = readDocument(
      `# Specification: X\n\n## 1. P\n\n- Language: ${language}\n\n## 3. E\n\n### Feedback\n\n- text: text\n\n### Child\n\n- Plural: Kids\n\n| Field | Type |\n| --- | --- |\n| name | text |\n\n### Mouse\n\n- name: text\n`,
    );
    const { entities: all } = viewOf(compile(assume(model), 'x'), new Set(['Everyone']), {
      dev: true,
      person: null,
    }).model;
    return all.flatMap(({ name, plural }) => (name === 'Person' ? [] : [[name, plural]]));
  };
  assert.deepEqual(entities('en-GB'), [
    ['Feedback', 'Feedback'],
    ['Child', 'Kids'],
    ['Mouse', 'Mice'],
  ]);
  assert.deepEqual(entities('fr'), [
    ['Feedback', null],
    ['Child', 'Kids'],
    ['Mouse', null],
  ]);
});
