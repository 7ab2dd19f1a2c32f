import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../src/notation/read.ts';

const ENTITIES = `## 3. Entities and their fields

**Person**
- Name: text
- E-mail: email
- Role: Role

**Order**
- Title: text
- Owner: Person
- Phone: text

**Memo**
- Text: text
- Written by: Person
- Checked by: Person
`;

/** `Order read clerk: yes if …`, only of what is stated. */
function read(body: string) {
  const { model, diagnostics } = readDocument(
    `# Specification: X\n\n${ENTITIES}\n## 6. Roles and permissions\n\n${body}\n`,
  );
  return {
    roles: model.roles.filter(({ guest }) => !guest).map(({ name }) => name),
    includes: model.roles.flatMap(({ name, includes }) => includes.map((each) => `${name} ⊇ ${each.name}`)),
    cells: model.permissions.map(({ entity, field, operation, role, grant }) => {
      const where = grant.kind === 'yes' && grant.where !== null ? ` if ${grant.where.text}` : '';
      return `${entity}${field === null ? '' : `.${field}`} ${operation} ${role}: ${grant.kind}${where}`;
    }),
    unread: diagnostics.filter(({ code, point }) => code === 'not-read' && point === 6).length,
  };
}

const record = (...lines: readonly string[]) =>
  `\`\`\`ts\nexport const permissions = {\n${lines.map((line) => `  ${line}\n`).join('')}};\n\`\`\``;

/** Each right of the one role, beside another that has none of them; what it gives and how many are not read. */
const CODE: readonly (readonly [string, readonly string[], number])[] = [
  ["'order:read'", ['Order read clerk: yes', 'Order read lead: no'], 0],
  ["'order.view'", ['Order read clerk: yes', 'Order read lead: no'], 0],
  ["'orders:update:all'", ['Order change clerk: yes', 'Order change lead: no'], 0],
  ["'order:change:own'", ['Order change clerk: yes if Owner == me', 'Order change lead: no'], 0],
  [
    "'memo:*'",
    ['read', 'create', 'change', 'delete'].flatMap((each) => [`Memo ${each} clerk: yes`, `Memo ${each} lead: no`]),
    0,
  ],
  // Of two who may own it nobody knows whose it is.
  ["'memo:read:own'", ['Memo read clerk: unknown', 'Memo read lead: no'], 0],
  ["'order:fly'", [], 1],
  ["'moon:read'", [], 1],
  ["'order:read:team'", [], 1],
  ["'order:read:own:extra'", [], 1],
  ["'order:read', 'order:fly'", ['Order read clerk: yes', 'Order read lead: no'], 1],
];

describe('rights in code', () => {
  for (const [rights, cells, unread] of CODE)
    test(rights, () => {
      const found = read(record(`clerk: [${rights}],`, 'lead: [],'));
      assert.deepEqual(found.roles, ['clerk', 'lead']);
      assert.deepEqual(found.cells, cells);
      assert.equal(found.unread, unread);
    });

  test('names in quotes are roles as well, and a star is everything', () => {
    const found = read(record(`"floor clerk": ['order:read'],`, `'lead': ['*'],`));
    assert.deepEqual(found.roles, ['floor clerk', 'lead']);
    assert.ok(found.cells.includes('Memo delete lead: yes'));
    assert.ok(found.cells.includes('Order read floor clerk: yes'));
    assert.ok(found.cells.includes('Order delete floor clerk: no'));
  });

  test('a record of something else is none of rights', () => {
    const found = read("```ts\nconst colours = {\n  clerk: ['order:read'],\n  lead: ['order:read'],\n};\n```");
    assert.deepEqual([found.roles, found.cells], [[], []]);
  });

  test('one line alone is no record of rights', () => {
    assert.deepEqual(read(record("clerk: ['order:read'],")).cells, []);
  });
});

