import type { Block } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import { isBlank, isNotShown, reference, words } from '../reader.ts';
import { readConstraints } from './5-constraints.ts';
import { numberedOf, requirementOf } from './5-requirement.ts';
import { recordOf, type Subject, subjectOf } from './5-subject.ts';
import { addRule, type Writer, writeAll } from './5-write.ts';
import { keepHeadings } from './by-look.ts';
import { quotation } from './kept.ts';
import type { Lexicon } from './lexicon.ts';
import { attributeNamed, oneNamed } from './phrases/names.ts';
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
  const steps = stepColumns(table);
  if (steps !== null) {
    keepHeadings(writer.reader, table, [], 5);
    for (const row of table.rows) readSteps(writer, row, steps);
    return true;
  }
  if (!columns.has('says') || columns.size < 2) return false;
  keepHeadings(writer.reader, table, [], 5);
  for (const row of table.rows) readRow(writer, row.at, (role) => cellOf(row.cells, columns.get(role)), entity);
  return true;
}

interface Steps {
  readonly name: number;
  readonly given: number;
  readonly when: number;
  readonly then: number;
}

/** Given, When and Then, a column each. */
function stepColumns(table: Table): Steps | null {
  const at = (heading: RegExp) => table.header.cells.findIndex((cell) => heading.test(words(cell)));
  const [given, when, then] = [at(/^given$/i), at(/^when$/i), at(/^then$/i)];
  if (given < 0 || then < 0) return null;
  return { given, when, then, name: at(/^(?:#|no|nr|id|number|key|ref|rule|rule id)\.?$/i) };
}

const SAVED = /\b(?:saved|stored|written|entered|filled in|changed or created|created or changed)\.?$/i;

/** `a delivery date | the order is saved | it is at least 1 day ahead`: what is said of the one that is given. */
function readSteps(writer: Writer, { at, cells }: Table['rows'][number], columns: Steps): void {
  const lexicon = writer.reader.lexicon();
  const cell = (index: number) => (index < 0 ? null : cellOf(cells, index));
  const [given, when, then] = [cell(columns.given), cell(columns.when), cell(columns.then)];
  const name = cell(columns.name);
  const about =
    given === null ? null : subjectOf(words(given).replace(/^(?:an?|the|any|every) /i, ''), null, lexicon, 'entity');
  const isSaved = when === null || SAVED.test(words(when));
  const events = isSaved ? [] : eventIn(words(when), about?.entity ?? '', lexicon);
  const said = then === null || about === null ? null : spokenOf(then, about, lexicon);
  const found = said === null || events === null ? null : requirementOf(said, about?.entity ?? null, lexicon);
  if (found === null || found.read.stated.length === 0 || events === null) {
    writer.quotes.push(quotation(at.text));
    for (const each of [given, when, then]) if (each !== null) reportLeft(writer.reader, each, 5);
    return;
  }
  const stated = found.read.stated.map((one) => ({ ...one, events: [...one.events, ...events] }));
  writeAll(writer, found.subject, { ...found.read, stated }, at, name === null ? null : words(name));
}

/** "it is …" of a field, "its total is …" of a record. */
function spokenOf(then: Span, { entity, field }: Subject, lexicon: Lexicon): Span | null {
  if (/^its\s/i.test(then.text)) {
    const rest = then.text.slice(4);
    const named = /^(.{1,40}?) (?:is|are|has|must|does)\b/.exec(rest)?.[1];
    // Of the record itself, not of what it leads to.
    return field === null && named !== undefined && attributeNamed(lexicon, entity, named) !== null
      ? { text: rest, from: then.from + 4 }
      : null;
  }
  const it = /^it\s/i.exec(then.text);
  if (it === null) return then;
  if (field === null) return null;
  return { text: `${field} ${then.text.slice(it[0].length)}`, from: then.from + it[0].length - field.length - 1 };
}

/** "the order is placed": the event of its machine that is called so; null where there is none such. */
function eventIn(when: string, entity: string, lexicon: Lexicon): readonly string[] | null {
  const verb = /\b(\p{L}+ed|\p{L}+)\.?$/u.exec(when)?.[1]?.toLowerCase() ?? '';
  const events = lexicon.machines
    .filter((machine) => machine.entity === entity)
    .flatMap(({ transitions }) => transitions.flatMap(({ event }) => event ?? []));
  const found = [...new Set(events)].filter((event) => [`${event}d`, `${event}ed`, event].includes(verb));
  return found.length === 1 ? found : null;
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
