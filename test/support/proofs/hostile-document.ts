import { limitNamed } from '../../../src/notation/limits/limit-values.ts';

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

/** Names, and which of them stands where in a document of them. */
export interface Naming {
  readonly names: readonly string[];
  /** As choices: in a list of types quotes would be read as such. */
  readonly choices: readonly string[];
  /** A name of the list, counted round. */
  readonly at: (index: number) => string;
  /** The fields of the entity of this number: a title, a number, a choice, a reference to the next entity, lines. */
  readonly fieldsOf: (index: number) => Fields;
}

interface Fields {
  readonly title: string;
  readonly number: string;
  readonly choice: string;
  readonly next: string;
  readonly list: string;
}

/** At least eight names that differ by more than case. */
export function namingOf(names: readonly string[]): Naming {
  const at = (index: number): string => names[((index % names.length) + names.length) % names.length] ?? '';
  return {
    names,
    choices: names.filter((name) => !name.includes('"')),
    at,
    fieldsOf: (index) => ({
      title: at(index + 1),
      number: at(index + 2),
      choice: at(index + 3),
      next: at(index + 4),
      list: at(index + 5),
    }),
  };
}

/** Written so that a cell, a heading or a list says just this name. */
export const written = (name: string): string => name.replaceAll(/[\\`|,;:.*_<>&[\]-]/g, '\\$&');

/** Markdown hides a tag, so its first sign is escaped. */
const withoutTags = (name: string): string => name.replaceAll('<', '\\<');

/** An expression's spelling of a field of the record. */
export const spelled = (name: string): string => `this[${JSON.stringify(name)}]`;

/** Each entity, field, state, event, role, choice, screen, call, rule, constant and error has one of these names. */
export function documentNamed(naming: Naming): string {
  const { names } = naming;
  const roles = names.map((name) => `${name} role`);
  return [
    `# Specification: ${written('<script>alert(1)</script> "all"')}`,
    '## 1. What the product does and for whom',
    '- Language: en',
    '- Time zone: Europe/Berlin',
    '## 2. Screens and routes',
    ...table(
      ['Route', 'Screen', 'Shows', 'As', 'For'],
      names.map((name, index) => [`/s${index}`, written(name), written(name), 'table', written(roles[0] ?? '')]),
    ),
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
    ...names.flatMap((name, index) => entity(naming, name, index)),
    '## 4. States and transitions',
    ...names.flatMap((name, index) => machine(naming, name, index)),
    '## 5. Validation rules',
    ...table(
      ['Rule', 'On', 'Must hold', 'Error'],
      names.map((name, index) => [
        written(name),
        written(name),
        `\`${spelled(naming.fieldsOf(index).number)} <= LIMIT${index}\``,
        written(`${name} error`),
      ]),
    ),
    '## 6. Roles and permissions',
    ...roles.map((role, index) => `- ${written(role)}: ${index === 0 ? 'everyone who signs in' : 'somebody'}`),
    '',
    ...table(
      ['', ...roles.map(written)],
      ['Person', ...names].flatMap((name) => [
        [`${written(name)}: read`, ...roles.map((_, index) => (index === 0 ? 'yes' : ''))],
        [`${written(name)}: create, change, delete`, ...roles.map((_, index) => (index === 1 ? 'yes' : ''))],
      ]),
    ),
    '## 7. The calls it makes',
    ...table(
      ['Call', 'Method and path', 'Does', 'Sends', 'Gets', 'May fail with'],
      names.map((name, index) => [written(name), `DELETE /api/c${index}/:id`, `delete ${written(name)}`, '', '', '']),
    ),
    '## 8. The error catalogue',
    ...table(
      ['Code', 'Status', 'Message', 'What to do'],
      names.map((name) => [written(`${name} error`), '422', `${written(name)} says {${written(name)}} no`, '']),
    ),
    '## 9. Business constants and limits',
    ...table(
      ['Name', 'Value', 'Why'],
      [
        ...names.map((_, index) => [`LIMIT${index}`, '100', '']),
        // What point 9 takes for a limit of the product is no constant, in whatever document.
        ...names.filter((name) => limitNamed(name) === null).map((name) => [written(name), '7', '']),
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

function entity({ fieldsOf, at, choices }: Naming, name: string, index: number): string[] {
  const { title, number, choice, next, list } = fieldsOf(index);
  return [
    `### ${written(name)}`,
    ...table(
      ['Field', 'Type', 'Required', 'Notes'],
      [
        [written(title), 'text', 'yes', 'title, searchable'],
        [written(number), 'integer', 'no', ''],
        [written(choice), choices.map((each) => written(`"${each}"`)).join(', '), 'no', ''],
        [written(next), `reference(${withoutTags(at(index + 1))})`, 'no', 'on delete: clear'],
        [written(list), `list of ${withoutTags(name)} line`, 'no', ''],
      ],
    ),
    `### ${written(`${name} line`)}`,
    `Belongs to ${written(name)}.`,
    '',
    ...table(
      ['Field', 'Type', 'Required', 'Notes'],
      [
        [written(at(index)), 'text', 'yes', 'title'],
        [written(at(index + 6)), 'decimal(9, 2)', 'no', ''],
      ],
    ),
  ];
}

function machine({ at }: Naming, name: string, index: number): string[] {
  const [from, to, event] = [at(index + 1), at(index + 2), at(index + 7)].map(written);
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

/** The list of names that have broken programs, as one document. */
export const HOSTILE_NAMING: Naming = namingOf(HOSTILE);
