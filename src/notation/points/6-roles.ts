import type { Grant, GrantedField, Operation, Permission, Role } from '../../model/model.ts';
import { say } from '../codes.ts';
import { type Column, columnNamed, filled, reportSurplus, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import type { Block, Item, Row } from '../markdown/document.ts';
import { codeOf, part, type Span, split } from '../markdown/span.ts';
import type { Section } from '../outline.ts';
import {
  type About,
  cellProse,
  formula,
  isBlank,
  isNotShown,
  keyAndValue,
  named,
  type Reader,
  reference,
  stated,
  words,
} from '../reader.ts';
import { plainAnswer } from '../values.ts';
import { beforeWhere } from '../where.ts';
import { withParts } from './parts.ts';

export const ROLE_COLUMNS: readonly Column[] = [
  {
    name: 'Role',
    aliases: ['Name'],
    blank: 'an error: a role needs a name',
    notShown: 'the role is left out, and the gap is listed',
    about: 'The name of the role. As a list: `- Lead: looks after the tasks of their team`.',
  },
  {
    name: 'Description',
    aliases: ['About', 'Meaning', 'Who', 'Notes'],
    blank: 'nothing to add',
    notShown: 'nothing to add',
    about:
      'Who holds it. `everyone who signs in` makes it the role of everybody; any other role is given in the field of type Role.',
  },
];

/** What may stand in a cell of the matrix. */
export const GRANTS: readonly { readonly write: string; readonly about: string }[] = [
  { write: 'yes', about: 'Allowed.' },
  {
    write: 'no',
    about: 'Not allowed by this role; another role of the same person may allow it. A blank cell says the same.',
  },
  { write: 'never', about: 'Not allowed, whatever other roles of the same person allow.' },
  { write: '`condition`', about: 'Allowed for the records that satisfy it. Unknown does not allow.' },
  { write: 'a, b', about: 'Allowed for these fields alone, on `change` and `create`.' },
  { write: 'a, b where `condition`', about: 'These fields, on those records.' },
  {
    write: 'role (any)',
    about:
      'A field of type Role, with roles that the person does not hold as well. Without `(any)` nobody grants a role that they lack.',
  },
  { write: 'not shown.', about: 'Refused, and listed as a gap.' },
];

const OPERATIONS: ReadonlyMap<string, Operation> = new Map([
  ['read', 'read'],
  ['see', 'read'],
  ['view', 'read'],
  ['create', 'create'],
  ['add', 'create'],
  ['change', 'change'],
  ['edit', 'change'],
  ['update', 'change'],
  ['write', 'change'],
  ['delete', 'delete'],
  ['remove', 'delete'],
]);

const MATRIX = 'A row is `Entity: read`, `Entity.field: change`, or several of read, create, change, delete.';

/** Point 6: a list (or table) of roles, and a matrix whose columns are roles. */
export function readRoles(
  reader: Reader,
  sections: readonly Section[],
): { roles: Role[]; permissions: Permission[]; help: string } {
  const roles: Role[] = [];
  const matrices: Table[] = [];
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, {
      point: 6,
      keys: [],
      take: (item) => addRole(reader, item, roles),
    });
    help.push(content.help);
    for (const table of content.tables) {
      if (isRoleTable(table))
        for (const cells of rowsOf(reader, table, ROLE_COLUMNS, 6))
          addRow(reader, filled(cells, 'Role'), filled(cells, 'Description'), cells.at, roles);
      else matrices.push(table);
    }
  }
  const listed = roles.length > 0;
  const permissions = matrices.flatMap((table) => matrixOf(reader, table, listed ? null : roles));
  const parts = sections.flatMap((section) => section.parts);
  return {
    roles: withParts(reader, parts, roles, 'role', 6),
    permissions,
    help: help.filter((text) => text !== '').join('\n\n'),
  };
}

type Table = Extract<Block, { kind: 'table' }>;

function isRoleTable(table: Table): boolean {
  const [first, ...rest] = table.header.cells;
  return (
    first !== undefined &&
    columnNamed(ROLE_COLUMNS, words(first))?.name === 'Role' &&
    rest.every((cell) => columnNamed(ROLE_COLUMNS, words(cell)) !== null)
  );
}

/** `- Lead: looks after the tasks of their team`; a short item without a colon is a role too. */
function addRole(reader: Reader, item: Item, roles: Role[]): boolean {
  const found = keyAndValue(item.text);
  const name = found?.key ?? item.text;
  if (words(name).split(/\s+/).length > 4 || (found === null && /[.!?,;]$|[,;]/.test(name.text))) return false;
  addRow(reader, name, found?.value ?? null, item.text, roles);
  return true;
}

const EVERYONE =
  /^every(?:one|body|[ -]person)(?: who)?(?: is)? sign(?:s|ed)[ -]in\.?$|^(?:all|any) signed[ -]in (?:people|users|persons)\.?$/i;

