import type {
  AnswerShape,
  ItemShape,
  NestedEntry,
  PageEntry,
  RecordsEntry,
  ShapeEntry,
  ShapeWord,
} from '../../expressions/shapes/resolve-shape.ts';
import type { Json } from '../../fields/text/json.ts';
import { emptyNameMap, type Row, type Value, type Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { isIds } from '../../fields/types/references.ts';
import { COUNTED_WORDS } from '../../model/lookups/page-words.ts';
import type { Type } from '../../model/types/types.ts';
import type { CompiledCall } from '../compiled/compiled-model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { readableValues } from '../records/etag.ts';
import { withTimeDependentFields } from '../records/time-dependent-fields.ts';
import { type ResponseForm, wireFields, wireValue } from '../records/wire-value.ts';
import { jsonOfOutcome, nameOfRecord, ownName } from './keyed-value.ts';
import { readableOutcome } from './readable-formula.ts';
import { urlOfRecord } from './record-url.ts';

/** What answers in the shape of a call are made from. */
export interface ShapeSource {
  readonly context: Context;
  readonly call: Pick<CompiledCall, 'shapeFormulas' | 'options'>;
  /** Returns the records that a member of a record has; undefined if they are not loaded yet. */
  readonly related: (entry: RecordsEntry, id: string) => readonly string[] | undefined;
  /** The origin of absolute addresses: `https://shop.example`. */
  readonly origin: string;
  /** The values of words such as `token`. */
  readonly words: { readonly [W in ShapeWord]?: Json };
}

/** Returns one record as the person reads it in the shape of an item; undefined if they may not read it. */
export function shapedItem(source: ShapeSource, each: ItemShape, row: Row): Json | undefined {
  const { context } = source;
  const known = entityOf(context.model, row.entity).byClock ? withTimeDependentFields(context, row) : row;
  const values = readableValues(context, known);
  return values === null ? undefined : itemOf(source, each, { row: known, values });
}

/** A record or line with the values that the person may read. */
interface Readable {
  readonly row: Row;
  readonly values: Values;
}

function itemOf(source: ShapeSource, each: ItemShape, record: Readable): Json {
  if (each === null) return wholeRecord(source, record);
  if ('alone' in each) return memberOf(source, each.alone, record);
  return 'field' in each ? fieldJson(source, record, each.field) : membersOf(source, each.entries, record);
}

function membersOf(source: ShapeSource, entries: readonly ShapeEntry[], record: Readable): Json {
  const members = emptyNameMap<Json>();
  for (const entry of entries) {
    const value = memberOf(source, entry, record);
    members[entry.key] = entry.several !== true || Array.isArray(value) ? value : value === null ? [] : [value];
  }
  return members;
}

function memberOf(source: ShapeSource, entry: ShapeEntry, record: Readable): Json {
  const { context, call, words } = source;
  switch (entry.kind) {
    case 'field':
      return fieldJson(source, record, entry.field);
    case 'inside':
      return membersOf(source, entry.entries, record);
    case 'lines': {
      const lines = record.values[entry.field] ?? null;
      if (!isRows(lines)) return [];
      return lines.map((row) => membersOf(source, entry.entries, { row, values: row.values }));
    }
    case 'record':
      return wholeRecord(source, record);
    case 'formula': {
      const formula = call.shapeFormulas.get(entry) ?? null;
      if (formula === null) return null;
      const outcome = readableOutcome(context, formula, { ...record.row, values: record.values });
      // A condition that is unknown does not hold, as in filters.
      return outcome === undefined && formula.typed.type.t === 'boolean'
        ? false
        : jsonOfOutcome(context, outcome, formula.typed.type, call.options);
    }
    case 'nested':
      return nestedJson(source, entry, record);
    case 'records': {
      const ids = source.related(entry, record.row.id) ?? [];
      return ids.flatMap((id) => referencedJson(source, entry, id) ?? []);
    }
    case 'constant':
      return entry.value;
    case 'url':
      return urlOfRecord(context, source.origin, entry, record);
    case 'word':
      return words[entry.word] ?? null;
  }
}

function wholeRecord(source: ShapeSource, { row, values }: Readable): Json {
  return wireFields(source.context.model, row, values, formOf(source));
}

const formOf = ({ context, call }: ShapeSource): ResponseForm => ({
  nameOf: (entity, id) => nameOfRecord(context, entity, id),
  forms: call.options,
});

function fieldJson(source: ShapeSource, { row, values }: Readable, field: string): Json {
  const { context } = source;
  const { model } = context;
  if (field === 'id') return ownName(context, row, values);
  const type = entityOf(model, row.entity).schema.attributes.get(field)?.type;
  const value = values[field];
  return type === undefined || value === undefined ? null : wireValue(model, value, type, formOf(source));
}

/** Returns the record at the end of a path of references, or the records of a field with several. */
function nestedJson(source: ShapeSource, entry: NestedEntry, { row, values }: Readable): Json {
  const { context } = source;
  if (entry.path.length === 0) return itemOf(source, entry.each, { row, values });
  let at = row;
  let readable: Values = values;
  for (const [index, name] of entry.path.entries()) {
    const value: Value = readable[name] ?? null;
    if (entry.isList && isRows(value))
      return value.map((line) => itemOf(source, entry.each, { row: line, values: line.values }));
    if (entry.isList && index === entry.path.length - 1)
      return isIds(value) ? value.flatMap((id) => referencedJson(source, entry, id) ?? []) : [];
    if (typeof value !== 'string') return null;
    if (index === entry.path.length - 1) return referencedJson(source, entry, value) ?? null;
    const type: Type | undefined = entityOf(context.model, at.entity).schema.attributes.get(name)?.type;
    const next: Row | null = type !== undefined && 'entity' in type ? (context.find(type.entity, value) ?? null) : null;
    const nextValues: Values | null = next === null ? null : readableValues(context, next);
    if (next === null || nextValues === null) return null;
    at = next;
    readable = nextValues;
  }
  return null;
}

function referencedJson(source: ShapeSource, entry: NestedEntry | RecordsEntry, id: string): Json | undefined {
  const row = source.context.find(entry.entity, id) ?? null;
  return row === null ? undefined : shapedItem(source, entry.each, row);
}

/** A page of items that are already in shape. */
export interface ShapedPage {
  readonly items: readonly Json[];
  readonly words: ShapeSource['words'];
}

/** Returns the response of a list call. */
export function shapedPage(shape: Exclude<AnswerShape, { kind: 'record' }>, page: ShapedPage): Json {
  return shape.kind === 'list' ? page.items : pageMembers(shape.entries, page);
}

function pageMembers(entries: readonly PageEntry[], page: ShapedPage): Json {
  const members = emptyNameMap<Json>();
  for (const entry of entries) {
    if (entry.kind === 'items') members[entry.key] = page.items;
    else if (entry.kind === 'inside') members[entry.key] = pageMembers(entry.entries, page);
    else members[entry.key] = entry.kind === 'constant' ? entry.value : (page.words[entry.word] ?? null);
  }
  return members;
}

/** Returns the shape of the items of a page. */
export function itemShapeOf(shape: AnswerShape): ItemShape {
  if (shape.kind !== 'page') return shape.each;
  const search = (entries: readonly PageEntry[]): ItemShape | undefined => {
    for (const entry of entries) {
      if (entry.kind === 'items') return entry.each;
      const inner = entry.kind === 'inside' ? search(entry.entries) : undefined;
      if (inner !== undefined) return inner;
    }
    return undefined;
  };
  return search(shape.entries) ?? null;
}

/** Whether a page says how many records there are. */
export function isCounted(shape: AnswerShape): boolean {
  const counts = (entries: readonly PageEntry[]): boolean =>
    entries.some(
      (entry) =>
        (entry.kind === 'word' && COUNTED_WORDS.some((word) => word === entry.word)) ||
        (entry.kind === 'inside' && counts(entry.entries)),
    );
  return shape.kind === 'page' && counts(shape.entries);
}
