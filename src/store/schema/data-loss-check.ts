import { type CatalogColumn, type CatalogTable, SHADOW_COLUMNS } from '../core/catalog.ts';
import type { SqlValue } from '../core/storage.ts';
import type { DataLoss } from '../core/store.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { invalidValueCondition } from './convert-column.ts';
import type { DesiredColumn, DesiredSchema, DesiredTable } from './schema-diff.ts';

/** A query before a document is applied that finds rows that would lose data. */
export interface DataLossCheck {
  /** Selects one text per row as an example of the affected rows. */
  readonly examples: string;
  readonly count: string;
  readonly parameters: readonly SqlValue[];
  readonly loss: (count: number, examples: readonly string[]) => DataLoss;
}

/** Returns the checks to run before these changes are made; none if nothing can be lost. */
export function dataLossChecks(
  desired: DesiredSchema,
  before: readonly CatalogTable[],
  words: DialectTexts,
): DataLossCheck[] {
  const entity = (column: CatalogColumn) => before.find((table) => table.physical === column.table)?.name ?? '';
  return [
    ...desired.goneTables.map(tableGoes),
    ...desired.goneColumns.flatMap((column) => columnGoes(column, entity(column))),
    ...desired.tables.flatMap((table) => table.columns.flatMap((column) => ofColumn(column, table.now.name, words))),
  ];
}

function tableGoes(table: CatalogTable): DataLossCheck {
  const { physical, element, name } = table;
  return asked({ element, from: `${physical} WHERE deleted_at IS NULL`, example: 'id' }, (count) => ({
    message: `The entity ${name} is gone from the document, and ${count === 1 ? '1 record' : `${count} records`} of it would be lost.`,
    next: `Keep ${name}, or say what it is called now with "was ${name}", or delete its records first.`,
  }));
}

function columnGoes(column: CatalogColumn, entity: string): DataLossCheck[] {
  const { name } = column;
  if (column.computed !== null) return [];
  return [
    asked(valuesOf(column), (count) => ({
      message: `The field ${name} of ${entity} is gone from the document, and ${hold(count)} a value in it.`,
      next: `Keep ${name}, or say what it is called now with "was ${name}", or empty it first.`,
    })),
  ];
}

function ofColumn(desired: DesiredColumn, entity: string, words: DialectTexts): DataLossCheck[] {
  const { before, now } = desired;
  if (before === null || before.computed !== null) return [];
  if (now.computed !== null) return [becomesComputed(before, entity)];
  return [...retyped(desired, before, entity, words), ...narrowed(desired, before, entity, words)];
}

function becomesComputed(before: CatalogColumn, entity: string): DataLossCheck {
  return asked(valuesOf(before), (count) => ({
    message: `The field ${before.name} of ${entity} becomes a computed one, and ${hold(count)} a value that it was given.`,
    next: `Give the computed field another name, or empty ${before.name} first.`,
  }));
}

function retyped(
  { retyping, now }: DesiredColumn,
  before: CatalogColumn,
  entity: string,
  words: DialectTexts,
): DataLossCheck[] {
  if (retyping === null || retyping.how === 'keep') return [];
  const broken = retyping.how === 'convert' ? retyping.broken : () => '1 = 1';
  if (broken === null) return [];
  return [
    asked({ ...valuesOf(before, broken(before.physical, words)), element: now.element }, (count) => ({
      message: `The field ${now.name} of ${entity} changes its type from ${before.type.kind} to ${now.type.kind}, and ${hold(count)} a value that would be lost.`,
      next: `Keep the type, or add a field of the new type under another name and empty ${now.name} first.`,
    })),
  ];
}

