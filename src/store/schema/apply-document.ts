import { schemaOf } from '../../model/lookups/schema.ts';
import type { Model } from '../../model/types/model.ts';
import { type Catalog, type CatalogColumn, SHADOW_COLUMNS } from '../core/catalog.ts';
import { all, type DbProgram, exec, get, run } from '../core/db-program.ts';
import { initialValue } from '../core/initial-value.ts';
import type { Layout } from '../core/layout.ts';
import { readMeta, writeMeta } from '../core/meta-table.ts';
import { encode, foldShadow, orderShadow, storedKind } from '../core/storage.ts';
import type { ApplyOutcome, DataLoss } from '../core/store.ts';
import { keepCreatedValues } from '../rows/created-values.ts';
import { lastEntry } from '../rows/history-log.ts';
import { deleteColumnLinks, rebuildLinks } from '../rows/link-rows.ts';
import { rebuildWords } from '../rows/search-index.ts';
import type { DialectTexts } from '../sql/dialect.ts';
import { isSearchIndexOf, searchedIn } from '../sql/searched-table.ts';
import { addColumn, createTable, type TableColumn } from '../sql-tables/catalog-tables.ts';
import { indexesOf } from '../sql-tables/table-indexes.ts';
import { readCatalog, writeCatalog } from './catalog-table.ts';
import { type DataLossCheck, dataLossChecks, uniquenessCheck } from './data-loss-check.ts';
import { type DesiredColumn, type DesiredSchema, type DesiredTable, desiredSchema, layoutOf } from './schema-diff.ts';

export interface AppliedModel {
  readonly outcome: ApplyOutcome;
  /** Null if the document was refused. */
  readonly layout: Layout | null;
}

/**
 * Inside a transaction: migrates the tables to a Model, or reports what would be lost; the transaction must then be
 * rolled back. `derive` runs on the new layout, for entities whose computed fields changed.
 */
export function* applyModel(
  document: { readonly model: Model; readonly hash: string; readonly text: string },
  derive: (layout: Layout, entities: readonly string[]) => DbProgram<void>,
  words: DialectTexts,
): DbProgram<AppliedModel> {
  const schema = schemaOf(document.model);
  const catalog = yield* readCatalog(words);
  const desired = desiredSchema(schema, catalog, yield* lastEntry());
  const layout = layoutOf(schema, desired);
  const steps = stepsOf(desired);
  const isSame = steps.length === 0 && (yield* readMeta('applied')) === document.hash;
  if (isSame && !(yield* indexesDiffer(layout, words)))
    return { outcome: { applied: true, steps, incomplete: yield* knownIncomplete() }, layout };
  const outcome = yield* change({ before: catalog, desired, layout, steps, document, derive, words });
  return { outcome, layout: outcome.applied ? layout : null };
}

interface Change {
  readonly before: Catalog;
  readonly desired: DesiredSchema;
  readonly layout: Layout;
  readonly steps: readonly string[];
  readonly document: { readonly hash: string; readonly text: string };
  readonly derive: (layout: Layout, entities: readonly string[]) => DbProgram<void>;
  readonly words: DialectTexts;
}

function* change({ before, desired, layout, steps, document, derive, words }: Change): DbProgram<ApplyOutcome> {
  const losses = yield* lossesIn(dataLossChecks(desired, before.tables, words));
  if (losses.length > 0) return { applied: false, losses };
  const indexes = wantedIndexes(layout, words);
  const wanted = new Set(indexes.map(({ sql }) => sql));
  for (const index of yield* indexesIn(words)) if (!wanted.has(index.sql)) yield* dropIndex(index, words);
  for (const table of desired.tables) yield* alter(table, words);
  yield* forgetGone(before, desired);
  const twice = yield* lossesIn(uniquenessCheck(desired, { worked: false }));
  if (twice.length > 0) return { applied: false, losses: twice };
  const there = new Set((yield* indexesIn(words)).map(({ sql }) => sql));
  for (const index of indexes) if (!there.has(index.sql)) yield* makeIndex(index, words);
  yield* writeCatalog(desired);
  yield* run('INSERT INTO documents (hash, text) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET text = excluded.text', [
    document.hash,
    document.text,
  ]);
  yield* writeMeta('applied', document.hash);
  const stale = staleIn(desired);
  if (stale.length > 0) yield* derive(layout, stale);
  const alike = yield* lossesIn(uniquenessCheck(desired, { worked: true }));
  if (alike.length > 0) return { applied: false, losses: alike };
  const incomplete = yield* countIncomplete(desired);
  yield* writeMeta('incomplete', JSON.stringify([...incomplete]));
  return { applied: true, steps, incomplete };
}

