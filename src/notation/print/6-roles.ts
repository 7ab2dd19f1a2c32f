import type { Grant, Model, Permission, Role } from '../../model/types/model.ts';
import { ROLE_COLUMNS } from '../points/roles.ts';
import { titlesOf } from '../points/tables-and-parts.ts';
import { columnNames } from '../reader/columns.ts';
import { blocks, code, NOT_SHOWN, name, part, pathStep, prose, row, splitHelp, table, text, where } from './text.ts';

export function printRoles({ roles, permissions }: Model): string {
  const titles = titlesOf(roles.map(({ name }) => name));
  return blocks([
    printList(roles),
    ...tablesOf(permissions).map(matrix),
    ...roles.map((role, index) => part(text(titles[index] ?? ''), splitHelp(role.help).rest)),
  ]);
}

function printList(roles: readonly Role[]): string {
  if (roles.length === 0) return '';
  if (roles.some((role) => role.name.trim().split(/\s+/).length > 4)) {
    return table(
      columnNames(ROLE_COLUMNS),
      roles.map((role) => [text(role.name), prose(splitHelp(role.help).inline)]),
      ROLE_COLUMNS.length,
    );
  }
  return roles.map((role) => `- ${name(role.name)}: ${splitHelp(role.help).inline}`.trimEnd()).join('\n');
}

interface Row {
  readonly subject: string;
  readonly cells: Permission[];
}

/** Consecutive cells with the same subject form a row; rows with the same roles form a table. */
function tablesOf(permissions: readonly Permission[]): Row[][] {
  const tables: Row[][] = [];
  let current: Row | null = null;
  const rows: Row[] = [];
  for (const cell of permissions) {
    const subject = `${pathStep(cell.entity)}${cell.field === null ? '' : `.${pathStep(cell.field)}`}: ${cell.operation}`;
    if (current === null || current.subject !== subject || current.cells.some((other) => other.role === cell.role)) {
      current = { subject, cells: [] };
      rows.push(current);
    }
    current.cells.push(cell);
  }
  for (const next of rows) {
    const last = tables.at(-1);
    if (last !== undefined && rolesOf(last[0]) === rolesOf(next)) last.push(next);
    else tables.push([next]);
  }
  return tables;
}

function rolesOf(cells: Row | undefined): string {
  return JSON.stringify(cells?.cells.map((cell) => cell.role));
}

function matrix(rows: readonly Row[]): string {
  const roles = rows[0]?.cells.map((cell) => text(cell.role)) ?? [];
  return [
    row(['', ...roles]),
    row(['---', ...roles.map(() => '---')]),
    ...rows.map(({ subject, cells }) => row([subject, ...cells.map((cell) => grant(cell.grant))])),
  ].join('\n');
}

/** Matches answers and words that would turn the text into a condition. */
const ANSWER =
  /^(?:yes|y|no|n|true|false|x|[✓✔✗✘]|always|never|all|allowed|required|optional)$|(?:^|\s)(?:where|and|or|not|in|any)(?:\s|$)/i;

function grant(stated: Grant): string {
  if (stated.kind === 'unknown') return NOT_SHOWN;
  if (stated.kind === 'never') return `never${where(stated.where)}`;
  if (stated.kind !== 'yes') return stated.kind;
  if (stated.fields === null) return stated.where === null ? 'yes' : code(stated.where.text);
  return `${stated.fields.map((field) => `${name(field.name, ANSWER)}${field.any ? ' (any)' : ''}`).join(', ')}${where(stated.where)}`;
}
