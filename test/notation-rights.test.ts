import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

const ENTITIES = `## 3. Entities and their fields

### Person

- name: text, title
- email: email, sign-in
- role: Role
- team: Team
- VIP: yes/no
- workspaceId: text

### Team

- name: text

### Workspace

- helpersMayClose: yes/no

### Category

- name: text
- confidential: yes/no

### Ticket

- subject: text
- description: text
- category: Category
- requester: Person
- assignee: Person
- team: Team
- cause: Hardware, Software
- satisfaction: integer
- priority reason: text

### Comment

- ticket: Ticket
- author: Person
- visibility: public, internal

### Attachment

- ticket: Ticket
- uploaded by: Person

## 4. States and transitions

### Ticket: state

| From | Event | To |
| --- | --- | --- |
| (new) | | New |
| New | closeTicket | Closed |
| New | resolve | Resolved |
`;

const HEADS = ['Employee', 'Agent', 'Lead', 'Admin'].map((role) => `- ${role}`).join('\n');

const documentOf = (rights: string) =>
  `# Specification: Desk\n\n${ENTITIES}\n## 6. Roles and permissions\n\n${rights}\n`;

/** `Entity.field operation Role: grant`, cells that say no left out. */
function cellsOf(rights: string): string[] {
  const { model } = readDocument(documentOf(rights));
  return model.permissions.flatMap(({ entity, field, operation, role, grant }) => {
    if (grant.kind === 'no') return [];
    const what = `${entity}${field === null ? '' : `.${field}`} ${operation} ${role}`;
    if (grant.kind !== 'yes') return [`${what}: ${grant.kind}`];
    const fields = grant.fields === null ? '' : ` ${grant.fields.map(({ name }) => name).join(', ')}`;
    return [`${what}: yes${fields}${grant.where === null ? '' : ` where ${grant.where.text}`}`];
  });
}

function notRead(rights: string): string[] {
  const text = documentOf(rights);
  return readDocument(text)
    .diagnostics.filter(({ code }) => code === 'not-read')
    .map(({ at }) => text.slice(at.from, at.to));
}

const of = (role: string, ...sentences: string[]) =>
  `${HEADS}\n\n- **${role}**\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}`;

describe('rights in plain words', () => {
  const cases: readonly (readonly [role: string, sentence: string, cells: readonly string[]])[] = [
    ['Agent', 'Sees all tickets.', ['Ticket read Agent: yes']],
    ['Employee', 'Sees own tickets.', ['Ticket read Employee: yes where requester == me']],
    ['Employee', 'Raises tickets, only for himself or herself.', ['Ticket create Employee: yes where requester == me']],
    [
      'Employee',
      'Changes subject and description of own tickets while the state is New.',
      ['Ticket change Employee: yes subject, description where requester == me and state == New'],
    ],
    [
      'Agent',
      'Sees all tickets, except those in confidential categories.',
      ['Ticket read Agent: yes where not (category.confidential)'],
    ],
    [
      'Admin',
      'Sees all tickets that are not confidential, read only.',
      ['Ticket read Admin: yes where not (category.confidential)'],
    ],
    [
      'Agent',
      'Changes the cause of tickets assigned to him or her.',
      ['Ticket change Agent: yes cause where assignee == me'],
    ],
    [
      'Lead',
      'Overrides the priority reason of tickets of the own team.',
      ['Ticket change Lead: yes priority reason where team != null and team == me.team'],
    ],
    [
      'Admin',
      'Keeps categories.',
      ['Category read Admin: yes', 'Category create Admin: yes', 'Category change Admin: yes'],
    ],
    ['Agent', 'May see internal comments.', ['Comment read Agent: yes where visibility == internal']],
    ['Agent', 'Sees comments and attachments.', ['Comment read Agent: yes', 'Attachment read Agent: yes']],
  ];
  for (const [role, sentence, cells] of cases) {
    test(`“${sentence}” of ${role}`, () => {
      assert.deepEqual(cellsOf(of(role, sentence)), cells);
      assert.deepEqual(notRead(of(role, sentence)), []);
    });
  }

  test('a field that is visible to some has a row, in which the others have nothing', () => {
    assert.deepEqual(
      cellsOf(`${HEADS}\n\n- The VIP mark is visible to agents and leads only. Only admins change it.`),
      ['Person.VIP read Agent: yes', 'Person.VIP read Lead: yes', 'Person.VIP change Admin: yes'],
    );
  });

  test('a field that is hidden from some stays as it is for the others', () => {
    const rights = `${HEADS}\n\n- Cause is never sent to employees, not even to the requester.`;
    assert.deepEqual(cellsOf(rights), [
      'Ticket.cause read Agent: yes',
      'Ticket.cause read Lead: yes',
      'Ticket.cause read Admin: yes',
    ]);
  });

  test('a person whom the record leads to counts beside roles', () => {
    const rights = `${HEADS}\n\n- Satisfaction is visible to the requester and to leads. Agents do not see it.`;
    assert.deepEqual(cellsOf(rights), [
      'Ticket.satisfaction read Employee: yes where requester == me',
      'Ticket.satisfaction read Lead: yes',
      'Ticket.satisfaction read Admin: yes where requester == me',
    ]);
  });

  test('“everything that … may do” includes the other role', () => {
    const { model } = readDocument(documentOf(of('Agent', 'Everything an employee may do.')));
    assert.deepEqual(
      model.roles.find(({ name }) => name === 'Agent')?.includes.map(({ name }) => name),
      ['Employee'],
    );
  });

  test('a role of everyone who is signed in is said so', () => {
    const { model } = readDocument(documentOf(`- **Everyone signed in** is an employee, agents included.\n${HEADS}`));
    assert.deepEqual(
      model.roles.filter(({ everyone }) => everyone).map(({ name }) => name),
      ['Employee'],
    );
  });

  test('a condition that is not understood makes the right unknown, and is reported', () => {
    const sentence = 'Changes the cause of all tickets while the moon is full.';
    assert.deepEqual(cellsOf(of('Agent', sentence)), ['Ticket change Agent: unknown']);
    assert.deepEqual(notRead(of('Agent', sentence)), [sentence.slice(0, -1)]);
  });

  test('an exception that is not understood leaves nothing granted, and is reported', () => {
    assert.deepEqual(cellsOf(of('Agent', 'Sees all tickets, except the odd ones.')), []);
    assert.deepEqual(notRead(of('Agent', 'Sees all tickets, except the odd ones.')), ['all tickets']);
  });

  test('what is not about records is reported word for word', () => {
    assert.deepEqual(notRead(of('Agent', 'Takes a break at noon.')), ['Takes a break at noon']);
  });
});

