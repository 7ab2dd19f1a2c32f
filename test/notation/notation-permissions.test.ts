import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../../src/model/diff/without-places.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const START = `# Specification: Desk

## 3. Entities and their fields

### Person

| Field | Type | Notes |
| --- | --- | --- |
| name | text | title |
| email | email | sign-in |
| role | Role | |

### Ticket

| Field | Type |
| --- | --- |
| subject | text |
| requester | Person |

## 4. States and transitions

### Ticket: status

| From | Event | To |
| --- | --- | --- |
| (new) | | New |
| New | remove | Removed |
`;

const read = (rights: string) => readDocument(`${START}\n## 6. Roles and permissions\n\n${rights}\n`);

/** `Entity.field operation Role: grant`. */
function cellsOf(rights: string): string[] {
  return read(rights).model.permissions.map(({ entity, field, operation, role, grant }) => {
    const what = `${entity}${field === null ? '' : `.${field}`} ${operation} ${role}`;
    const names = grant.kind === 'yes' ? grant.fields?.map(({ name, any }) => `${name}${any ? ' (any)' : ''}`) : null;
    const fields = names === undefined || names === null ? '' : ` ${names.join(', ')}`;
    const where = 'where' in grant && grant.where !== null ? ` where ${grant.where.text}` : '';
    return `${what}: ${grant.kind}${fields}${where}`;
  });
}

/** `line code message`, of point 6. Lines count from its heading. */
function findingsOf(rights: string): string[] {
  const { diagnostics, model } = read(rights);
  const first = model.points[5]?.at?.line ?? 0;
  return diagnostics
    .filter(({ point, code }) => point === 6 && code !== 'not-shown')
    .map(({ at, code, message }) => `${at.line - first} ${code} ${message}`);
}

const rolesOf = (rights: string) => read(rights).model.roles;
const matrix = (...rows: readonly string[]) =>
  ['- Agent', '- Lead', '', '| | Agent | Lead |', '| --- | --- | --- |', ...rows].join('\n');
const cell = (text: string, subject = 'Ticket: change') =>
  cellsOf(`- Agent\n\n| | Agent |\n| --- | --- |\n| ${subject} | ${text} |`);

function assertComesBack(rights: string): void {
  const { model } = read(rights);
  const again = readDocument(printDocument(model)).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
}

describe('who holds a role', () => {
  for (const [description, expected] of [
    ['everyone who signs in', 'everyone'],
    ['Everybody who signs in; looks on', 'everyone'],
    ['all signed-in people.', 'everyone'],
    ['everyone in the house', ''],
    ['everybody who is logged in', ''],
    ['not signed in', 'guest'],
    ['whoever is not signed in', 'guest'],
    ['a visitor', ''],
    ['includes Lead and Desk; plans', 'includes Lead, Desk'],
    ['everything a lead may do', ''],
    ['whoever is `Ticket.requester`', 'Ticket.requester'],
    ['the people in `Ticket.requester`, `Ticket.watchers`', 'Ticket.requester, Ticket.watchers'],
    ['whoever leads `Ticket.team`', ''],
  ] as const) {
    test(`“${description}”`, () => {
      const [role] = rolesOf(`- Agent: ${description}`);
      const parts = [
        role?.everyone === true ? 'everyone' : '',
        role?.guest === true ? 'guest' : '',
        role?.includes.length === 0 ? '' : `includes ${role?.includes.map(({ name }) => name).join(', ')}`,
        role?.relation.map(({ entity, path }) => `${entity}.${path.text}`).join(', ') ?? '',
      ];
      assert.equal(parts.filter((part) => part !== '').join(' '), expected);
      assert.equal(role?.help, description);
      assertComesBack(`- Agent: ${description}`);
    });
  }

  test('a description that sounds like a rule is help, and reported', () => {
    const rights = '- Agent: may only read tickets';
    assert.equal(rolesOf(rights)[0]?.help, 'may only read tickets');
    assert.deepEqual(
      findingsOf(rights).map((finding) => finding.split(' ').slice(0, 2).join(' ')),
      ['2 not-read'],
    );
  });
});

describe('the list of roles', () => {
  test('may be a table, whose other columns are reported', () => {
    const rights = '| Role | Description | Floor |\n| --- | --- | --- |\n| Agent | answers | 2 |';
    assert.deepEqual(
      rolesOf(rights).map(({ name, help }) => [name, help]),
      [['Agent', 'answers']],
    );
    assert.equal(findingsOf(rights).length, 1);
    assert.match(findingsOf(rights)[0] ?? '', /^2 not-read .*Floor/);
  });

  test('has no sentences: they are reported once, and name no role', () => {
    const rights = '- Agent\n- Agents see all tickets, but not the others.\n- They never delete any, of course.';
    assert.deepEqual(
      rolesOf(rights).map(({ name }) => name),
      ['Agent'],
    );
    assert.equal(findingsOf(rights).length, 1);
    assert.match(findingsOf(rights)[0] ?? '', /^3 not-read/);
    assert.deepEqual(read(rights).model.permissions, []);
  });

  test('is the columns of the matrix where none stands', () => {
    const rights = '| | Agent | Lead |\n| --- | --- | --- |\n| Ticket: read | yes | no |';
    assert.deepEqual(
      rolesOf(rights).map(({ name }) => name),
      ['Agent', 'Lead'],
    );
  });
});