function* lossesIn(questions: readonly DataLossCheck[]): DbProgram<DataLoss[]> {
  const losses: DataLoss[] = [];
  for (const { count, examples, parameters, loss } of questions) {
    const lost = Number((yield* get(count, parameters))?.[0] ?? 0);
    if (lost === 0) continue;
    const some = yield* all(examples, parameters);
    losses.push(
      loss(
        lost,
        some.map((row) => String(row[0])),
      ),
    );
  }
  return losses;
}

interface WantedIndex {
  readonly name: string;
  readonly sql: string;
  readonly fill?: string | null;
}

function wantedIndexes(layout: Layout, words: DialectTexts): WantedIndex[] {
  const searched = [...layout.tables.values()]
    .map((table) => searchedIn(table))
    .filter(({ columns }) => columns.length > 0);
  return [...indexesOf(layout, words).map(words.index), ...searched.flatMap(words.search.indexes)];
}

function* makeIndex({ name, sql, fill = null }: WantedIndex, words: DialectTexts): DbProgram<void> {
  yield* exec(sql);
  if (fill !== null) yield* exec(fill);
  if (words.storesIndexes) yield* run('INSERT INTO catalog_indexes (name, sql) VALUES (?, ?)', [name, sql]);
}

function* dropIndex({ name, sql }: WantedIndex, words: DialectTexts): DbProgram<void> {
  yield* exec(`DROP ${sql.startsWith('CREATE VIRTUAL TABLE') ? 'TABLE' : 'INDEX'} ${name}`);
  if (words.storesIndexes) yield* run('DELETE FROM catalog_indexes WHERE name = ?', [name]);
}

function* alter(table: DesiredTable, words: DialectTexts): DbProgram<void> {
  const { physical } = table.now;
  const columns = table.columns.filter(({ now }) => now.type.kind !== 'list');
  if (table.before === null) {
    const made = columns.flatMap(({ now }) => columnsFor(now, words));
    yield* exec(words.tables(createTable(physical, words.rowKey, made)));
  } else for (const column of columns) yield* alterColumn(physical, column, words);
}

/** Returns the column of an attribute and its shadow columns. */
function columnsFor({ physical, type, text, searched, folded }: CatalogColumn, words: DialectTexts): TableColumn[] {
  const shadows = [
    ...(text > 0 ? [SHADOW_COLUMNS.order(physical)] : []),
    ...(searched > 0 ? [SHADOW_COLUMNS.words(physical)] : []),
    ...(folded > 0 ? [SHADOW_COLUMNS.fold(physical)] : []),
  ];
  return [
    { name: physical, affinity: words.column(storedKind(type)) },
    ...shadows.map((name) => ({ name, affinity: words.column('text') })),
  ];
}

function* alterColumn(table: string, column: DesiredColumn, words: DialectTexts): DbProgram<void> {
  const { now, before, retyping } = column;
  const isNew = before?.physical !== now.physical;
  if (!isNew && before.computed === null && (retyping?.how === 'convert' || now.computed !== null))
    yield* keepCreatedValues(before);
  if (isNew) yield* exec(addColumn(table, now.physical, words.column(storedKind(now.type))));
  if (before !== null && retyping?.how === 'convert' && now.computed === null) {
    const value = retyping.value(before.physical, words);
    yield* run(`UPDATE ${table} SET ${now.physical} = ${value} WHERE ${before.physical} IS NOT NULL`, []);
  }
  if (before === null) yield* fillInitial(table, column);
  if (now.type.kind === 'references' && (isNew || before.type.kind !== 'references'))
    yield* rebuildLinks(words, table, now.physical);
  const hadText = !isNew && before.text === now.text;
  const hadFold = !isNew && before.folded === now.folded;
  if (now.text > 0 && !hadText) yield* addOrder(table, now.physical, words);
  yield* alterWords(table, column, words);
  if (now.folded > 0 && !hadFold) yield* addFold(table, now.physical, words);
}

/** Deletes the links of columns that no longer hold several references, or no longer exist. */
function* forgetGone(before: Catalog, { tables }: DesiredSchema): DbProgram<void> {
  const several = new Set(
    tables.flatMap(({ columns }) => columns.flatMap(({ now }) => (now.type.kind === 'references' ? now.physical : []))),
  );
  for (const { physical, type } of before.columns)
    if (type.kind === 'references' && !several.has(physical)) yield* deleteColumnLinks(physical);
}

function* alterWords(table: string, { now, before }: DesiredColumn, words: DialectTexts): DbProgram<void> {
  const had = before?.physical === now.physical && before.searched === now.searched && before.text > 0;
  if (now.searched === 0 || had) return;
  yield* ensureColumn(table, SHADOW_COLUMNS.words(now.physical), words);
  for (const index of yield* indexesIn(words)) if (isSearchIndexOf(table, index)) yield* dropIndex(index, words);
  yield* rebuildWords(table, now.physical);
}

