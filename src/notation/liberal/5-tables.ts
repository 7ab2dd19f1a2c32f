import type { Block } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import { isBlank, isNotShown, reference, words } from '../reader.ts';
import { readConstraints } from './5-constraints.ts';
import { numberedOf, requirementOf } from './5-requirement.ts';
import { recordOf, subjectOf } from './5-subject.ts';
import { addRule, type Writer, writeAll } from './5-write.ts';
import { keepHeadings } from './by-look.ts';
import { quotation } from './kept.ts';
import { oneNamed } from './phrases/names.ts';
import { reportLeft } from './walk.ts';

type Table = Extract<Block, { kind: 'table' }>;
type Role = 'name' | 'entity' | 'field' | 'says' | 'message' | 'error';

const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^(?:#|no|nr|id|number|key|ref|rule id|rule no)\.?$/i, 'name'],
  [/^(?:entity|on|object|form|applies to|record|type|screen|model|resource|for)$/i, 'entity'],
  [/^(?:field|attribute|property|input|at|fields|column)$/i, 'field'],
  [
    /^(?:rule|rules|constraint|constraints|requirement|check|checks|validation|must hold|condition|description|what|limits?|allowed|values?|(?:we|it) .{1,40}|must|always|holds?)$/i,
    'says',
  ],
  [/^(?:message|text|error message|shown|message shown|user message|says)$/i, 'message'],
  [/^(?:error|code|error code|fails with|otherwise|else|or else|if not|refused with)$/i, 'error'],
];

/** A table of requirements with headings of its own: it has one for what must hold, and one for what it is about. */
export function readRuleTable(writer: Writer, table: Table, entity: string | null): boolean {
  const columns = new Map<Role, number>();
  table.header.cells.forEach((cell, index) => {
    const role = ROLES.find(([pattern]) => pattern.test(words(cell)))?.[1];
    if (role !== undefined && !columns.has(role)) columns.set(role, index);
  });
  if (!columns.has('says') || columns.size < 2) return false;
  keepHeadings(writer.reader, table, [], 5);
  for (const row of table.rows) readRow(writer, row.at, (role) => cellOf(row.cells, columns.get(role)), entity);
  return true;
}

function cellOf(cells: readonly Span[], index: number | undefined): Span | null {
  const cell = index === undefined ? null : (cells[index] ?? null);
  return cell === null || isBlank(cell) || isNotShown(cell) ? null : cell;
}

function readRow(writer: Writer, at: Span, cell: (role: Role) => Span | null, entity: string | null): void {
  const lexicon = writer.reader.lexicon();
  const [says, field, on, named, message, error] = [
    cell('says'),
    cell('field'),
    cell('entity'),
    cell('name'),
    cell('message'),
    cell('error'),
  ];
  const owner = on === null ? entity : (oneNamed(lexicon.entities, ({ name }) => name, words(on))?.name ?? null);
  const isKnown = on === null || owner !== null;
  const subject = field === null || !isKnown ? null : subjectOf(words(field), owner, lexicon);
  const asked =
    says === null || !isKnown
      ? null
      : field === null
        ? requirementOf(numberedOf(says)?.rest ?? says, owner, lexicon)
        : null;
  const found = subject !== null && says !== null ? { subject, read: readConstraints(says, subject, lexicon) } : asked;
  const name = named === null ? null : words(named);
  if (found === null || found.read.stated.length === 0) {
    const about = subject ?? (owner === null ? null : recordOf(owner));
    if (name === null || about === null || says === null) {
      writer.quotes.push(quotation(at.text));
      reportLeft(writer.reader, says ?? at, 5);
      return;
    }
    addRule(writer, about, { name, condition: null, message: null, events: [], at, help: quotation(at.text) });
    reportLeft(writer.reader, says, 5);
    return;
  }
  const said = message === null ? null : words(message).replaceAll(/^["“]|["”]$/g, '');
  const code = error === null ? null : reference(writer.reader, error);
  const before = writer.rules.length;
  writeAll(writer, found.subject, found.read, at, name);
  for (let index = before; index < writer.rules.length; index += 1) {
    const rule = writer.rules[index];
    if (rule !== undefined) writer.rules[index] = { ...rule, message: rule.message ?? said, error: rule.error ?? code };
  }
}