function addRow(reader: Reader, name: Span | null, about: Span | null, at: Span, roles: Role[]): void {
  if (name === null || name.text === '' || isNotShown(name)) {
    if (isNotShown(name))
      reader.report(say.notShown('This role', 'Nobody holds it, so nothing depends on it.'), name ?? at, { point: 6 });
    else reader.report(say.nameMissing('Role'), at, { point: 6 });
    return;
  }
  const text = about === null || isBlank(about) || isNotShown(about) ? '' : cellProse(about);
  const everyone = text.split(/[;,]|\.\s/).some((phrase) => EVERYONE.test(phrase.trim()));
  const id = reader.id('role', words(name));
  roles.push({ ...stated(reader, 6, id, at, text), ...named(words(name)), everyone, guest: false, includes: [], relation: [] });
}

/** `roles` null: they are listed elsewhere; else each column adds its own. */
function matrixOf(reader: Reader, table: Table, roles: Role[] | null): Permission[] {
  const [, ...columns] = table.header.cells;
  for (const column of columns) if (roles !== null && column.text !== '') addRow(reader, column, null, column, roles);
  return table.rows.flatMap((row) => {
    reportSurplus(reader, row, table.header.cells.length, 6);
    return rowOf(reader, row, columns);
  });
}

function rowOf(reader: Reader, row: Row, columns: readonly Span[]): Permission[] {
  const [head, ...cells] = row.cells;
  if (head === undefined || head.text === '') {
    if (cells.some((cell) => !isBlank(cell))) reader.report(say.nameMissing('operation'), row.at, { point: 6 });
    return [];
  }
  const subject = subjectOf(codeOf(head) ?? head);
  if (subject === null) {
    reader.report(say.rowNotRead(words(head), MATRIX), head, { point: 6 });
    return [];
  }
  return subject.operations.flatMap((operation) =>
    cells.flatMap((cell, index) => {
      const column = columns[index];
      if (column === undefined || column.text === '') return [];
      const path = subject.field === null ? subject.entity : `${subject.entity}.${subject.field}`;
      const id = reader.id('permission', path, operation, words(column));
      const about = { point: 6, element: id } as const;
      const { entity, field } = subject;
      return [
        {
          ...stated(reader, 6, id, cell),
          entity,
          field,
          operation,
          role: words(column),
          grant: grantOf(reader, cell, about),
        },
      ];
    }),
  );
}

interface Subject {
  readonly entity: string;
  readonly field: string | null;
  readonly operations: readonly Operation[];
}

/** `Task: read`, `Task.note: read, change`. */
function subjectOf(head: Span): Subject | null {
  const [who, ...what] = split(head, ':');
  const [operations, ...more] = what;
  if (who === undefined || operations === undefined || more.length > 0) return null;
  const wanted = split(operations, ',').map((word) => OPERATIONS.get(words(word).toLowerCase()));
  const [entity, ...field] = split(who, '.');
  const known = wanted.filter((operation) => operation !== undefined);
  if (entity === undefined || entity.text === '' || known.length < wanted.length || field.length > 1) return null;
  return { entity: words(entity), field: field[0] === undefined ? null : words(field[0]), operations: known };
}

function grantOf(reader: Reader, cell: Span, about: About): Grant {
  if (isNotShown(cell)) return { kind: 'unknown' };
  if (isBlank(cell)) return { kind: 'no' };
  if (/^never$/i.test(cell.text)) return { kind: 'never', where: null };
  const answer = plainAnswer(cell);
  if (answer !== null) return answer ? { kind: 'yes', fields: null, where: null } : { kind: 'no' };
  if (codeOf(cell) !== null) return { kind: 'yes', fields: null, where: formula(reader, cell, about) };
  const { head, condition } = beforeWhere(cell);
  const where = condition === null ? null : formula(reader, condition, about);
  if (head.text === '' || plainAnswer(head) === true) return { kind: 'yes', fields: null, where };
  if (condition === null && EXPRESSION.test(head.text))
    return { kind: 'yes', fields: null, where: formula(reader, head, about) };
  const fields = split(head, ',').filter((name) => !isBlank(name));
  if (fields.length > 0) return { kind: 'yes', fields: fields.map((name) => grantedField(reader, name)), where };
  reader.report(
    say.valueUnknown('permission', words(cell), '`yes`, `no`, `never`, fields, or a condition in backticks'),
    cell,
    about,
  );
  return { kind: 'no' };
}

/** A condition that was written without backticks. */
const EXPRESSION = /(?<!\\)(?:[=<>!]|&(?!#))|(?:^|\s)(?:and|or|not|in)\s/;
const ANY = /\s*\(any\)$/i;

function grantedField(reader: Reader, span: Span): GrantedField {
  const any = ANY.exec(span.text);
  return { ...reference(reader, part(span, 0, any?.index ?? span.text.length)), any: any !== null };
}