function* fillInitial(table: string, { attribute, now }: DesiredColumn): DbProgram<void> {
  const value = initialValue(attribute);
  if (value !== null) yield* run(`UPDATE ${table} SET ${now.physical} = ?`, [encode(value, attribute.type)]);
}

function* addOrder(table: string, column: string, words: DialectTexts): DbProgram<void> {
  yield* addShadow({ table, column, shadow: SHADOW_COLUMNS.order(column), key: orderShadow }, words);
}

function* addFold(table: string, column: string, words: DialectTexts): DbProgram<void> {
  yield* addShadow({ table, column, shadow: SHADOW_COLUMNS.fold(column), key: foldShadow }, words);
}

interface Shadowing {
  readonly table: string;
  readonly column: string;
  readonly shadow: string;
  readonly key: (value: string) => string | null;
}

function* addShadow({ table, column, shadow, key }: Shadowing, words: DialectTexts): DbProgram<void> {
  yield* ensureColumn(table, shadow, words);
  for (const [id, value] of yield* all(`SELECT id, ${column} FROM ${table} WHERE ${column} IS NOT NULL`))
    yield* run(`UPDATE ${table} SET ${shadow} = ? WHERE id = ?`, [key(String(value)), String(id)]);
}

/** A shadow column removed from the catalog earlier may still exist in the table. */
function* ensureColumn(table: string, column: string, words: DialectTexts): DbProgram<void> {
  const there = yield* all(words.columnNamed, [table, column]);
  if (there.length === 0) yield* exec(addColumn(table, column, words.column('text')));
}

function* indexesIn({ indexes }: DialectTexts): DbProgram<{ name: string; sql: string }[]> {
  return (yield* all(indexes)).map(([name, sql]) => ({ name: String(name), sql: String(sql) }));
}

function* indexesDiffer(layout: Layout, words: DialectTexts): DbProgram<boolean> {
  const statements = (indexes: readonly { readonly sql: string }[]) =>
    indexes
      .map(({ sql }) => sql)
      .sort()
      .join('\n');
  return statements(yield* indexesIn(words)) !== statements(wantedIndexes(layout, words));
}

/** Returns the messages that describe the changes, one sentence each. */
function stepsOf({ tables, goneTables, goneColumns }: DesiredSchema): string[] {
  return [
    ...goneTables.map((table) => `${table.name} is no longer kept.`),
    ...goneColumns.map((column) => `${column.name} is no longer kept.`),
    ...tables.flatMap((table) => [
      ...tableSteps(table),
      ...table.columns.flatMap((column) => columnSteps(table, column)),
    ]),
  ];
}

function tableSteps({ now, before }: DesiredTable): string[] {
  if (before === null) return [`${now.name} is new.`];
  if (before.name !== now.name) return [`${before.name} is called ${now.name} now.`];
  return before.lines === now.lines && before.element === now.element ? [] : [`${now.name} is kept differently.`];
}

function columnSteps(table: DesiredTable, { now, before, retyping }: DesiredColumn): string[] {
  if (before === null) return table.before === null ? [] : [`${table.now.name}: ${now.name} is new.`];
  if (before.name !== now.name) return [`${table.now.name}: ${before.name} is called ${now.name} now.`];
  if (retyping !== null) return [`${table.now.name}: ${now.name} has another type.`];
  return JSON.stringify(before) === JSON.stringify(now) ? [] : [`${table.now.name}: ${now.name} is kept differently.`];
}

function staleIn(desired: DesiredSchema): string[] {
  return desired.tables
    .filter(({ before, columns }) => before !== null && columns.some(recomputes))
    .map(({ now }) => now.name);
}

function recomputes({ now, before }: DesiredColumn): boolean {
  return now.computed !== null && (now.computed !== before?.computed || now.physical !== before.physical);
}

/**
 * Counts incomplete rows where the number may have changed: for newly required fields, and for fields that had
 * incomplete rows before.
 */
function* countIncomplete(desired: DesiredSchema): DbProgram<Map<string, number>> {
  const known = yield* knownIncomplete();
  const found = new Map<string, number>();
  for (const { now, before: table, columns } of desired.tables) {
    for (const { now: column, before } of columns) {
      const unchanged = table === null || (before?.required === true && !known.has(before.element));
      if (!column.required || column.type.kind === 'list' || unchanged) continue;
      const sql = `SELECT count(*) FROM ${now.physical} WHERE deleted_at IS NULL AND ${column.physical} IS NULL`;
      const count = Number((yield* get(sql))?.[0] ?? 0);
      if (count > 0) found.set(column.element, count);
    }
  }
  return found;
}

function* knownIncomplete(): DbProgram<Map<string, number>> {
  return new Map(JSON.parse((yield* readMeta('incomplete')) ?? '[]') as [string, number][]);
}
