import type { Grant, GrantedField, Operation, Permission, Role } from '../../model/types/model.ts';
import { OPEN_WORDS } from '../../model/types/open-words.ts';
import type { Block, Item, Row } from '../markdown/document.ts';
import { codeOf, part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type Column, columnNamed, filledCell, reportSurplus, rowsOf } from '../reader/columns.ts';
import { contentOf, rowSpans } from '../reader/content.ts';
import type { Section } from '../reader/outline.ts';
import {
  type FindingContext,
  formula,
  isBlank,
  isNone,
  isNotShown,
  keyAndValue,
  type Reader,
  reference,
  statedElement,
  statedName,
  words,
} from '../reader/reader.ts';
import { usualAnswer } from '../reader/values.ts';
import { splitWhere } from '../reader/where.ts';
import { holdersOf } from './role-holders.ts';
import { helpIn, withPartHelp } from './tables-and-parts.ts';

export const ROLE_COLUMNS: readonly Column[] = [
  {
    name: 'Role',
    aliases: ['Name'],
    blank: 'An error.',
    notShown: 'The role is left out.',
    about: 'The name. As a list: `- Lead: looks after the tasks of their team`.',
  },
  {
    name: 'Description',
    aliases: ['About', 'Meaning', 'Notes'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Who holds it, as below; else it is given in a field of type Role. The rest is help text.',
  },
];

/** The forms of a cell in the permission matrix. */
export const GRANTS: readonly { readonly write: string; readonly about: string }[] = [
  { write: 'yes', about: 'Allowed.' },
  {
    write: 'no',
    about: 'Not allowed by this role; another role of the person may allow it. Blank means the same.',
  },
  { write: 'never', about: 'Not allowed, whatever other roles allow.' },
  {
    write: 'never where `condition`',
    about: 'The same, on records where the condition holds or is unknown.',
  },
  { write: '`condition`', about: 'Allowed on records where it holds.' },
  { write: 'a, b', about: 'Only these fields, on `change` and `create`.' },
  { write: 'a, b where `condition`', about: 'These fields, on those records.' },
  {
    write: 'role (any)',
    about:
      'A field of type Role, also with roles the person does not hold. Without `(any)` nobody grants a role they lack.',
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
  ['restore', 'restore'],
  ['undelete', 'restore'],
  ['recover', 'restore'],
]);

const MATRIX = '`Entity: read` or `Entity.field: change`';
const OPERATIONS_OF_ROW = `Write ${MATRIX}, with one or several of read, create, change, delete, restore.`;

const ACCEPTED =
  'A role is one line, such as “- Lead: looks after the team”. What it may do is a table with a column for each role and rows such as `Entity: read`.';

/** The names of the events of each entity. */
export type EventNames = ReadonlyMap<string, ReadonlySet<string>>;

export interface RolesRead {
  readonly roles: Role[];
  readonly permissions: Permission[];
  readonly help: string;
}

/** Reads point 6: a list or table of roles, and matrices with a column for each role. */
export function readRoles(reader: Reader, sections: readonly Section[], events: EventNames): RolesRead {
  const roles: Role[] = [];
  const matrices: Table[] = [];
  const help: string[] = [];
  const columns = new Set(sections.flatMap(({ blocks }) => blocks.flatMap(headingsOf)));
  for (const section of sections) {
    const take = (item: Item) => takeItem(reader, item, columns, roles);
    const sentence = (paragraph: Span) => takeUnread(reader, paragraph);
    const content = contentOf(reader, section.blocks, { point: 6, keys: [], accepts: ACCEPTED, take, sentence });
    help.push(content.help);
    for (const table of content.tables) {
      if (!isRoleTable(table)) matrices.push(table);
      else
        for (const cells of rowsOf(reader, table, ROLE_COLUMNS, 6))
          addRole(reader, filledCell(cells, 'Role'), filledCell(cells, 'Description'), cells.at, roles);
    }
  }
  const isListed = roles.length > 0;
  const permissions = matrices.flatMap((table) => matrixOf(reader, table, isListed ? null : roles, events));
  const parts = sections.flatMap((section) => section.parts);
  if (roles.length === 0 && permissions.length === 0) for (const section of sections) reportProse(reader, section);
  return {
    roles: withPartHelp(reader, parts, roles, 'role', 6),
    permissions,
    help: help.filter((text) => text !== '').join('\n\n'),
  };
}

/** Printed for a point 6 of which nothing was read. */
export const NOT_READ = 'Not read.';

function takeUnread(reader: Reader, paragraph: Span): boolean {
  if (paragraph.text !== NOT_READ) return false;
  reader.report(messages.textNotRead(paragraph.text, ACCEPTED), paragraph, { point: 6 });
  return true;
}

/** Reports a section of prose only, because it may say who may do what. */
function reportProse(reader: Reader, { blocks }: Section): void {
  const [only, ...more] = blocks;
  if (only?.kind === 'prose' && more.length === 0 && isNone(only.text)) return;
  for (const block of blocks)
    if (block.kind === 'prose' && !block.code && block.text.text !== NOT_READ && !OPEN.test(block.text.text))
      reader.report(messages.textNotRead(block.text.text, ACCEPTED), block.text, { point: 6 });
}

const OPEN = new RegExp(`(?:^|\\s)(?:${OPEN_WORDS})`, 'i');

type Table = Extract<Block, { kind: 'table' }>;

/** Whether some row starts like a row of the permission matrix. */
function isMatrix(table: Table): boolean {
  return table.rows.some(({ cells: [head] }) => head !== undefined && subjectOf(codeOf(head) ?? head) !== null);
}

function isRoleTable(table: Table): boolean {
  const [first] = table.header.cells;
  return first !== undefined && columnNamed(ROLE_COLUMNS, words(first))?.name === 'Role' && !isMatrix(table);
}

const headingsOf = (block: Block): string[] => (block.kind === 'table' ? block.header.cells.map(words) : []);

/**
 * Reads `- Lead: looks after the tasks of their team`. An item without a colon is a role too. A name has at most four
 * words, unless it is a column of the matrix.
 */
function takeItem(reader: Reader, item: Item, columns: ReadonlySet<string>, roles: Role[]): boolean {
  // Nested items are not read and may mean that the item is something else, such as an introduction.
  if (item.items.length > 0) return false;
  const found = keyAndValue(item.text);
  const name = found?.key ?? item.text;
  const isLong = words(name).split(/\s+/).length > 4;
  if ((isLong && !columns.has(words(name))) || (found === null && /[.!?]$|[,;]/.test(name.text))) return false;
  addRole(reader, name, found?.value ?? null, item.text, roles);
  return true;
}

function addRole(reader: Reader, name: Span | null, description: Span | null, at: Span, roles: Role[]): void {
  if (name === null || name.text === '' || isNotShown(name)) {
    const message = isNotShown(name)
      ? messages.notShown('This role', 'Nobody holds it, so nothing depends on it.')
      : messages.nameMissing('Role');
    reader.report(message, name ?? at, { point: 6 });
    return;
  }
  const described = isBlank(description) || isNotShown(description) ? null : description;
  const about = { point: 6, element: reader.id('role', words(name)) } as const;
  roles.push({
    ...statedElement(reader, 6, about.element, at, helpIn(reader, described, about)),
    ...statedName(words(name)),
    ...holdersOf(reader, described, about),
  });
}

/** Reads a matrix. `roles` is null if the roles are listed elsewhere; otherwise each column adds its role. */
function matrixOf(reader: Reader, table: Table, roles: Role[] | null, events: EventNames): Permission[] {
  const [corner = table.at, ...columns] = table.header.cells;
  if (!isMatrix(table)) {
    const first = table.rows[0]?.cells[0] ?? corner;
    reader.report(messages.matrixNotRead(words(first), MATRIX), table.header.at, {
      point: 6,
      also: rowSpans(table),
    });
    return [];
  }
  if (!isBlank(corner)) reader.report(messages.cornerNotRead(words(corner)), corner, { point: 6 });
  columns.forEach((column, index) => {
    const isEmpty = table.rows.every(({ cells }) => isBlank(cells[index + 1] ?? null));
    if (column.text !== '' && roles !== null) addRole(reader, column, null, column, roles);
    if (column.text === '' && !isEmpty) reader.report(messages.columnUnnamed('role'), column, { point: 6 });
  });
  return table.rows.flatMap((row) => {
    reportSurplus(reader, row, table.header.cells.length, 6);
    return rowOf(reader, row, columns, events);
  });
}

function rowOf(reader: Reader, row: Row, columns: readonly Span[], events: EventNames): Permission[] {
  const [head, ...cells] = row.cells;
  if (head === undefined || head.text === '') {
    if (cells.some((cell) => !isBlank(cell))) reader.report(messages.nameMissing('operation'), row.at, { point: 6 });
    return [];
  }
  const subject = subjectOf(codeOf(head) ?? head);
  const event = subject?.written.find((word) => OPERATIONS.get(word) !== word && events.get(subject.entity)?.has(word));
  if (subject === null || event !== undefined) {
    const entity = subject?.entity ?? '';
    const next = event === undefined ? OPERATIONS_OF_ROW : eventAdvice(event, entity);
    reader.report(messages.rowNotRead(words(head), next), head, { point: 6 });
    return [];
  }
  const { entity, fields, operations } = subject;
  // Cells after the last column mean that the others may be shifted, so the row is unknown.
  const isWide = cells.slice(columns.length).some((cell) => !isBlank(cell));
  const targets = fields.length === 0 ? [null] : fields;
  return targets.flatMap((field) =>
    operations.flatMap((operation) =>
      cells.flatMap((cell, index) => {
        const column = columns[index];
        if (column === undefined || column.text === '') return [];
        return [cellOf(reader, { entity, field, operation, role: words(column) }, cell, isWide)];
      }),
    ),
  );
}

function eventAdvice(event: string, entity: string): string {
  const meant = OPERATIONS.get(event) ?? event;
  return `${event} is an event of ${entity}: the column Who of point 4 says who raises it. The operation is called ${meant}.`;
}

type Target = Pick<Permission, 'entity' | 'field' | 'operation' | 'role'>;

function cellOf(reader: Reader, target: Target, cell: Span, isWide: boolean): Permission {
  const { entity, field, operation, role } = target;
  const id = reader.id('permission', field === null ? entity : `${entity}.${field}`, operation, role);
  const grant = isWide ? UNKNOWN : grantOf(reader, cell, { point: 6, element: id });
  return { ...statedElement(reader, 6, id, cell), ...target, grant };
}

interface Subject {
  readonly entity: string;
  /** Empty: the whole record. */
  readonly fields: readonly string[];
  readonly operations: readonly Operation[];
  /** The operations as written, in lower case. */
  readonly written: readonly string[];
}

/** Reads `Task: read` or `Task.note, hours: read, change`. */
function subjectOf(head: Span): Subject | null {
  const [who, ...what] = split(head, ':');
  const [after, ...more] = what;
  if (who === undefined || after === undefined || more.length > 0) return null;
  const written = split(after, ',').map((word) => words(word).toLowerCase());
  const operations = written.map((word) => OPERATIONS.get(word)).filter((operation) => operation !== undefined);
  const [entity, ...path] = split(who, '.');
  if (entity === undefined || entity.text === '' || operations.length < written.length || path.length > 1) return null;
  const fields = path.flatMap((names) => split(names, ','));
  return { entity: words(entity), fields: fields.filter(({ text }) => text !== '').map(words), operations, written };
}

const UNKNOWN: Grant = { kind: 'unknown' };

function grantOf(reader: Reader, cell: Span, about: FindingContext): Grant {
  const word = cell.text.toLowerCase();
  if (isNotShown(cell)) return UNKNOWN;
  if (isBlank(cell) || usualAnswer(cell) === false) return { kind: 'no' };
  if (word === 'never') return { kind: 'never', where: null };
  if (usualAnswer(cell) === true) return { kind: 'yes', fields: null, where: null };
  if (codeOf(cell) !== null) return { kind: 'yes', fields: null, where: formula(reader, cell, about) };
  const { head, condition } = splitWhere(cell);
  const where = condition === null ? null : formula(reader, condition, about);
  if (head.text.toLowerCase() === 'never') return { kind: 'never', where };
  if (head.text === '' || usualAnswer(head) === true) return { kind: 'yes', fields: null, where };
  if (condition === null && EXPRESSION.test(head.text))
    return { kind: 'yes', fields: null, where: formula(reader, head, about) };
  const fields = split(head, ',').filter((name) => !isBlank(name));
  if (fields.length > 0 && fields.every(isField))
    return { kind: 'yes', fields: fields.map((name) => grantedField(reader, name)), where };
  const known = '`yes`, `no`, `never`, fields separated by commas, or a condition in backticks';
  reader.report(messages.valueUnknown('permission', words(cell), known), cell, about);
  return UNKNOWN;
}

/** Matches a condition written without backticks. */
const EXPRESSION = /(?<!\\)(?:[=<>!]|&(?!#))|(?:^|\s)(?:and|or|not|in)\s/;
const ANY = /(?<!\s)\s*\(any\)$/i;

/** Whether a text can be the name of a field: without brackets and sentence marks. */
function isField({ text }: Span): boolean {
  const name = text.replace(ANY, '').replaceAll(/&#\d{1,7};/g, '');
  return !/(?<!\\)[()[\]{}:;"]/.test(name);
}

function grantedField(reader: Reader, span: Span): GrantedField {
  const any = ANY.exec(span.text);
  return { ...reference(reader, part(span, 0, any?.index ?? span.text.length)), any: any !== null };
}