describe('tables of rights in their author’s words', () => {
  test('roles across, fields down', () => {
    const rights = `${HEADS}\n\n| Field | Employee | Agent | Lead |\n|---|---|---|---|\n| Ticket.subject | own | read | write |\n| Person.team | own, read | – | not shown. |`;
    assert.deepEqual(cellsOf(rights), [
      'Person.team read Employee: yes where this == me',
      'Person.team read Lead: unknown',
      'Person.team change Lead: unknown',
      'Ticket.subject read Employee: yes where requester == me',
      'Ticket.subject read Agent: yes',
      'Ticket.subject read Lead: yes',
      'Ticket.subject change Lead: yes',
    ]);
  });

  test('roles down, letters in the cells', () => {
    const rights = `${HEADS}\n\n| Role | Categories | Comments |\n|---|---|---|\n| Agent | R | CRU |\n| Lead | CRUD | own |`;
    assert.deepEqual(cellsOf(rights), [
      'Category read Agent: yes',
      'Category read Lead: yes',
      'Category create Lead: yes',
      'Category change Lead: yes',
      'Category delete Lead: yes',
      'Comment read Agent: yes',
      'Comment read Lead: yes where author == me',
      'Comment create Agent: yes',
      'Comment change Agent: yes',
    ]);
  });

  test('a cell that is not understood is unknown and reported', () => {
    const rights = `${HEADS}\n\n| | Agent | Lead |\n|---|---|---|\n| Read tickets | on Mondays | yes |`;
    assert.deepEqual(cellsOf(rights), ['Ticket read Agent: unknown', 'Ticket read Lead: yes']);
    assert.deepEqual(notRead(rights), ['on Mondays']);
  });
});

describe('rights that have a name', () => {
  const rights = `${HEADS}\n\n- \`canClose = role === 'lead' || (role === 'agent' && workspace.helpersMayClose)\``;

  test('say who raises the event of that name, and when', () => {
    const { model } = readDocument(documentOf(rights));
    const close = model.machines[0]?.transitions.find(({ event }) => event === 'closeTicket');
    assert.deepEqual(
      [close?.who?.map(({ name }) => name), close?.guard?.text],
      [
        ['Lead', 'Agent'],
        'me.role == Lead or (me.role == Agent and exists(Workspace where id == me.workspaceId and helpersMayClose))',
      ],
    );
  });

  test('on records are cells of the matrix', () => {
    assert.deepEqual(
      cellsOf(`${HEADS}\n\n- \`canEdit = role === 'lead' || role === 'agent'\` (tickets and comments)`),
      ['Ticket change Agent: yes', 'Ticket change Lead: yes', 'Comment change Agent: yes', 'Comment change Lead: yes'],
    );
  });
});

test('what was read in words prints in the notation, means the same, and keeps its words', () => {
  const text = documentOf(
    `${of('Agent', 'Sees all tickets.', 'Takes a break at noon.')}\n- **Lead**\n  - Everything an agent may do.\n\nTickets are visible to admins, mostly.`,
  );
  const { model } = readDocument(text);
  const printed = printDocument(model);
  assert.deepEqual(withoutPlaces(readDocument(printed).model), withoutPlaces(model));
  for (const word of ['Takes', 'break', 'noon', 'mostly', 'Everything']) assert.ok(printed.includes(word), word);
});
