import type { Row as StoredRow, Value } from '../../../src/fields/text/value.ts';
import type { Attribute } from '../../../src/model/lookups/schema.ts';
import { isFile, isLines, type Row, type Running } from './world.ts';

/** A value of a field of a row in one of the forms in which it may turn up in an answer. */
export interface Mark {
  readonly row: Row;
  /** `id` for the id of the row. What stands in a line is marked with the list. */
  readonly field: string;
  readonly form: string;
  /** What a filter asks for to find it; null where none can. */
  readonly asked: string | null;
  /** The field that holds it, `Entity.field`: of a value in a line, that of the line. */
  readonly at: string;
}

/** What one person may not find in any answer, by form, and what they may. */
export interface Watch {
  readonly hidden: ReadonlyMap<string, Mark>;
  readonly open: ReadonlySet<string>;
}

/** Every form of every value that can be recognised. */
export function marksOf(running: Running): Mark[] {
  return running.made.rows.flatMap((row) => [
    { row, field: 'id', form: row.id, asked: row.id, at: `${row.entity}.id` },
    ...attributesOf(running, row.entity).flatMap((attribute) =>
      formsOf(running, row.entity, attribute, row.values[attribute.name] ?? null).map((form) => ({
        row,
        field: attribute.name,
        ...form,
      })),
    ),
  ]);
}

/** What this person may see is what point 6 says, typed by hand in the world; a guest sees nothing. */
export function watchFor(running: Running, person: string | null): Watch {
  const open = new Set<string>();
  const hidden = new Map<string, Mark>();
  for (const mark of marksOf(running)) {
    if (person !== null && mayRead(running, person, mark.row, mark.field)) open.add(mark.form);
    else hidden.set(mark.form, mark);
  }
  for (const form of open) hidden.delete(form);
  return { hidden, open };
}

export function mayRead({ world, made, person: row }: Running, person: string, of: Row, field: string): boolean {
  const me = row(person);
  return world.reads(me, of, 'id', made) && world.reads(me, of, field, made);
}

export function attributesOf({ runtime }: Pick<Running, 'runtime'>, entity: string): readonly Attribute[] {
  const attributes = runtime.current().compiled.schema.entities.get(entity)?.attributes.values() ?? [];
  return [...attributes].filter(({ kind }) => kind !== 'built-in');
}

type Form = Pick<Mark, 'form' | 'asked' | 'at'>;

function formsOf(running: Running, entity: string, { name, type }: Attribute, value: Value): Form[] {
  if (value === null) return [];
  if (isLines(value)) return value.flatMap((line) => lineForms(running, line));
  const at = `${entity}.${name}`;
  const one = (form: string, asked: string | null = null): Form => ({ form, asked, at });
  if (isFile(value)) return [one(value.file), one(value.name.slice(0, -4))];
  const { format } = running.runtime.current().compiled;
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'email':
    case 'reference':
      return (WORD.exec(String(value)) ?? []).map((form) => one(form, String(value)));
    case 'money':
    case 'decimal':
      return Number(value) < 1e8 ? [] : [one(String(value), fromUnits(Number(value), type.scale))];
    case 'integer':
      return [one(String(value), String(value))];
    case 'date':
      return [one(String(value), String(value)), one(format.date(String(value)))];
    case 'date and time': {
      const text = new Date(Number(value)).toISOString();
      return [one(text, text), one(String(value)), one(format.instant(Number(value)))];
    }
    default:
      return [];
  }
}

function lineForms(running: Running, line: StoredRow): Form[] {
  const inside = attributesOf(running, line.entity).flatMap((attribute) =>
    formsOf(running, line.entity, attribute, line.values[attribute.name] ?? null),
  );
  return [{ form: line.id, asked: null, at: `${line.entity}.id` }, ...inside];
}

export function fromUnits(units: number, scale: number): string {
  const digits = String(units);
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const WORD = /zq[a-z0-9]{14}/;
const WORDS = /zq[a-z0-9]{14}/g;
const NUMBERS = /\d[\d.,]*\d/g;
const DATES = /\d{4}-\d\d-\d\d(?:t[\d:.]+z)?/g;
/** From the beginning of a word alone: within one that is too short none is looked for. */
const SEALED = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{20,}/g;

/** All recognisable values in a text, those in what looks like base64 as well. */
export function formsIn(text: string, spoken: readonly string[] = []): Set<string> {
  const found = new Set<string>();
  for (const part of [text, ...unsealed(text)]) {
    const small = part.toLowerCase();
    for (const [word] of small.matchAll(WORDS)) found.add(word);
    for (const [number] of small.matchAll(NUMBERS)) found.add(number.replace(/[.,]/g, ''));
    for (const [date] of small.matchAll(DATES)) found.add(date.toUpperCase());
    for (const form of spoken) if (part.includes(form)) found.add(form);
  }
  return found;
}

function unsealed(text: string): string[] {
  return (text.match(SEALED) ?? []).flatMap((sealed) => {
    const plain = Buffer.from(sealed, 'base64url').toString('latin1');
    return /^[\x20-\x7e]+$/.test(plain) ? [plain] : [];
  });
}

/** Forms with words in them, as dates are spoken. */
export const spokenOf = (forms: Iterable<string>): string[] => [...forms].filter((form) => / /.test(form));
