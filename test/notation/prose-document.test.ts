import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/cli/analysis/diagnose.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { startServer } from '../support/http/server.ts';

/** A document as people write one before they know the notation. */
const GARDEN = `# Specification: Garden shares

## 2. Screens and routes

- **Beds** at \`/beds\`
  - for members and the warden

    \`\`\`
    GET /beds
    \`\`\`

## 3. Entities and their fields

### 3.1 Bed and plot

| Field | of | Type |
| --- | --- | --- |
| code | Bed | text, max 8 |

### Member

- name: text, required, title
- card: 2 letters, dash, 5 digits, e.g. AB-12345
- share: \`paid\` = sum of payments, in EUR
- nickname: text, max 20
- size: small, medium, large
- term: 1 month, 3 months, 12 months
- plan: string | number
- kind: text | picture

## 4. States and transitions

### 4.1 Bed

    Free -> Taken   (by the warden)

## 6. Roles and permissions

- **Member**
  - reads everything
    - but no cards
- **Field by field**
  - cards are for the warden

| Field | Member |
| --- | --- |
| Member.card | own |
`;

const { model, diagnostics } = readDocument(GARDEN);
const lineOf = (words: string) => GARDEN.slice(0, GARDEN.indexOf(words)).split('\n').length;

/** The lines that findings are about, from the first to the last of each place. */
const reported = new Set(
  diagnostics.flatMap(({ at, also }) =>
    [at, ...also].flatMap((place) => {
      const count = GARDEN.slice(place.from, place.to).trimEnd().split('\n').length;
      return Array.from({ length: count }, (_, index) => place.line + index);
    }),
  ),
);

for (const words of [
  '**Beds**',
  'for members',
  'GET /beds',
  '### 3.1',
  '| code | Bed',
  '- card',
  '- share',
  '- nickname',
  '- plan',
  '### 4.1',
  'Free -> Taken',
  '**Member**',
  'reads everything',
  'but no cards',
  '**Field by field**',
  'cards are for',
  '| Member.card',
]) {
  test(`a line that is not read is reported: ${words}`, () => {
    assert.ok(reported.has(lineOf(words)), [...reported].join(', '));
  });
}

test('a heading that begins with a number names nothing', () => {
  assert.deepEqual(
    model.entities.map(({ name }) => name),
    ['Member'],
  );
  assert.deepEqual(model.machines, []);
  const finding = diagnostics.find(({ at }) => at.line === lineOf('### 3.1'));
  assert.equal(finding?.next, 'A heading here is a name alone. Write “### Bed and plot”.');
});

test('a name that begins with a number is read where its point is escaped', () => {
  const numbered = readDocument(GARDEN.replace('### Member', '### 3\\.1 Member')).model;
  assert.deepEqual(
    numbered.entities.map(({ name }) => name),
    ['3.1 Member'],
  );
});

test('a description of a value is no list of choices', () => {
  const fields = model.entities[0]?.fields.map(({ name, type }) => [
    name,
    type.kind === 'choice' ? type.options.map((option) => option.name) : type.kind,
  ]);
  assert.deepEqual(fields, [
    ['name', 'text'],
    ['nickname', 'text'],
    ['size', ['small', 'medium', 'large']],
    ['term', ['1 month', '3 months', '12 months']],
    ['kind', ['text', 'picture']],
  ]);
});

test('an item of point 6 with nested items is no role', () => {
  assert.deepEqual(model.roles, []);
});

test('a point that is written and not read is not called “not shown”', () => {
  assert.equal(model.points[5]?.standing, 'stated');
  assert.ok(!diagnose(GARDEN).diagnostics.some(({ element }) => element === 'point/6'));
});

test('while point 6 is not read, nobody may do anything and no screen opens', async () => {
  const server = await startServer(GARDEN, { read: diagnose });
  try {
    const found = server.runtime.current().model;
    assert.deepEqual([found.roles, found.permissions, found.screens], [[], [], []]);
    const { body } = await server.guest.get<{ view: { screens: unknown[] }; people: { title: string }[] }>('/_/app');
    assert.deepEqual(body.view.screens, []);
    for (const { title } of body.people) {
      const person = await server.as(title);
      const own = await person.get<{ view: { screens: unknown[] } }>('/_/app');
      assert.deepEqual(own.body.view.screens, [], title);
    }
  } finally {
    await server.stop();
  }
});

for (const [what, sixth] of [
  ['prose', 'Members read all beds.'],
  ['a list', '- Members read all beds, and change none of them.'],
  ['a table', '| Who | Reads |\n| --- | --- |\n| Members | beds |'],
] as const) {
  test(`point 6 with ${what} alone is reported and opens nothing`, () => {
    const text = `# Specification: Beds\n\n## 3. Entities and their fields\n\n### Bed\n\n- code: text, title\n\n## 6. Roles and permissions\n\n${sixth}\n`;
    const found = diagnose(text);
    assert.ok(found.diagnostics.some(({ code, point }) => code === 'not-read' && point === 6));
    assert.deepEqual([found.model.permissions, found.model.screens], [[], []]);
  });
}

test('a screen of which something was not read opens for nobody, also while point 6 is not shown', () => {
  const text = `# Specification: Beds

## 2. Screens and routes

| Screen | Route | Shows | As |
| --- | --- | --- | --- |
| Beds | /beds | Bed | table |
| Plots | /plots | Bed | table |

### Beds

- Seen by: the warden

## 3. Entities and their fields

### Bed

- code: text, title
`;
  const screens = diagnose(text).model.screens.filter(({ standing }) => standing === 'stated');
  assert.deepEqual(
    screens.map(({ name, roles }) => [name, roles?.length ?? null]),
    [
      ['Beds', null],
      ['Plots', 1],
    ],
  );
});

test('the further paragraphs of an item that was read are reported', () => {
  const text =
    '# Specification: Beds\n\n## 6. Roles and permissions\n\n- warden: looks after the beds\n\n  Opens the gate.\n';
  assert.deepEqual(
    readDocument(text).diagnostics.map(({ code, at }) => [code, at.line]),
    [['not-read', 7]],
  );
});