function narrowed(
  { retyping, now }: DesiredColumn,
  before: CatalogColumn,
  entity: string,
  words: DialectTexts,
): DataLossCheck[] {
  if (retyping === null || retyping.how === 'replace') return [];
  if (now.type.kind === 'list') return tooManyLines(now, now.type.max, entity);
  const value = retyping.how === 'convert' ? retyping.value(before.physical, words) : before.physical;
  const rule = invalidValueCondition(now.type, value, words);
  if (rule === null) return [];
  const question = {
    ...valuesOf(before, rule.sql),
    element: now.element,
    parameters: rule.options === null ? [] : [rule.options],
  };
  if (now.type.kind !== 'choice') {
    return [
      asked(question, (count) => ({
        message: `The field ${now.name} of ${entity} admits less than before, and ${hold(count)} a value that no longer fits.`,
        next: 'Keep the wider bounds, or change those records first.',
      })),
    ];
  }
  return [
    asked(question, (count, examples) => ({
      message: `The field ${now.name} of ${entity} no longer knows ${examples.join(', ')}, and ${hold(count)} such a value.`,
      next: 'Keep what is in use, or change those records first.',
    })),
  ];
}

function tooManyLines(now: CatalogColumn, max: number | null, entity: string): DataLossCheck[] {
  if (now.type.kind !== 'list' || max === null) return [];
  const from = `(SELECT parent FROM ${now.type.table} WHERE list = ? AND deleted_at IS NULL GROUP BY parent HAVING count(*) > ${max}) AS q`;
  return [
    asked({ element: now.element, from, example: 'parent', parameters: [now.physical] }, (count) => ({
      message: `The field ${now.name} of ${entity} admits at most ${max} lines, and ${hold(count)} more.`,
      next: 'Keep the higher number, or remove lines from those records first.',
    })),
  ];
}

/**
 * Returns the checks for values that are not unique, to run once all values are converted. `worked` selects the
 * computed fields, whose check runs after they are recomputed.
 */
export function uniquenessCheck(desired: DesiredSchema, { worked }: { readonly worked: boolean }): DataLossCheck[] {
  return desired.tables.flatMap((table) => {
    const columns = table.columns.filter(({ now }) => worked === (now.computed !== null && !table.now.lines));
    return columns.flatMap((column) => madeUnique(table, column, worked));
  });
}

function madeUnique(table: DesiredTable, { now, before }: DesiredColumn, worked: boolean): DataLossCheck[] {
  const wasUnique = before?.unique === true && before.folded === now.folded && before.physical === now.physical;
  if (!now.unique || (wasUnique && !worked)) return [];
  const identity = now.folded > 0 ? SHADOW_COLUMNS.fold(now.physical) : now.physical;
  const from = `(SELECT min(CAST(${now.physical} AS TEXT)) AS value FROM ${table.now.physical}
    WHERE deleted_at IS NULL AND ${identity} IS NOT NULL GROUP BY ${identity} HAVING count(*) > 1) AS q`;
  return [
    asked({ element: now.element, from, example: 'value' }, (count) => ({
      message: `The field ${now.name} of ${table.now.name} ${wasUnique ? 'is' : 'becomes'} unique, and ${count === 1 ? '1 value stands' : `${count} values stand`} in more than one record.`,
      next: 'Leave out "unique", or change those records first.',
    })),
  ];
}

interface Question {
  readonly element: string;
  readonly from: string;
  readonly example: string;
  readonly parameters?: readonly SqlValue[];
}

function asked(
  { element, from, example, parameters = [] }: Question,
  words: (count: number, examples: readonly string[]) => { readonly message: string; readonly next: string },
): DataLossCheck {
  return {
    examples: `SELECT DISTINCT ${example} FROM ${from} ORDER BY 1 LIMIT 3`,
    count: `SELECT count(*) FROM ${from}`,
    parameters,
    loss: (count, examples) => ({ element, count, examples, ...words(count, examples) }),
  };
}

/** Selects the live rows with a value in the column, or the lines of the list. */
function valuesOf(column: CatalogColumn, condition = '1 = 1'): Question {
  const { element, physical } = column;
  if (column.type.kind === 'list') {
    return {
      element,
      from: `${column.type.table} WHERE list = ? AND deleted_at IS NULL`,
      example: 'id',
      parameters: [physical],
    };
  }
  return {
    element,
    from: `${column.table} WHERE deleted_at IS NULL AND ${physical} IS NOT NULL AND ${condition}`,
    example: physical,
  };
}

function hold(count: number): string {
  return count === 1 ? '1 record holds' : `${count} records hold`;
}
