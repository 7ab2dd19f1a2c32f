import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Reference, Rule } from '../../model/types/model.ts';
import type { Place } from '../../model/types/place.ts';
import type { Span } from '../markdown/span.ts';
import { type Reader, stated } from '../reader.ts';
import type { Constraints } from './5-constraints.ts';
import type { Subject } from './5-subject.ts';
import { quotation } from './kept.ts';
import { reportLeft } from './walk.ts';

/** What rules are written with. */
export interface Writer {
  readonly reader: Reader;
  readonly rules: Rule[];
  readonly quotes: string[];
  /** The names of the rules, and the number that the next of the same name gets. */
  readonly names: Map<string, number>;
}

/** A rule for each condition; what was not understood stays with the last of them, and is reported. */
export function writeAll(writer: Writer, subject: Subject, read: Constraints, source: Span, name: string | null): void {
  const help = read.unread.length === 0 ? '' : quotation(source.text);
  read.stated.forEach((one, index) => {
    const isLast = index === read.stated.length - 1;
    const about = one.on === undefined ? subject : { ...subject, ...one.on };
    const error = one.error == null ? null : { name: one.error, at: writer.reader.place(one.at) };
    addRule(writer, about, { ...one, name, error, help: isLast ? help : '' });
  });
  for (const left of read.unread) reportLeft(writer.reader, left, 5);
}

export interface Draft {
  readonly name: string | null;
  /** In words that were read, as the document writes it, or null where it is unknown. */
  readonly condition: string | ((id: string) => Formula) | null;
  readonly message: string | null;
  readonly events: readonly string[];
  readonly at: Span;
  readonly help: string;
  readonly error?: Reference | null;
}

/** Adds the rule, and gives its id. */
export function addRule(writer: Writer, { entity, field }: Subject, draft: Draft): string {
  const { reader, rules } = writer;
  const name = freeName(writer, draft.name ?? field ?? entity);
  const id = reader.id('rule', name);
  const at = reader.place(draft.at);
  rules.push({
    ...stated(reader, 5, id, draft.at, draft.help),
    name,
    entity,
    events: draft.events.map((event) => ({ name: event, at })),
    states: [],
    condition: typeof draft.condition === 'function' ? draft.condition(id) : inWords(draft.condition, at),
    severity: 'error',
    message: draft.message,
    error: draft.error ?? null,
    field: field === null ? null : { name: field, at },
  });
  return id;
}

function inWords(condition: string | null, at: Place): Formula | null {
  if (condition === null) return null;
  const text = lasting(condition);
  return { text, at, tree: parseExpression(text).tree };
}

const BROKEN = /^([\p{L}_][\p{L}\p{N}_.]*|this\["[^"]*"\]) >=? (?:now|today)\b/u;

/** What time alone would break, "at least 3 hours from now", holds when the value is written. */
function lasting(condition: string): string {
  if (/ or |\bold\b/.test(condition)) return condition;
  if (BROKEN.test(condition)) return asWritten(condition);
  if (condition.includes('(')) return condition;
  const parts = condition.split(' and ');
  return parts.map((part) => (BROKEN.test(part) ? `(${asWritten(part)})` : part)).join(' and ');
}

function asWritten(condition: string): string {
  const now = BROKEN.exec(condition)?.[1] ?? '';
  if (now.includes('.')) return condition;
  const before = now.startsWith('this[') ? now.replace(/^this/, 'old') : `old.${now}`;
  return `${now} == ${before} or ${condition}`;
}

/** The name, with a number behind it where a rule has it already. */
function freeName({ rules, names }: Writer, wanted: string): string {
  if (names.size < rules.length) for (const { name } of rules) if (!names.has(name)) names.set(name, 2);
  let number = names.get(wanted) ?? 1;
  while (number > 1 && names.has(`${wanted} ${number}`)) number += 1;
  const name = number === 1 ? wanted : `${wanted} ${number}`;
  names.set(wanted, number + 1);
  if (name !== wanted) names.set(name, 2);
  return name;
}
