import {
  type AnswerShape,
  answerShapeOf,
  type ConstantEntry,
  type ItemShape,
  type LinesEntry,
  type PageEntry,
  type ShapeEntry,
} from '../../expressions/shapes/resolve-shape.ts';
import { schemaOf } from '../../model/lookups/schema.ts';
import type { Call, Model } from '../../model/types/model.ts';
import { matchesPlaceholder } from '../evaluator/placeholder-values.ts';
import { isAskedWhole } from '../evaluator/shape.ts';
import type { Json, ReadableRecord } from '../evaluator/world.ts';
import { isSameValue } from './compare-lines.ts';

/**
 * Returns the shape that a call states for its answer; null if it returns whole records. See
 * `isAskedWhole`.
 */
export function statedShape(model: Model, call: Call | null): AnswerShape | null {
  if (call === null || !('entity' in call.does) || isAskedWhole(model, call)) return null;
  const schema = schemaOf(model);
  const entity = schema.entities.get(call.does.entity);
  return entity === undefined ? null : (answerShapeOf(call, entity, schema)?.shape ?? null);
}

/** Returns the differences between a record as this person sees it and an answer in the shape of a call. */
export function shapedDifferences(shape: AnswerShape, seen: ReadableRecord, body: unknown): readonly string[] {
  if (shape.kind !== 'record') return ['expected a record'];
  if (!shape.several) return itemDifferences(shape.each, seen, body as Json);
  return Array.isArray(body) && body.length === 1
    ? itemDifferences(shape.each, seen, body[0] as Json)
    : ['expected a list of one record'];
}

/**
 * Like `shapedDifferences` for several records in any order. If there are more than a page holds, some may be missing.
 */
export function shapedListDifferences(
  { limits }: Model,
  shape: AnswerShape,
  seen: readonly ReadableRecord[],
  body: unknown,
): readonly string[] {
  if (shape.kind === 'record') return ['expected a list'];
  const page = limits.find(({ name }) => name === 'page size')?.value ?? 50;
  if (shape.kind === 'list')
    return itemsDifferences(shape.each, seen, body, Array.isArray(body) && body.length >= page);
  if (!isObject(body)) return ['expected a page'];
  return pageDifferences(shape.entries, seen, body, isContinued(shape.entries, body));
}

/** Whether a page has a cursor of a next one. */
function isContinued(entries: readonly PageEntry[], body: { readonly [name: string]: unknown }): boolean {
  return entries.some((entry) => {
    const value = body[entry.key] ?? null;
    if (entry.kind === 'inside') return isObject(value) && isContinued(entry.entries, value);
    return entry.kind === 'word' && entry.word === 'next' && value !== null;
  });
}

function pageDifferences(
  entries: readonly PageEntry[],
  seen: readonly ReadableRecord[],
  body: unknown,
  hasMore: boolean,
): readonly string[] {
  if (!isObject(body)) return ['expected a page'];
  return [
    ...keyDifferences(
      entries.map(({ key }) => key),
      body,
    ),
    ...entries.flatMap((entry) => {
      const value = body[entry.key];
      if (entry.kind === 'items') return itemsDifferences(entry.each, seen, value, hasMore);
      if (entry.kind === 'inside') return pageDifferences(entry.entries, seen, value, hasMore);
      if (entry.kind === 'constant') return constantDifferences(entry, value as Json);
      return entry.word === 'total' && value !== seen.length
        ? [`${entry.key}: expected ${seen.length}, got ${String(value)}`]
        : [];
    }),
  ];
}

const constantDifferences = ({ key, value }: ConstantEntry, got: Json): readonly string[] =>
  got === value ? [] : [`${key}: expected ${JSON.stringify(value)}, got ${JSON.stringify(got)}`];

function itemsDifferences(
  each: ItemShape,
  seen: readonly ReadableRecord[],
  items: unknown,
  mayLack: boolean,
): readonly string[] {
  if (!Array.isArray(items)) return ['expected a list'];
  const left = [...seen];
  const strange = items.filter((item: Json) => {
    const at = left.findIndex((one) => itemDifferences(each, one, item).length === 0);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...strange.map((item) => `has ${JSON.stringify(item)}`),
    ...(mayLack ? [] : left.map(({ id, entity }) => `lacks ${entity} ${id}`)),
  ];
}

function itemDifferences(each: ItemShape, seen: ReadableRecord, item: Json): readonly string[] {
  if (each === null) return wholeDifferences(seen, item);
  // What other records have is not compared.
  if ('alone' in each) return [];
  return 'field' in each ? valueDifferences(each.field, seen, item) : entryDifferences(each.entries, seen, item);
}

function entryDifferences(entries: readonly ShapeEntry[], seen: ReadableRecord, item: Json): readonly string[] {
  if (!isObject(item)) return ['expected an object'];
  return [
    ...keyDifferences(
      entries.map(({ key }) => key),
      item,
    ),
    ...entries.flatMap((entry) => {
      const value = (item[entry.key] ?? null) as Json;
      const [one = null] = 'several' in entry && Array.isArray(value) && value.length < 2 ? (value as Json[]) : [value];
      if (entry.kind === 'record') return wholeDifferences(seen, one);
      if (entry.kind === 'inside') return entryDifferences(entry.entries, seen, one);
      if (entry.kind === 'lines') return lineDifferences(entry, seen, value);
      if (entry.kind === 'constant') return constantDifferences(entry, one);
      if (!('field' in entry)) return [];
      const whole = valueDifferences(entry.field, seen, value);
      return whole.length === 0 ? whole : valueDifferences(entry.field, seen, one);
    }),
  ];
}

function lineDifferences({ field, entries }: LinesEntry, seen: ReadableRecord, lines: Json): readonly string[] {
  const expected = seen.fields.get(field) ?? null;
  if (!Array.isArray(expected) || !Array.isArray(lines)) return valueDifferences(field, seen, lines);
  if (expected.length !== lines.length) return [`${field}: expected ${expected.length} lines, got ${lines.length}`];
  return expected.flatMap((line: Json, at) => {
    const fields = new Map(Object.entries(isObject(line) ? line : {}) as [string, Json][]);
    const differences = entryDifferences(entries, { ...seen, id: '', fields }, (lines as readonly Json[])[at] ?? null);
    return differences.map((each) => `${field}[${at}].${each}`);
  });
}

function wholeDifferences(seen: ReadableRecord, item: Json): readonly string[] {
  if (!isObject(item)) return ['expected a record'];
  return [...seen.fields.keys(), 'id'].flatMap((name) => valueDifferences(name, seen, (item[name] ?? null) as Json));
}

/** Built-in fields, which are not compared; neither are ids of lines. */
const OPEN: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'changedAt', 'changedBy']);

function valueDifferences(field: string, seen: ReadableRecord, value: Json): readonly string[] {
  if (!seen.fields.has(field) && (OPEN.has(field) || (field === 'id' && seen.id === ''))) return [];
  const expected = field === 'id' && seen.id !== '' ? seen.id : (seen.fields.get(field) ?? null);
  return (matchesPlaceholder(expected, value) ?? isSameValue(expected, value))
    ? []
    : [`${field}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(value)}`];
}

function keyDifferences(expected: readonly string[], body: { readonly [name: string]: unknown }): readonly string[] {
  const keys = Object.keys(body);
  return [
    ...expected.filter((key) => !keys.includes(key)).map((key) => `${key}: it is absent`),
    ...keys.filter((key) => !expected.includes(key)).map((key) => `${key}: it was not expected`),
  ];
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
