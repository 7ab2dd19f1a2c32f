import { isObject, type Json } from '../fields/json.ts';
import type { AnswerShape, ShapeEntry } from '../model/call-shape.ts';
import type { Failure, Refusal } from './refusal.ts';
import type { RecordInfo, WirePage, WireRecord } from './wire.ts';

/** Where a name of a body stands in it. */
type Place = readonly string[];

/**
 * A body in the shape of its call as fields by name. What the shape does not list comes back under a name that no field has,
 * so that it is refused like every name that may not be sent.
 */
export function takenFields(entries: readonly ShapeEntry[], body: Json): Json {
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
    else if (entry?.kind === 'inside' && isObject(value ?? null))
      gather(entry.entries, value as { readonly [name: string]: Json }, place, input);
    else input[stranger(place)] = value ?? null;
  }
}

/** Names of fields begin with no space. */
const stranger = (place: Place): string => ` ${JSON.stringify(place)}`;

/** A refusal of such fields in the names of the body that was sent. */
export function toldInShape(entries: readonly ShapeEntry[], refusal: Refusal): Refusal {
  if (refusal.failures.length === 0) return refusal;
  const places = placesOf(entries, []);
  return { ...refusal, failures: refusal.failures.map((failed) => inShape(places, failed)) };
}

function inShape(places: ReadonlyMap<string, Place>, failed: Failure): Failure {
  const [name, ...rest] = failed.path;
  if (typeof name !== 'string') return failed;
  if (!name.startsWith(' ')) return { ...failed, path: [...(places.get(name) ?? [name]), ...rest] };
  const place = JSON.parse(name) as Place;
  return { ...failed, path: place, message: failed.message.replaceAll(name, place.join('.')) };
}

function placesOf(entries: readonly ShapeEntry[], above: Place): Map<string, Place> {
  return new Map(
    entries.flatMap((entry): (readonly [string, Place])[] => {
      const place = [...above, entry.key];
      if (entry.kind === 'field') return [[entry.field, place]];
      return entry.kind === 'inside' ? [...placesOf(entry.entries, place)] : [];
    }),
  );
}

/** A record as the shape has it: what the person reads of it, null for what they don't. */
export function shapedRecord(entries: readonly ShapeEntry[], record: WireRecord): Json {
  const made: { [key: string]: Json } = Object.create(null);
  for (const entry of entries) {
    if (entry.kind === 'inside') made[entry.key] = shapedRecord(entry.entries, record);
    else made[entry.key] = entry.kind === 'record' ? wholeRecord(record) : fieldOf(record, entry.field);
  }
  return made;
}

const fieldOf = (record: WireRecord, field: string): Json =>
  Object.hasOwn(record, field) ? (record[field] as Json | RecordInfo as Json) : null;

function wholeRecord({ _, ...fields }: WireRecord): Json {
  return fields as Json;
}

/** A page as the shape has it. Its total is a number, counted whole. */
export function shapedPage(shape: Exclude<AnswerShape, { kind: 'record' }>, { items, next, total }: WirePage): Json {
  const all = (entries: readonly ShapeEntry[] | null) =>
    items.map((item) => (entries === null ? wholeRecord(item) : shapedRecord(entries, item)));
  if (shape.kind === 'list') return all(shape.entries);
  const made: { [key: string]: Json } = Object.create(null);
  for (const entry of shape.entries) {
    if (entry.kind === 'items') made[entry.key] = all(entry.entries);
    else made[entry.key] = entry.kind === 'total' ? (total?.count ?? null) : next;
  }
  return made;
}
