import { isObject, type Json } from '../../fields/text/json.ts';
import { type AnswerShape, fieldsOf, type ItemShape, type ShapeEntry } from '../../model/lookups/call-shape.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import type { RecordInfo, WirePage, WireRecord } from '../core/wire-format.ts';

/** The path of a name in a body. */
type Place = readonly string[];

/**
 * Converts a body in the shape of its call to fields by name. A name that the shape does not list is returned under a
 * name that no field has, so that it is refused like every name that may not be sent.
 */
export function fieldsFromShape(entries: readonly ShapeEntry[], body: Json): Json {
  if (!isObject(body)) return body;
  const input: { [name: string]: Json } = Object.create(null);
  gather(entries, body, [], input);
  return input;
}

function gather(
  entries: readonly ShapeEntry[],
  body: { readonly [name: string]: Json },
  above: Place,
  input: { [name: string]: Json },
): void {
  for (const [key, value] of Object.entries(body)) {
    const entry = entries.find((each) => each.key === key);
    const place = [...above, key];
    if (entry?.kind === 'field') input[entry.field] = value ?? null;
    else if (entry?.kind === 'lines') input[entry.field] = takenLines(entry.entries, value ?? null);
    else if (entry?.kind === 'inside' && isObject(value ?? null))
      gather(entry.entries, value as { readonly [name: string]: Json }, place, input);
    else input[unlistedName(place)] = value ?? null;
  }
}

/**
 * Converts each line to fields by name. A line may always have its id, under `id` if the shape gives it no other name.
 */
function takenLines(entries: readonly ShapeEntry[], lines: Json): Json {
  if (!Array.isArray(lines)) return lines;
  const all = withId(entries);
  return (lines as readonly Json[]).map((line) => fieldsFromShape(all, line));
}

function withId(entries: readonly ShapeEntry[]): readonly ShapeEntry[] {
  const isNamed = fieldsOf(entries).includes('id') || entries.some(({ key }) => key === 'id');
  return isNamed ? entries : [...entries, { kind: 'field', key: 'id', field: 'id' }];
}

/** Field names never begin with a space, so such a name can't collide. */
const unlistedName = (place: Place): string => ` ${JSON.stringify(place)}`;

/** Converts the field names in a refusal back to the names in the body that was sent. */
export function refusalInShape(entries: readonly ShapeEntry[], refusal: Refusal): Refusal {
  if (refusal.failures.length === 0) return refusal;
  const failures = refusal.failures.map((failed) => {
    const { path, message } = inShape(placesOf(entries, []), failed.path, failed.message);
    return { ...failed, path, message };
  });
  return { ...refusal, failures };
}

type ShapedFailure = Pick<Failure, 'path' | 'message'>;

function inShape(places: Places, path: Failure['path'], message: string): ShapedFailure {
  const [name, ...rest] = path;
  if (typeof name !== 'string') return { path, message };
  const shapePlace = places.get(name);
  const place = name.startsWith(' ') ? (JSON.parse(name) as Place) : (shapePlace?.place ?? [name]);
  const text = name.startsWith(' ') ? message.replaceAll(name, place.join('.')) : message;
  const [line, ...field] = rest;
  if (shapePlace?.lines == null || typeof line !== 'number') return { path: [...place, ...rest], message: text };
  const inside = inShape(placesOf(withId(shapePlace.lines), []), field, text);
  return { path: [...place, line, ...inside.path], message: inside.message };
}

/** By field: its path in the body, and the shape of its lines. */
type Places = ReadonlyMap<string, { readonly place: Place; readonly lines: readonly ShapeEntry[] | null }>;

function placesOf(entries: readonly ShapeEntry[], above: Place): Places {
  return new Map(
    entries.flatMap((entry): [string, { readonly place: Place; readonly lines: readonly ShapeEntry[] | null }][] => {
      const place = [...above, entry.key];
      if (entry.kind === 'inside') return [...placesOf(entry.entries, place)];
      if (entry.kind === 'record') return [];
      return [[entry.field, { place, lines: entry.kind === 'lines' ? entry.entries : null }]];
    }),
  );
}

/** Converts a record or line to the shape: the values that the person may read, and null for the others. */
function shapedEntries(entries: readonly ShapeEntry[], record: WireRecord | WireLine): Json {
  const shaped: { [key: string]: Json } = Object.create(null);
  for (const entry of entries) shaped[entry.key] = shapedEntry(entry, record);
  return shaped;
}

function shapedEntry(entry: ShapeEntry, record: WireRecord | WireLine): Json {
  if (entry.kind === 'lines') return shapedLines(entry.entries, fieldOf(record, entry.field));
  const value =
    entry.kind === 'inside'
      ? shapedEntries(entry.entries, record)
      : entry.kind === 'record'
        ? wholeRecord(record)
        : fieldOf(record, entry.field);
  if (entry.several !== true || Array.isArray(value)) return value;
  return value === null ? [] : [value];
}

/** Converts one record to an item of the response. */
function shapedItem(each: ItemShape, record: WireRecord): Json {
  if (each === null) return wholeRecord(record);
  return 'field' in each ? fieldOf(record, each.field) : shapedEntries(each.entries, record);
}

/** Returns the response of a call about one record. */
export function shapedRecord({ each, several }: Extract<AnswerShape, { kind: 'record' }>, record: WireRecord): Json {
  const item = shapedItem(each, record);
  return several ? [item] : item;
}

/** A line in wire format. */
type WireLine = { readonly [name: string]: Json };

function shapedLines(entries: readonly ShapeEntry[], lines: Json): Json {
  if (!Array.isArray(lines)) return null;
  return (lines as readonly Json[]).map((line) => (isObject(line) ? shapedEntries(entries, line) : null));
}

const fieldOf = (record: WireRecord | WireLine, field: string): Json =>
  Object.hasOwn(record, field) ? (record[field] as Json | RecordInfo as Json) : null;

function wholeRecord({ _, ...fields }: WireRecord | WireLine): Json {
  return fields as Json;
}

/** Converts a page to the shape of the call. Its total is a complete count. */
export function shapedPage(shape: Exclude<AnswerShape, { kind: 'record' }>, { items, next, total }: WirePage): Json {
  const all = (each: ItemShape) => items.map((item) => shapedItem(each, item));
  if (shape.kind === 'list') return all(shape.each);
  const shaped: { [key: string]: Json } = Object.create(null);
  for (const entry of shape.entries) {
    if (entry.kind === 'items') shaped[entry.key] = all(entry.each);
    else shaped[entry.key] = entry.kind === 'total' ? (total?.count ?? null) : next;
  }
  return shaped;
}
