import { storageOf } from '../../fields/registry/lookup.ts';
import { previousVersionOf } from '../../model/diff/difference-match.ts';
import { type Attribute, type EntitySchema, ignoresCase, type Schema } from '../../model/lookups/schema.ts';
import { isSearched } from '../../model/lookups/searched-fields.ts';
import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  IDENTITY_RULES,
  ORDER_RULES,
  unusedName,
  WORD_RULES,
} from '../core/catalog.ts';
import { BUILT_IN_COLUMNS, type Column, type Layout, type ListOfLines, type Table } from '../core/layout.ts';
import { isText } from '../core/storage.ts';
import { type StoredType, sameType, storedType } from '../core/stored-type.ts';
import { needsNewColumn, type TypeConversion, typeConversion } from './convert-column.ts';

/** What a Model demands of the database, compared with what exists. */
export interface DesiredSchema {
  readonly tables: readonly DesiredTable[];
  readonly goneTables: readonly CatalogTable[];
  readonly goneColumns: readonly CatalogColumn[];
}

export interface DesiredTable {
  readonly schema: EntitySchema;
  readonly now: CatalogTable;
  readonly before: CatalogTable | null;
  readonly columns: readonly DesiredColumn[];
}

export interface DesiredColumn {
  readonly attribute: Attribute;
  readonly now: CatalogColumn;
  readonly before: CatalogColumn | null;
  /** Null if the column is new or its type is unchanged. */
  readonly retyping: TypeConversion | null;
}

/**
 * Finds the existing table or column of each element of the Model, by its name or by a former name (`was`). `lastEntry`
 * is the number of the newest history entry.
 */
export function desiredSchema(schema: Schema, catalog: Catalog, lastEntry: number): DesiredSchema {
  const taken = new Set([...catalog.tables, ...catalog.columns].map((each) => each.physical));
  const tables = new Map<string, { before: CatalogTable | null; now: CatalogTable }>();
  const lists = listTargets(schema);
  for (const { entity } of schema.entities.values()) {
    const before = previousVersionOf(entity, catalog.tables, (name) => schema.entities.has(name));
    const physical = before?.physical ?? unusedName('t', taken);
    taken.add(physical);
    tables.set(entity.name, {
      before,
      now: { physical, name: entity.name, element: entity.id, lines: lists.has(entity.name) },
    });
  }
  const tableOf = (entity: string) => tables.get(entity)?.now.physical ?? '';
  const desired = [...schema.entities.values()].map((each): DesiredTable => {
    const { before, now } = tables.get(each.entity.name) ?? { before: null, now: nowhere };
    const there = catalog.columns.filter((column) => column.table === before?.physical);
    const columns = [...each.attributes.values()]
      .filter((attribute) => attribute.kind !== 'built-in')
      .flatMap((attribute) =>
        desiredColumn(attribute, each, storedType(attribute.type, schema, tableOf), there, now, {
          taken,
          lastEntry,
        }),
      );
    return { schema: each, now, before, columns };
  });
  const kept = new Set(desired.flatMap((table) => table.columns.map((column) => column.before)));
  const keptTables = new Set(desired.map((table) => table.before));
  const goneTables = catalog.tables.filter((table) => !keptTables.has(table));
  const goneWith = new Set(goneTables.map((table) => table.physical));
  const goneColumns = catalog.columns.filter((column) => !kept.has(column) && !goneWith.has(column.table));
  return { tables: desired, goneTables, goneColumns };
}

const nowhere: CatalogTable = { physical: '', name: '', element: '', lines: false };

function listTargets(schema: Schema): ReadonlySet<string> {
  const fields = schema.model.entities.flatMap((entity) => entity.fields);
  return new Set(fields.flatMap(({ type }) => (type.kind === 'list' ? [type.entity] : [])));
}

function desiredColumn(
  attribute: Attribute,
  entity: EntitySchema,
  stored: StoredType | null,
  there: readonly CatalogColumn[],
  table: CatalogTable,
  { taken, lastEntry }: { readonly taken: Set<string>; readonly lastEntry: number },
): DesiredColumn[] {
  const was = attribute.kind === 'field' ? attribute.field.was : [];
  const before = previousVersionOf({ name: attribute.name, was }, there, (name) => entity.attributes.has(name));
  const type = stored ?? before?.type ?? null;
  if (type === null) return [];
  const change = before === null || sameType(before.type, type) ? null : typeConversion(before.type, type);
  const isNew = before === null || (change !== null && needsNewColumn(before.type, type, change));
  const physical = isNew ? unusedName('c', taken) : before.physical;
  taken.add(physical);
  const field = attribute.kind === 'field' ? attribute.field : null;
  const computed = field?.computed?.text ?? null;
  const isConverted = change?.how === 'convert' || (before?.computed === null) !== (computed === null);
  const statedUntil = isNew || isConverted ? lastEntry : (before.statedUntil ?? 0);
  const now: CatalogColumn = {
    table: table.physical,
    physical,
    name: attribute.name,
    element: attribute.id,
    type,
    text: isText(type) ? ORDER_RULES : 0,
    searched: field !== null && stored !== null && !table.lines && isSearched(entity, field) ? WORD_RULES : 0,
    folded: ignoresCase(attribute) ? IDENTITY_RULES : 0,
    required: field?.required === true && field.computed === null && !field.byProduct,
    unique: field?.unique === true || field?.signIn === true,
    ...(statedUntil === 0 ? {} : { statedUntil }),
    computed,
  };
  return [{ attribute, now, before, retyping: change }];
}

/** Returns the layout of a Model whose tables match the desired schema. */
export function layoutOf(schema: Schema, desired: DesiredSchema): Layout {
  const tables = desired.tables.map((table) => tableOf(table));
  return {
    schema,
    tables: new Map(tables.map((table) => [table.entity, table])),
    byPhysical: new Map(tables.map((table) => [table.physical, table])),
  };
}

function tableOf({ schema, now, columns: desired }: DesiredTable): Table {
  const columns: Column[] = [];
  const lists: ListOfLines[] = [];
  for (const { attribute, now: column } of desired) {
    const { name, id: element, type } = attribute;
    if (type.kind === 'list') lists.push({ name, element, physical: column.physical, entity: type.entity });
    else if (type.kind !== 'unknown') {
      const restricts = attribute.kind === 'field' && attribute.field.onDelete === 'restrict';
      const { physical, unique } = column;
      const text = column.text > 0;
      const searched = column.searched > 0;
      const folded = column.folded > 0;
      columns.push({
        name,
        element,
        type,
        physical,
        text,
        searched,
        computedBy: null,
        folded,
        unique,
        builtIn: false,
        restricts,
        statedUntil: column.computed === null && storageOf(type) !== 'json' ? (column.statedUntil ?? 0) : null,
      });
    }
  }
  const byName = new Map([...builtIns(schema), ...columns].map((column) => [column.name, column]));
  const byMark = new Map([...columns, ...lists].map((column) => [column.physical, column]));
  return { entity: now.name, physical: now.physical, columns, byName, byMark, lists, lines: now.lines };
}

const BUILT_IN = {
  text: false,
  searched: false,
  computedBy: null,
  folded: false,
  unique: false,
  builtIn: true,
  restricts: false,
  statedUntil: null,
};

/** Returns the built-in attributes that no field overrides. */
function builtIns(schema: EntitySchema): Column[] {
  return [...schema.attributes.values()].flatMap(({ kind, name, id, type }) => {
    const physical = BUILT_IN_COLUMNS.get(name);
    if (kind !== 'built-in' || physical === undefined) return [];
    return [{ ...BUILT_IN, name, element: id, type, physical }];
  });
}
