import { noValues, type Row, type Value, type Values } from '../../fields/text/value.ts';
import { shadows } from '../core/catalog.ts';
import type { Column, Layout, Table } from '../core/layout.ts';
import { decode, encode, foldShadow, orderShadow, type SqlValue, wordsShadow } from '../core/storage.ts';
import type { FreshRow, RowReader } from './read-rows.ts';

/** The statements that write whole rows of a table, made once. */
export interface RowTexts {
  /** A new row. Its places: id, version, when and by whom it was made and changed, then `wholeOf`. */
  readonly insert: string;
  /**
   * A line, new or in place of the one of its id in the same list of the same record. It answers with the line as it stands
   * then; no answer: it is one of another. Its places: as those of a new row, before `wholeOf` the record, the list and the
   * position in it.
   */
  readonly line: string;
  /** A line of a record that is new itself. The same places. */
  readonly firstLine: string;
  /** A change of these columns of a row. Its places: when and by whom, then `partOf`, then the id. */
  readonly update: (columns: readonly Column[]) => string;
}

/** Changes of yet other fields are put into words each time. */
const MOST_UPDATES = 200;

const MARKS = ['id', 'version', 'created_at', 'created_by', 'changed_at', 'changed_by'];
const PLACE = ['parent', 'list', 'position'];

export function rowTexts(layout: Layout, reader: RowReader): ReadonlyMap<string, RowTexts> {
  return new Map([...layout.tables].map(([entity, table]) => [entity, textsOf(table, reader)] as const));
}

function textsOf(table: Table, reader: RowReader): RowTexts {
  const { physical } = table;
  const own = table.columns.flatMap(namesOf);
  const returned = reader.returned(table.entity).columns;
  const insert = (names: readonly string[]) =>
    `INSERT INTO ${physical} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const updates = new Map<string, string>();
  const changing = ['changed_at', 'changed_by', 'position', ...own].map((name) => `${name} = excluded.${name}`);
  return {
    insert: insert([...MARKS, ...own]),
    firstLine: insert([...MARKS, ...PLACE, ...own]),
    update: (columns) => {
      const key = columns.map((column) => column.physical).join();
      const known = updates.get(key);
      if (known !== undefined) return known;
      const sets = ['version = version + 1', 'changed_at = ?', 'changed_by = ?'];
      for (const name of columns.flatMap(namesOf)) sets.push(`${name} = ?`);
      const text = `UPDATE ${physical} SET ${sets.join(', ')} WHERE id = ? AND deleted_at IS NULL`;
      if (updates.size < MOST_UPDATES) updates.set(key, text);
      return text;
    },
    line: `${insert([...MARKS, ...PLACE, ...own])}
      ON CONFLICT (id) DO UPDATE SET version = ${physical}.version + 1, deleted_at = NULL, deleted_by = NULL, ${changing.join(', ')}
      WHERE ${physical}.parent = excluded.parent AND ${physical}.list = excluded.list RETURNING ${returned}`,
  };
}

/** What all columns of a table and their shadows are to hold, in order; what is not among the values is empty. */
export function wholeOf({ columns }: Table, values: Values): SqlValue[] {
  return partOf(columns, values);
}

/** The same of some of them. */
export function partOf(columns: readonly Column[], values: Values): SqlValue[] {
  const found: SqlValue[] = [];
  for (const column of columns) found.push(...valuesOf(column, values[column.name] ?? null));
  return found;
}

/**
 * The row as it is read once these values are written: of what is not named, as it stood. Null: only reading it says that,
 * since a text may not come back as it was given.
 */
export function rowWritten(table: Table, { before, values, ...marks }: WrittenRow): FreshRow | null {
  const { id, version, at, person, madeAt, madeBy } = marks;
  const found = noValues();
  const own: { readonly [name: string]: Value } = {
    id,
    createdAt: madeAt,
    createdBy: madeBy,
    changedAt: at,
    changedBy: person,
  };
  for (const { name, type, worked, builtIn } of table.byName.values()) {
    if (worked !== null) continue;
    if (builtIn) found[name] = own[name] ?? null;
    else if (before !== null && !Object.hasOwn(values, name)) found[name] = before.values[name] ?? null;
    else {
      const kept = encode(values[name] ?? null, type);
      if (typeof kept === 'string' && (!kept.isWellFormed() || kept.includes('\0'))) return null;
      // There is one zero.
      found[name] = decode(typeof kept === 'number' ? kept + 0 : kept, type);
    }
  }
  return { entity: table.entity, id, version, values: found };
}

interface WrittenRow {
  readonly id: string;
  readonly version: number;
  readonly at: number;
  readonly person: string | null;
  readonly madeAt: Value;
  readonly madeBy: Value;
  /** Null: it is new. */
  readonly before: Row | null;
  readonly values: Values;
}

/** A column and its shadows with what they are to hold. */
export function stored(column: Column, value: Value): (readonly [name: string, value: SqlValue])[] {
  const values = valuesOf(column, value);
  return namesOf(column).map((name, index) => [name, values[index] ?? null] as const);
}

function namesOf({ physical, worked, text, searched, folded }: Column): string[] {
  if (worked !== null) return [];
  const found = [physical];
  if (text) found.push(shadows.order(physical));
  if (searched) found.push(shadows.words(physical));
  if (folded) found.push(shadows.fold(physical));
  return found;
}

function valuesOf({ type, worked, text, searched, folded }: Column, value: Value): SqlValue[] {
  if (worked !== null) return [];
  const found = [encode(value, type)];
  if (text) found.push(orderShadow(value));
  if (searched) found.push(wordsShadow(value));
  if (folded) found.push(foldShadow(value));
  return found;
}
