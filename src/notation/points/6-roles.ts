import type { Grant, GrantedField, Operation, Permission, Role } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { type Column, columnNamed, filled, reportSurplus, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import type { EventRight } from '../liberal/6-rights/event-rights.ts';
import { isAboutRights, plainForms } from '../liberal/6-rights/forms.ts';
import {
  inForm,
  inWords,
  type Listed,
  listedIn,
  listedRole,
  listedRoles,
  listing,
  longNames,
} from '../liberal/6-rights/listed.ts';
import type { Predicate } from '../liberal/6-rights/predicates.ts';
import { NOTHING_SAID, type Whose } from '../liberal/6-rights/whose.ts';
import { plainRoles } from '../liberal/6-roles.ts';
import { quotation } from '../liberal/kept.ts';
import type { Block, Item, Row } from '../markdown/document.ts';
import { codeOf, part, type Span, split } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import {
  type About,
  cellProse,
  formula,
  isBlank,
  isNotShown,
  named,
  type Reader,
  reference,
  stated,
  words,
} from '../reader.ts';
import { plainAnswer } from '../values.ts';
import { beforeWhere } from '../where.ts';
import { holdersOf } from './6-holders.ts';
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
      'Who holds it: `everyone who signs in`, `not signed in`, whoever a path leads to, or the holders of another role; see the words below. Any other role is given in the field of type Role.',
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
  {
    write: 'never where `condition`',
    about: 'The same on the records that satisfy it, and on those of which it is unknown.',
  },
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
  ['restore', 'restore'],
  ['undelete', 'restore'],
  ['recover', 'restore'],
]);

const MATRIX = 'A row is `Entity: read`, `Entity.field: change`, or several of read, create, change, delete, restore.';

/**
 * Point 6: a list (or table) of roles, and a matrix whose columns are roles; or the same in plain words. `explained`: what
 * point 1 says that the words of cells mean.
 */
export function readRoles(reader: Reader, sections: readonly Section[], explained: Whose = NOTHING_SAID): RolesRead {
  const roles: Role[] = [];
  const matrices: Table[] = [];
  const help: string[] = [];
  const plain = plainRoles(reader, explained);
  const isGroup = (under: Part) => isAboutRights(under.title, under.blocks);
  const blocksOf = new Map(
    sections.map((section) => {
      const groups = section.parts.filter(isGroup);
      help.push(...groups.map(({ title }) => quotation(title.text)));
      return [section, plainForms([...section.blocks, ...groups.flatMap(({ blocks }) => blocks)])] as const;
    }),
  );
  const long = longNames([...blocksOf.values()], isMatrix);
  const listed = (item: Item) => listedRole(item, long);
  for (const [, blocks] of blocksOf) plain.named(blocks.filter(isNoMatrix), listedIn(blocks, listed), roles);
  const matrixTables = [...blocksOf.values()]
    .flat()
    .filter((block) => block.kind === 'table' && isMatrix(block)).length;
  const isListed = listing(roles, [...blocksOf.values()].flat(), listed);
  for (const section of sections) {
    const all = blocksOf.get(section) ?? [];
    const blocks = all.filter((block) => !(block.kind === 'prose' && block.code && plain.code(block.text, roles)));
    const content = contentOf(reader, inForm(blocks, isListed), {
      point: 6,
      keys: [],
      take: (item) => addRole(reader, item, listed, roles),
    });
    if (matrixTables === 0)
      for (const { name, value } of listedRoles(blocks, isListed, listed)) plain.described(name, value, roles);
    help.push(content.help);
    for (const table of content.tables) {
      if (isRoleTable(table))
        for (const cells of rowsOf(reader, table, ROLE_COLUMNS, 6))
          addRow(reader, filled(cells, 'Role'), filled(cells, 'Description'), cells.at, roles);
      else matrices.push(table);
    }
    for (const item of inWords(blocks, isListed)) plain.item(item, roles);
  }
  const parts = sections
    .flatMap((section) => section.parts)
    .filter((under) => !isGroup(under) && !plain.role(under.title, under.blocks, roles));
  const isNamed = roles.length > 0;
  const permissions = matrices
    .filter((table) => isMatrix(table) || !plain.table(table, roles))
    .flatMap((table) => matrixOf(reader, table, isNamed ? null : roles));
  const said = plain.finish(roles, (cell) => permissionId(reader, cell));
  return {
    roles: withParts(reader, parts, roles, 'role', 6),
    permissions: [...permissions, ...said.permissions],
    eventRights: said.eventRights,
    predicates: plain.predicates,
    help: [...help, ...plain.help].filter((text) => text !== '').join('\n\n'),
  };
}

export interface RolesRead {
  readonly roles: Role[];
  readonly permissions: Permission[];
  /** Rights that have a name: `canSend`. */
  readonly predicates: readonly Predicate[];
  /** Who may raise which event, as words say it. */
  readonly eventRights: readonly EventRight[];
  readonly help: string;
}

const isNoMatrix = (block: Block): boolean => block.kind !== 'table' || !(isMatrix(block) || isRoleTable(block));

