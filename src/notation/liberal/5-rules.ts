import type { Rule } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import type { Block, Item } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { type Reader, words } from '../reader.ts';
import { soundsLikeRule } from '../rule-words.ts';
import { readSchema } from './5-code.ts';
import { type Constraints, readConstraints, takesBack } from './5-constraints.ts';
import { readFormula } from './5-formula.ts';
import { numberedOf, requirementOf } from './5-requirement.ts';
import { onlyTextOf, type Subject, subjectOf } from './5-subject.ts';
import { readRuleTable } from './5-tables.ts';
import { addRule, type Writer, writeAll } from './5-write.ts';
import { clauses, findOutside, sentences } from './cut.ts';
import { quotation } from './kept.ts';
import { withoutLabel } from './label.ts';
import { entityNamed } from './phrases/names.ts';
import { keepQuote, type Rest, reportLeft, walk } from './walk.ts';

/** Where the rules of point 5 go while it is read. */
export interface RuleSink {
  readonly rules: Rule[];
  /** False: the table is none of the notation's own. */
  readonly table: (table: Extract<Block, { kind: 'table' }>) => boolean;
  /** Takes a table that is not understood here either. */
  readonly other: (table: Extract<Block, { kind: 'table' }>) => void;
}

/** Requirements in lists, numbered sentences and tables with columns of their own. `title`: the heading above them. */
export function readRulesInWords(reader: Reader, blocks: readonly Block[], sink: RuleSink, title: Span | null): Rest {
  const quotes: string[] = [];
  const writer: Writer = { reader, rules: sink.rules, quotes, names: new Map() };
  const entity = title === null ? null : entityOfHead(reader, title);
  return walk(reader, blocks, {
    point: 5,
    quotes,
    table: (table) => {
      if (sink.table(table)) return true;
      const isRead = readRuleTable(writer, table, entity);
      if (!isRead) sink.other(table);
      return isRead;
    },
    item: (item) => readItem(writer, item, entity),
    paragraph: (text) => readParagraph(writer, text),
    code: (text) => /\bz\.object\(/.test(text.text) && readSchema(writer, text),
  });
}

function entityOfHead(reader: Reader, title: Span): string | null {
  const found = subjectOf(words(title), null, reader.lexicon(), 'entity');
  return found !== null && found.field === null ? found.entity : null;
}

function readItem(writer: Writer, item: Item, entity: string | null): boolean {
  if (/^(?:>|#{1,6} )/.test(item.text.text)) return false;
  const numbered = numberedOf(item.text);
  if (numbered !== null && item.items.length === 0) return readNumbered(writer, item.text);
  if (item.items.length > 0) return readGroup(writer, item, entity);
  return readTitled(writer, item.text, entity) ?? readPlain(writer, item.text, entity);
}

function readPlain(writer: Writer, line: Span, entity: string | null): boolean {
  if (readLine(writer, line, entity)) return true;
  const head = headOf(line);
  return readFormula(writer, head?.key ?? null, head?.value ?? line, entity);
}

const TITLE = /^\*\*([^*]{1,60}?)(?:\.\*\*|\*\*\.) +(?=\S)/;

/** "**Payments.** The amount is at least 0.01.": a title that names the rule, and perhaps what it is about. Null: no title. */
function readTitled(writer: Writer, line: Span, entity: string | null): boolean | null {
  const match = TITLE.exec(line.text);
  if (match === null) return null;
  const [all, title = ''] = match;
  const said = part(line, all.length);
  const own = entityOfHead(writer.reader, part(line, 2, 2 + title.length)) ?? entity;
  return readSentences(writer, said, own, title) || (own !== entity && readSentences(writer, said, entity, title));
}

/** `- Invoice` with an item for each of its fields. */
function readGroup(writer: Writer, item: Item, entity: string | null): boolean {
  const head = headOf(item.text) ?? { key: item.text, value: { text: '', from: item.text.from } };
  const lexicon = writer.reader.lexicon();
  const subject = subjectOf(words(head.key).replace(/:$/, ''), entity, lexicon);
  const named = entity === null ? entityNamed(lexicon, words(head.key).replace(/:$/, '')) : null;
  const record = subject !== null && subject.field === null ? subject.entity : null;
  const own = named?.name ?? record ?? entity ?? sharedEntity(writer, item.items);
  if (own === null) return false;
  const before = writer.rules.length;
  const left = item.items.filter((nested) => nested.items.length > 0 || !readPlain(writer, nested.text, own));
  const isRead = writer.rules.length > before && (head.value.text === '' || readLine(writer, item.text, entity));
  if (writer.rules.length === before) return false;
  if (!isRead) keep(writer, head.value, item.text.text);
  for (const nested of left)
    keep(writer, nested.text, `${words(head.key)}: ${nested.at.text.replace(/^[-*+]\s+/, '')}`);
  return true;
}

/** The entity that alone has all those fields that the items name. */
function sharedEntity({ reader }: Writer, items: readonly Item[]): string | null {
  const lexicon = reader.lexicon();
  const keys = items.flatMap((item) => {
    const key = headOf(item.text)?.key;
    return key === undefined ? [] : [words(key)];
  });
  const found = new Set(keys.flatMap((key) => subjectOf(key, null, lexicon)?.entity ?? []));
  const [only] = found;
  const isWhole = keys.length > 0 && keys.every((key) => subjectOf(key, null, lexicon) !== null);
  return isWhole && found.size === 1 && only !== undefined ? only : null;
}

function keep(writer: Writer, at: Span, source: string): void {
  keepQuote(writer, source);
  reportLeft(writer.reader, at, 5);
}

/** `Subject: 5 to 120 characters.` False: nothing of it is read. */
function readLine(writer: Writer, line: Span, entity: string | null, name: string | null = null): boolean {
  const lexicon = writer.reader.lexicon();
  const head = headOf(line) ?? dashed(line);
  const cells = head === null ? null : headsOf(words(head.key)).map((name) => candidates(name, entity, lexicon));
  if (head === null || cells === null || TOGETHER.test(words(head.key))) {
    return readSentences(writer, line, entity, name);
  }
  const inline = ofInlineFields(writer, words(head.key), head.value, entity);
  if (inline !== null) return inline;
  const chosen = cells.map((each) => best(each, head.value, lexicon));
  const read = chosen.flatMap((each) => each ?? []);
  if (read.every((one) => one.read.stated.length === 0)) return readSentences(writer, line, entity, name);
  for (const { subject, read: found } of read) writeAll(writer, subject, found, line, name);
  if (chosen.some((each) => each === null)) keep(writer, head.key, line.text);
  return true;
}

/** What is said of many records together is said of no field alone. */
const TOGETHER = /\b(?:per|for each|for every|sum|total|number) \S/i;

/** Each sentence as a requirement of its own; what is not read of several is reported and kept. */
function readSentences(writer: Writer, line: Span, entity: string | null, name: string | null): boolean {
  const lexicon = writer.reader.lexicon();
  const whole = requirementOf(line, entity, lexicon);
  if (whole !== null) {
    writeAll(writer, whole.subject, whole.read, line, name);
    return true;
  }
  const parts = sentences(line).map((one) => ({ one, said: requirementOf(one, entity, lexicon) }));
  if (parts.length < 2 || parts.every(({ said }) => said === null)) return false;
  // What may take back the sentence before makes all of it unsure.
  if (parts.some(({ one, said }) => said === null && takesBack(one))) return false;
  for (const { one, said } of parts) {
    if (said === null) keep(writer, one, line.text);
    else writeAll(writer, said.subject, said.read, one, name);
  }
  return true;
}

/** "Login: `email` required; `password` min 10": fields of an entity, or of the one that alone has them all. */
function ofInlineFields(writer: Writer, key: string, value: Span, entity: string | null): boolean | null {
  const parts = clauses(value);
  const named = parts.map((each) => /^`([^`]+)`:? (?=\S)/.exec(each.text));
  const lexicon = writer.reader.lexicon();
  if (named.some((match) => match === null || !/^[\p{L}_][\p{L}\p{N}_. [\]-]*$/u.test(match[1] ?? ''))) return null;
  const head = subjectOf(key, null, lexicon, 'entity');
  const owners = new Set(named.map((match) => subjectOf(match?.[1] ?? '', null, lexicon)?.entity ?? null));
  const [shared] = owners;
  const owner = entity ?? (head?.field === null ? head.entity : owners.size === 1 ? (shared ?? null) : null);
  if (owner === null) return null;
  const before = writer.rules.length;
  const left = parts.filter((each, index) => {
    const subject = subjectOf(named[index]?.[1] ?? '', owner, lexicon);
    const read = subject === null ? null : readConstraints(part(each, named[index]?.[0].length ?? 0), subject, lexicon);
    if (subject === null || read === null || read.stated.length === 0) return true;
    writeAll(writer, subject, read, each, null);
    return false;
  });
  if (writer.rules.length === before) return false;
  for (const each of left) keep(writer, each, `${key}: ${each.text}`);
  return true;
}

interface Read {
  readonly subject: Subject;
  readonly read: Constraints;
}

/** What stands before the first colon outside of code and quotes, and behind it. */
function headOf(line: Span): { readonly key: Span; readonly value: Span } | null {
  const colon = findOutside(line.text.slice(0, 200), /:(?=\s|$)/y);
  return colon === null || colon.at === 0 ? null : { key: part(line, 0, colon.at), value: part(line, colon.end) };
}

/** `dueDate — not before issueDate`. */
function dashed(line: Span): { readonly key: Span; readonly value: Span } | null {
  const match = /^(.{1,60}?) [—–-] (?=\S)/.exec(line.text);
  return match === null ? null : { key: part(line, 0, (match[1] ?? '').length), value: part(line, match[0].length) };
}

/** "Impact and urgency", "`net`, `gross`". */
function headsOf(key: string): string[] {
  return key.split(/\s*,\s*(?:and )?|\s+and\s+|\s*\/\s*/i).filter((name) => name !== '');
}

function candidates(name: string, entity: string | null, lexicon: ReturnType<Reader['lexicon']>): Subject[] {
  const found = subjectOf(name, entity, lexicon);
  if (found === null) return [];
  const text = found.field === null ? onlyTextOf(found.entity, lexicon) : null;
  const record = lexicon.entities.find((each) => entity === null && each.name === name);
  const other = record === undefined || found.field === null ? null : onlyTextOf(record.name, lexicon);
  return [found, ...(text === null ? [] : [text]), ...(other === null ? [] : [other])];
}

/** The one subject of which something is read, all of it before some of it. */
function best(subjects: readonly Subject[], value: Span, lexicon: ReturnType<Reader['lexicon']>): Read | null {
  const read = subjects.map((subject) => ({ subject, read: readConstraints(value, subject, lexicon) }));
  const some = read.filter((one) => one.read.stated.length > 0);
  const whole = some.filter((one) => one.read.unread.length === 0);
  if (whole.length > 0) return whole.length === 1 ? (whole[0] ?? null) : null;
  return some.length === 1 ? (some[0] ?? null) : null;
}

/** Lines that begin with a number of their own: `R-01. A loan has 1 to 8 lines.` */
function readParagraph(writer: Writer, text: Span): boolean {
  const titled = readTitled(writer, text, null);
  if (titled !== null) return titled;
  const { label, rest } = withoutLabel(text);
  if (
    numberedOf(text) === null &&
    label !== null &&
    !rest.text.includes('\n') &&
    readSentences(writer, rest, null, label.text)
  )
    return true;
  if (numberedOf(text) === null) return false;
  const lines: Span[] = [];
  let from = 0;
  for (const match of text.text.matchAll(/\n(?=\s*(?:\*\*)?[A-Za-z]{0,4}[- ]?\d{1,3}(?:\*\*)?[.):])/g)) {
    lines.push(part(text, from, match.index));
    from = match.index;
  }
  lines.push(part(text, from));
  const left = lines.filter((line) => !readNumbered(writer, line));
  if (left.length === lines.length) return false;
  for (const line of left) keep(writer, line, line.text);
  return true;
}

function readNumbered(writer: Writer, line: Span): boolean {
  const { reader } = writer;
  const numbered = numberedOf(line);
  if (numbered === null) return false;
  const said = requirementOf(numbered.rest, null, reader.lexicon());
  if (said !== null) {
    const { stated: all, unread } = said.read;
    writeAll(writer, said.subject, { stated: all, unread: [] }, line, numbered.name);
    if (unread.length === 0) return true;
    for (const left of unread) reportLeft(reader, left, 5);
    const rest = { name: `${numbered.name} (rest)`, condition: null, message: null, events: [], at: line };
    addRule(writer, said.subject, { ...rest, help: quotation(line.text) });
    return true;
  }
  if (readLine(writer, numbered.rest, null, numbered.name)) return true;
  const head = subjectAtStart(numbered.rest, reader);
  if (head === null || !soundsLikeRule(numbered.rest.text) || GOING.test(numbered.rest.text)) return false;
  const id = addRule(writer, head, {
    name: numbered.name,
    condition: null,
    message: null,
    events: [],
    at: line,
    help: quotation(line.text),
  });
  reader.report(say.sentenceNotRead(line.text, UNKNOWN), line, { point: 5, element: id });
  return true;
}

const UNKNOWN = 'It is kept as a rule of unknown condition, which refuses. Write the condition in backticks.';

/** What goes is ruled in points 4 and 6; no rule looks at it. */
const GOING = /\b(?:delet|remov|blocked)/i;

/** The entity or field that the sentence begins with. */
function subjectAtStart(text: Span, reader: Reader): Subject | null {
  const match = /^(.{1,60}?) (?:is|are|has|have|must|may|can|cannot|lies|does|do|needs?)\b/i.exec(text.text);
  return match === null
    ? null
    : subjectOf((match[1] ?? '').replace(/^(?:an?|the|every|each) /i, ''), null, reader.lexicon(), 'entity');
}