describe('a cell of the matrix', () => {
  for (const [text, expected] of [
    ['yes', 'yes'],
    ['✓', 'yes'],
    ['no', 'no'],
    ['', 'no'],
    ['–', 'no'],
    ['✗', 'no'],
    ['never', 'never'],
    ['never where `requester == me`', 'never where requester == me'],
    ['`requester == me`', 'yes where requester == me'],
    ['requester == me', 'yes where requester == me'],
    ['subject, requester', 'yes subject, requester'],
    ['subject where `requester == me`', 'yes subject where requester == me'],
    ['role (any)', 'yes role (any)'],
    ['not shown.', 'unknown'],
    ['?', 'unknown'],
    ['yes (own)', 'unknown'],
    ['yes; own tickets', 'unknown'],
    ['"all of them"', 'unknown'],
  ] as const) {
    test(`“${text}” is ${expected}`, () => {
      assert.deepEqual(cell(text), [`Ticket change Agent: ${expected}`]);
    });
  }

  test('that is not read is reported with what may stand there', () => {
    const rights = matrix('| Ticket: read | yes (own) | yes |');
    const found = read(rights).diagnostics.filter(({ code }) => code === 'value-unknown');
    assert.equal(found.length, 1);
    assert.match(found[0]?.next ?? '', /`yes`, `no`, `never`/);
  });
});

describe('a row of the matrix', () => {
  test('may name several operations and fields', () => {
    assert.deepEqual(cell('yes', 'Ticket.subject, requester: see, edit'), [
      'Ticket.subject read Agent: yes',
      'Ticket.subject change Agent: yes',
      'Ticket.requester read Agent: yes',
      'Ticket.requester change Agent: yes',
    ]);
  });

  test('that is none grants nothing; such rows are one finding', () => {
    const rights = matrix(
      '| Ticket: read | yes | yes |',
      '| Close tickets | yes | yes |',
      '| Ticket: fly | yes | yes |',
    );
    assert.deepEqual(cellsOf(rights), ['Ticket read Agent: yes', 'Ticket read Lead: yes']);
    assert.equal(findingsOf(rights).length, 1);
    assert.match(findingsOf(rights)[0] ?? '', /^8 not-read 2 rows are not read: “Close tickets”, “Ticket: fly”/);
  });

  test('of another word for an operation grants nothing where an event is called so', () => {
    const rights = matrix('| Ticket: remove | yes | yes |');
    assert.deepEqual(cellsOf(rights), []);
    assert.match(findingsOf(rights)[0] ?? '', /^7 not-read .*Ticket: remove/);
  });

  test('with a cell behind the last column is unknown as a whole', () => {
    const rights = matrix('| Ticket: read | status == New | yes | yes |');
    assert.deepEqual(cellsOf(rights), ['Ticket read Agent: unknown', 'Ticket read Lead: unknown']);
    assert.equal(findingsOf(rights).length, 1);
  });
});

describe('a matrix', () => {
  test('without a row of permissions is one finding, and names no roles', () => {
    const rights =
      '| What | Agent | Lead |\n| --- | --- | --- |\n| Read tickets | own | yes |\n| Close tickets | yes | yes |';
    assert.deepEqual([rolesOf(rights), cellsOf(rights)], [[], []]);
    const found = read(rights).diagnostics.filter(({ point, code }) => point === 6 && code === 'not-read');
    assert.equal(found.length, 1);
    assert.match(found[0]?.next ?? '', /`Entity: read`/);
  });

  test('with words in its corner or a column without a heading is read without them, which is reported', () => {
    const rights = '- Agent\n\n| What | Agent | |\n| --- | --- | --- |\n| Ticket: read | yes | yes |';
    assert.deepEqual(cellsOf(rights), ['Ticket read Agent: yes']);
    assert.deepEqual(findingsOf(rights), [
      '4 not-read “What” in the corner of this table is not read.',
      '4 not-read A column without a heading is not read.',
    ]);
  });

  test('under a heading that names no role is not read, which is one finding', () => {
    const rights = '- Agent\n\n### Rights\n\n| | Agent |\n| --- | --- |\n| Ticket: read | yes |\n\n- and more';
    assert.deepEqual(cellsOf(rights), []);
    assert.deepEqual(findingsOf(rights), ['4 name-unknown “Rights” is not a known role of the table above.']);
  });
});

test('the words under the heading of a role are its help', () => {
  const rights = '- Agent: answers\n\n### Agent\n\nSits on the second floor.';
  assert.equal(rolesOf(rights)[0]?.help, 'answers\n\nSits on the second floor.');
  assertComesBack(rights);
});

test('rights in sentences and in code grant nothing', () => {
  const rights =
    "- Agent\n\nAgents see all tickets.\n\n```ts\nconst rights = { Agent: ['ticket:read'], Lead: ['*'] };\n```";
  assert.deepEqual(cellsOf(rights), []);
  assert.equal(read(rights).model.points[5]?.help, 'Agents see all tickets.');
});