/** Whether some row of it begins as rows of the matrix do. */
function isMatrix(table: Table): boolean {
  return table.rows.some(({ cells: [head] }) => head !== undefined && subjectOf(codeOf(head) ?? head) !== null);
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

function addRole(reader: Reader, item: Item, listed: Listed, roles: Role[]): boolean {
  const found = listed(item);
  if (found === null) return false;
  addRow(reader, found.name, found.value, item.text, roles);
  return true;
}

function addRow(reader: Reader, name: Span | null, about: Span | null, at: Span, roles: Role[]): void {
  if (name === null || name.text === '' || isNotShown(name)) {
    if (isNotShown(name))
      reader.report(say.notShown('This role', 'Nobody holds it, so nothing depends on it.'), name ?? at, { point: 6 });
    else reader.report(say.nameMissing('Role'), at, { point: 6 });
    reader.lose(6, at.text);
    return;
  }
  const described = about === null || isBlank(about) || isNotShown(about) ? null : about;
  const id = reader.id('role', words(name));
  roles.push({
    ...stated(reader, 6, id, at, described === null ? '' : cellProse(described)),
    ...named(words(name)),
    ...holdersOf(reader, described, { point: 6, element: id }),
  });
}

/** `roles` null: they are listed elsewhere; else each column adds its own. */
function matrixOf(reader: Reader, table: Table, roles: Role[] | null): Permission[] {
  const [corner = null, ...columns] = table.header.cells;
  if (corner !== null && !isBlank(corner)) reader.lose(6, corner.text);
  for (const column of columns) if (roles !== null && column.text !== '') addRow(reader, column, null, column, roles);
  return table.rows.flatMap((row) => {
    reportSurplus(reader, row, table.header.cells.length, 6, true);
    return rowOf(reader, row, columns);
  });
}

function rowOf(reader: Reader, row: Row, columns: readonly Span[]): Permission[] {
  const [head, ...cells] = row.cells;
  if (head === undefined || head.text === '') {
    if (cells.some((cell) => !isBlank(cell))) {
      reader.report(say.nameMissing('operation'), row.at, { point: 6 });
      reader.lose(6, row.at.text);
    }
    return [];
  }
  const subject = subjectOf(codeOf(head) ?? head);
  if (subject === null) {
    reader.report(say.rowNotRead(words(head), MATRIX), head, { point: 6 });
    reader.lose(6, row.at.text);
    return [];
  }
  const { entity, fields, operations } = subject;
  const event = subject.said.find((word) => OPERATIONS.get(word) !== word && hasEvent(reader, entity, word));
  if (event !== undefined) {
    const meant = OPERATIONS.get(event) ?? event;
    const next = `${event} is an event of ${entity}: the column Who of point 4 says who raises it. The operation is called ${meant}.`;
    reader.report(say.rowNotRead(words(head), next), head, { point: 6 });
    reader.lose(6, row.at.text);
    return [];
  }
  const targets = fields.length === 0 ? [null] : fields;
  return targets.flatMap((field) =>
    operations.flatMap((operation) =>
      cells.flatMap((cell, index) => {
        const column = columns[index];
        if (column === undefined || column.text === '') return [];
        return [cellOf(reader, { entity, field, operation, role: words(column) }, cell)];
      }),
    ),
  );
}

type Target = Pick<Permission, 'entity' | 'field' | 'operation' | 'role'>;

function cellOf(reader: Reader, target: Target, cell: Span): Permission {
  const id = permissionId(reader, target);
  return { ...stated(reader, 6, id, cell), ...target, grant: grantOf(reader, cell, { point: 6, element: id }) };
}

export function permissionId(reader: Reader, { entity, field, operation, role }: Target): string {
  return reader.id('permission', field === null ? entity : `${entity}.${field}`, operation, role);
}

interface Subject {
  readonly entity: string;
  /** Empty: the whole record. */
  readonly fields: readonly string[];
  readonly operations: readonly Operation[];
  /** The operations as they are written, in small letters. */
  readonly said: readonly string[];
}

/** `Task: read`, `Task.note, hours: read, change`. */
function subjectOf(head: Span): Subject | null {
  const [who, ...what] = split(head, ':');
  const [operations, ...more] = what;
  if (who === undefined || operations === undefined || more.length > 0) return null;
  const said = split(operations, ',').map((word) => words(word).toLowerCase());
  const wanted = said.map((word) => OPERATIONS.get(word));
  const [entity, ...behind] = split(who, '.');
  const known = wanted.filter((operation) => operation !== undefined);
  if (entity === undefined || entity.text === '' || known.length < wanted.length || behind.length > 1) return null;
  const [after] = behind;
  const fields =
    after === undefined
      ? []
      : split(after, ',')
          .filter((field) => field.text !== '')
          .map(words);
  return { entity: words(entity), fields, operations: known, said };
}

function hasEvent(reader: Reader, entity: string, name: string): boolean {
  return reader
    .lexicon()
    .machines.some((each) => each.entity === entity && each.transitions.some(({ event }) => event === name));
}

function grantOf(reader: Reader, cell: Span, about: About): Grant {
  if (isNotShown(cell)) return { kind: 'unknown' };
  if (isBlank(cell)) return { kind: 'no' };
  if (/^never$/i.test(cell.text)) return { kind: 'never', where: null };
  const denied = beforeWhere(cell);
  if (/^never$/i.test(denied.head.text) && denied.condition !== null)
    return { kind: 'never', where: formula(reader, denied.condition, about) };
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
  reader.lose(6, cell.text);
  return { kind: 'no' };
}

/** A condition that was written without backticks. */
const EXPRESSION = /(?<!\\)(?:[=<>!]|&(?!#))|(?:^|\s)(?:and|or|not|in)\s/;
const ANY = /(?<!\s)\s*\(any\)$/i;

function grantedField(reader: Reader, span: Span): GrantedField {
  const any = ANY.exec(span.text);
  return { ...reference(reader, part(span, 0, any?.index ?? span.text.length)), any: any !== null };
}
