import type { Model } from '../model/model.ts';
import { schemaOf } from '../model/schema.ts';
import { type CatalogTable, shadows } from './catalog.ts';
import { type Census, censusOf, uniquenessCensus } from './census.ts';
import { type Desired, type DesiredColumn, type DesiredTable, desire, layoutOf } from './desire.ts';
import type { Layout } from './layout.ts';
import { initialValue } from './literal.ts';
import { indexesOf } from './sql/indexes.ts';
import { addColumn, createTable } from './sql/own-tables.ts';
import { readCatalog, readMeta, writeCatalog, writeMeta } from './sqlite-catalog.ts';
import type { Database } from './sqlite-database.ts';
import { affinityOf, encode, foldShadow, orderShadow, searchShadow } from './storage.ts';
import type { ApplyOutcome, Loss } from './store.ts';

export interface Applied {
  readonly outcome: ApplyOutcome;
  /** Null where the document was refused. */
  readonly layout: Layout | null;
  /** Entities whose computed fields are to be computed anew on rows that are already there. */
  readonly stale: readonly string[];
}

/**
 * Brings the tables in line with a Model in one transaction, or says what would be lost and changes nothing.
 * `derive` runs inside the transaction, on the new layout, for entities whose computed fields changed.
 */
export function applyModel(
  database: Database,
  document: { readonly model: Model; readonly hash: string; readonly text: string },
  derive: (layout: Layout, entities: readonly string[]) => void,
): Applied {
  const schema = schemaOf(document.model);
  const catalog = readCatalog(database);
  const desired = desire(schema, catalog);
  const layout = layoutOf(schema, desired);
  const steps = stepsOf(desired);
  if (steps.length === 0 && readMeta(database, 'applied') === document.hash && !indexesDiffer(database, layout)) {
    return { outcome: { applied: true, steps, incomplete: knownIncomplete(database) }, layout, stale: [] };
  }
  const outcome = inOneTransaction(database, () =>
    change(database, { before: catalog.tables, desired, layout, steps, document, derive }),
  );
  return { outcome, layout: outcome.applied ? layout : null, stale: staleIn(desired) };
}

interface Change {
  readonly before: readonly CatalogTable[];
  readonly desired: Desired;
  readonly layout: Layout;
  readonly steps: readonly string[];
  readonly document: { readonly hash: string; readonly text: string };
  readonly derive: (layout: Layout, entities: readonly string[]) => void;
}

function change(database: Database, { before, desired, layout, steps, document, derive }: Change): ApplyOutcome {
  const losses = lossesIn(database, censusOf(desired, before));
  if (losses.length > 0) return { applied: false, losses };
  const indexes = indexesOf(layout);
  const wanted = new Set(indexes.map(({ sql }) => sql));
  for (const { name, sql } of indexesIn(database)) if (!wanted.has(sql)) database.exec(`DROP INDEX ${name}`);
  for (const table of desired.tables) alter(database, table);
  const twice = lossesIn(database, uniquenessCensus(desired));
  if (twice.length > 0) return { applied: false, losses: twice };
  const there = new Set(indexesIn(database).map(({ sql }) => sql));
  for (const { sql } of indexes) if (!there.has(sql)) database.exec(sql);
  writeCatalog(database, desired);
  database.run(
    'INSERT INTO documents (hash, text) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET text = excluded.text',
    [document.hash, document.text],
  );
  writeMeta(database, 'applied', document.hash);
  const stale = staleIn(desired);
  if (stale.length > 0) derive(layout, stale);
  const incomplete = countIncomplete(database, desired);
  writeMeta(database, 'incomplete', JSON.stringify([...incomplete]));
  return { applied: true, steps, incomplete };
}

/** Rolls back where the document is refused or anything fails. */
function inOneTransaction(database: Database, work: () => ApplyOutcome): ApplyOutcome {
  database.exec('BEGIN IMMEDIATE');
  try {
    const outcome = work();
    database.exec(outcome.applied ? 'COMMIT' : 'ROLLBACK');
    return outcome;
  } catch (cause) {
    if (database.inTransaction()) database.exec('ROLLBACK');
    throw cause;
  }
}

function lossesIn(database: Database, questions: readonly Census[]): Loss[] {
  return questions.flatMap(({ count, examples, parameters, loss }) => {
    const lost = Number(database.get(count, parameters)?.[0] ?? 0);
    if (lost === 0) return [];
    return [
      loss(
        lost,
        database.all(examples, parameters).map((row) => String(row[0])),
      ),
    ];
  });
}

