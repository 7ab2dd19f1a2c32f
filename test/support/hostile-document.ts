/** Names that have broken programs before, of any kind that a document can give. */
export const HOSTILE: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'select',
  'order',
  '🦊',
  'שלום',
  'x'.repeat(64),
  '"quoted"',
  "o'clock",
  '<script>alert(1)</script>',
  'drop table',
];

/** As choices: in a list of types quotes would be read as such. */
export const CHOICES: readonly string[] = HOSTILE.filter((name) => !name.includes('"'));

/** Written so that a cell, a heading or a list says just this name. */
export const written = (name: string): string => name.replaceAll(/[\\`|,;:*_<>&[\]]/g, '\\$&');

/** A name of the list, counted round. */
export const hostile = (index: number): string =>
  HOSTILE[((index % HOSTILE.length) + HOSTILE.length) % HOSTILE.length] ?? '';

/** The fields of the entity of this number: a title, a number, a choice, a reference to the next entity, lines. */
export const fieldsOf = (index: number) => ({
  title: hostile(index + 1),
  number: hostile(index + 2),
  choice: hostile(index + 3),
  next: hostile(index + 4),
  list: hostile(index + 5),
});

/** An expression's spelling of a field of the record. */
export const spelled = (name: string): string => `this[${JSON.stringify(name)}]`;

/** Each entity, field, state, event, role, choice, constant and error of this document has a hostile name. */
export function hostileDocument(): string {
  const roles = HOSTILE.map((name) => `${name} role`);
  return [
    `# Specification: ${written('<script>alert(1)</script> "all"')}`,
    '## 1. What the product does and for whom',
    '- Language: en',
    '- Time zone: Europe/Berlin',
    '## 3. Entities and their fields',
    '### Person',
    ...table(
      ['Field', 'Type', 'Required', 'Notes'],
      [
        ['name', 'text', 'yes', 'title'],
        ['email', 'email', 'yes', 'unique, sign-in'],
        ['roles', 'Roles', 'no', ''],
      ],
    ),
    ...HOSTILE.flatMap((name, index) => entity(name, index)),
    '## 4. States and transitions',
    ...HOSTILE.flatMap((name, index) => machine(name, index)),
    '## 5. Validation rules',
    ...table(
      ['Rule', 'On', 'Must hold', 'Error'],
      HOSTILE.map((name, index) => [
        written(name),
        written(name),
        `\`${spelled(fieldsOf(index).number)} <= LIMIT${index}\``,
        written(`${name} error`),
      ]),
    ),
    '## 6. Roles and permissions',
    ...roles.map((role, index) => `- ${written(role)}: ${index === 0 ? 'everyone who signs in' : 'somebody'}`),
    '',
    ...table(
      ['', ...roles.map(written)],
      ['Person', ...HOSTILE].flatMap((name) => [
        [`${written(name)}: read`, ...roles.map((_, index) => (index === 0 ? 'yes' : ''))],
        [`${written(name)}: create, change, delete`, ...roles.map((_, index) => (index === 1 ? 'yes' : ''))],
      ]),
    ),
    '## 8. The error catalogue',
    ...table(
      ['Code', 'Status', 'Message', 'What to do'],
      HOSTILE.map((name) => [written(`${name} error`), '422', `${written(name)} says {${written(name)}} no`, '']),
    ),
    '## 9. Business constants and limits',
    ...table(
      ['Name', 'Value', 'Why'],
      [
        ...HOSTILE.map((_, index) => [`LIMIT${index}`, '100', '']),
        ...HOSTILE.map((name) => [written(name), '7', '']),
        ['Requests', '1000000 per minute per person', ''],
      ],
    ),
    '## Sample data',
    '### Person',
    ...table(
      ['name', 'email', 'roles'],
      [
        ['Ann', 'ann@example.com', written(roles[1] ?? '')],
        ['Bob', 'bob@example.com', ''],
      ],
    ),
  ].join('\n');
}

function entity(name: string, index: number): string[] {
  const { title, number, choice, next, list } = fieldsOf(index);
  return [
    `### ${written(name)}`,
    ...table(
      ['Field', 'Type', 'Required', 'Notes'],
      [
        [written(title), 'text', 'yes', 'title, searchable'],
        [written(number), 'integer', 'no', ''],
        [written(choice), CHOICES.join(', '), 'no', ''],
        [written(next), `reference(${hostile(index + 1)})`, 'no', 'on delete: clear'],
        [written(list), `list of ${name} line`, 'no', ''],
      ],
    ),
    `### ${written(`${name} line`)}`,
    `Belongs to ${written(name)}.`,
    '',
    ...table(
      ['Field', 'Type', 'Required', 'Notes'],
      [
        [written(hostile(index)), 'text', 'yes', 'title'],
        [written(hostile(index + 6)), 'decimal(9, 2)', 'no', ''],
      ],
    ),
  ];
}

function machine(name: string, index: number): string[] {
  const [from, to, event] = [hostile(index + 1), hostile(index + 2), hostile(index + 7)].map(written);
  return [
    `### ${written(name)}: status`,
    ...table(
      ['From', 'Event', 'To', 'Who', 'Only if', 'Then'],
      [
        ['(new)', '', from ?? '', '', '', ''],
        [from ?? '', event ?? '', to ?? '', '', '', ''],
      ],
    ),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