const TABLES: readonly (readonly [string, string, readonly string[]])[] = [
  ['roles as columns', '| What | Clerk | Lead |\n|---|---|---|\n| Order | read | read, write |', ['Clerk', 'Lead']],
  ['a corner without a word', '| | Clerk | Lead |\n|---|---|---|\n| Order | x | CRUD |', ['Clerk', 'Lead']],
  [
    'plain text in columns',
    '              Clerk     Lead\n    Order     read      all\n    Memo      –         own',
    ['Clerk', 'Lead'],
  ],
  ['columns that are operations', '| What | read | write |\n|---|---|---|\n| Order | all | own |', []],
  ['a description', '| What | Clerk | Description |\n|---|---|---|\n| Order | read | all |', []],
  ['cells that are no rights', '| What | Clerk | Lead |\n|---|---|---|\n| Order | green | blue |', []],
  ['empty cells', '| What | Clerk | Lead |\n|---|---|---|\n| Order | – | – |', []],
];

describe('roles that only the columns of a table name', () => {
  for (const [what, table, roles] of TABLES)
    test(what, () => {
      assert.deepEqual(read(table).roles, roles);
    });
});

describe('one’s own', () => {
  /** The entity with these fields beside its title; the condition of “own”, null where nobody knows. */
  const OWN: readonly (readonly [string, string | null])[] = [
    ['- Owner: Person', 'Owner == me'],
    ['- Borrower: Person\n- Decided by: Person', 'Borrower == me'],
    // One alone who leads to a person is whose it is, unless the name says that it is somebody who dealt with it.
    ['- Contact: Person', 'Contact == me'],
    ['- Decided by: Person', null],
    ['- Contact: Person\n- Deputy: Person', null],
    ['- Owner: Person\n- Author: Person', null],
    ['- Owner: text', null],
  ];
  for (const [fields, where] of OWN)
    test(fields.replaceAll('\n', ' '), () => {
      const text = `# Specification: X\n\n## 3. Entities and their fields\n\n**Person**\n- Name: text\n- Role: clerk, lead\n\n**Order**\n- Title: text\n${fields}\n\n## 6. Roles and permissions\n\n- **clerk**\n  - sees own orders\n- **lead**\n  - sees all orders\n`;
      const { model, diagnostics } = readDocument(text);
      const cell = model.permissions.find(
        ({ entity, operation, role, field }) =>
          entity === 'Order' && operation === 'read' && role === 'clerk' && field === null,
      );
      const isUnread = diagnostics.some(({ code, point }) => code === 'not-read' && point === 6);
      assert.equal(isUnread, where === null);
      if (where === null) assert.notEqual(cell?.grant.kind, 'yes');
      else assert.equal(cell?.grant.kind === 'yes' ? cell.grant.where?.text : null, where);
    });
});

describe('all that others may do', () => {
  const LIST = '- **clerk**\n  - sees all orders\n- **lead**\n';
  const HOLDS: readonly string[] = [
    `${LIST}  - everything a clerk may do`,
    `${LIST}  - may do all that clerks may do`,
    `${LIST}  - has the same rights as a clerk`,
    `${LIST}  - sees all memos\n- Leads may do everything that clerks may do.`,
  ];
  for (const text of HOLDS)
    test(text.split('\n').at(-1) ?? '', () => {
      const found = read(text);
      assert.deepEqual(found.includes, ['lead ⊇ clerk']);
      assert.equal(found.unread, 0);
    });

  test('with an exception that is not understood it denies nothing and gives nothing', () => {
    const found = read(`${LIST}  - everything a clerk may do, but also not for the own order`);
    assert.deepEqual(found.includes, []);
    assert.deepEqual(found.cells, ['Order read clerk: yes', 'Order read lead: unknown']);
    assert.equal(found.unread, 1);
  });

  test('a sentence that denies opens nothing', () => {
    const found = read(`${LIST}  - may not do everything a clerk dreams of`);
    assert.deepEqual(found.cells, ['Order read clerk: yes', 'Order read lead: no']);
    assert.equal(found.unread, 1);
  });
});