function alter(database: Database, table: DesiredTable): void {
  const { physical } = table.now;
  if (table.before === null) database.exec(createTable(physical));
  for (const column of table.columns) {
    if (column.now.type.kind !== 'list') alterColumn(database, physical, column, table.before !== null);
  }
}

function alterColumn(database: Database, table: string, column: DesiredColumn, hasRows: boolean): void {
  const { now, before, retyping } = column;
  const isNew = before?.physical !== now.physical;
  if (isNew) database.exec(addColumn(table, now.physical, affinityOf(now.type)));
  if (before !== null && retyping?.how === 'convert' && now.computed === null) {
    const value = retyping.value(before.physical);
    database.run(`UPDATE ${table} SET ${now.physical} = ${value} WHERE ${before.physical} IS NOT NULL`, []);
  }
  if (before === null && hasRows) fillInitial(database, table, column);
  const hadText = !isNew && before.text;
  const hadFold = !isNew && before.folded;
  if (now.text && !hadText) addShadows(database, table, now.physical);
  if (now.folded && !hadFold) addFold(database, table, now.physical);
}

function fillInitial(database: Database, table: string, { attribute, now }: DesiredColumn): void {
  const value = initialValue(attribute);
  if (value !== null) database.run(`UPDATE ${table} SET ${now.physical} = ?`, [encode(value, attribute.type)]);
}

function addShadows(database: Database, table: string, column: string): void {
  const [order, search] = [shadows.order(column), shadows.search(column)];
  ensureColumn(database, table, order);
  ensureColumn(database, table, search);
  const values = database.all(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`, []);
  for (const [value] of values) {
    const keys = [orderShadow(String(value)), searchShadow(String(value))];
    database.run(`UPDATE ${table} SET ${order} = ?, ${search} = ? WHERE ${column} = ?`, [...keys, String(value)]);
  }
}

function addFold(database: Database, table: string, column: string): void {
  const fold = shadows.fold(column);
  ensureColumn(database, table, fold);
  for (const [value] of database.all(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`, [])) {
    database.run(`UPDATE ${table} SET ${fold} = ? WHERE ${column} = ?`, [foldShadow(String(value)), String(value)]);
  }
}

/** A shadow that was dropped from the catalog earlier may still be there. */
function ensureColumn(database: Database, table: string, column: string): void {
  const there = database.all('SELECT name FROM pragma_table_info(?) WHERE name = ?', [table, column]);
  if (there.length === 0) database.exec(addColumn(table, column, 'TEXT'));
}

function indexesIn(database: Database): { name: string; sql: string }[] {
  return database
    .all(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name LIKE 't\\_%' ESCAPE '\\' AND sql IS NOT NULL`,
      [],
    )
    .map(([name, sql]) => ({ name: String(name), sql: String(sql) }));
}

function indexesDiffer(database: Database, layout: Layout): boolean {
  const statements = (indexes: readonly { readonly sql: string }[]) =>
    indexes
      .map(({ sql }) => sql)
      .sort()
      .join('\n');
  return statements(indexesIn(database)) !== statements(indexesOf(layout));
}

/** What people are told was done, one sentence each. */
function stepsOf({ tables, goneTables, goneColumns }: Desired): string[] {
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

function staleIn(desired: Desired): string[] {
  return desired.tables
    .filter(({ before, columns }) => before !== null && columns.some(recomputes))
    .map(({ now }) => now.name);
}

function recomputes({ now, before }: DesiredColumn): boolean {
  return now.computed !== null && (now.computed !== before?.computed || now.physical !== before.physical);
}

/** Counts where it may have changed: newly required fields, and those that left rows incomplete before. */
function countIncomplete(database: Database, desired: Desired): Map<string, number> {
  const known = knownIncomplete(database);
  const found = new Map<string, number>();
  for (const { now, before: table, columns } of desired.tables) {
    for (const { now: column, before } of columns) {
      const unchanged = table === null || (before?.required === true && !known.has(before.element));
      if (!column.required || column.type.kind === 'list' || unchanged) continue;
      const sql = `SELECT count(*) FROM ${now.physical} WHERE deleted_at IS NULL AND ${column.physical} IS NULL`;
      const count = Number(database.get(sql, [])?.[0] ?? 0);
      if (count > 0) found.set(column.element, count);
    }
  }
  return found;
}

function knownIncomplete(database: Database): Map<string, number> {
  return new Map(JSON.parse(readMeta(database, 'incomplete') ?? '[]') as [string, number][]);
}
