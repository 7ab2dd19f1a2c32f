import type { QueryInput } from '../../expressions/shapes/query-inputs.ts';
import { fieldsOf, type NestedEntry, type ShapeEntry } from '../../expressions/shapes/resolve-shape.ts';
import { isObject, type Json } from '../../fields/text/json.ts';
import type { Failure, Refusal } from '../core/refusal.ts';

/** The path of a name in a body. */
type Place = readonly (string | number)[];

/**
 * Converts a body in the shape of its call to fields by name. A name that the shape does not list is returned under a
 * name that no field has, so that it is refused like every name that may not be sent; `isIgnoring` omits it.
 */
export function fieldsFromShape(entries: readonly ShapeEntry[], body: Json, isIgnoring = false): Json {
  if (!isObject(body)) return body;
  const input: { [name: string]: Json } = Object.create(null);
  gather(entries, body, { above: [], isIgnoring }, input);
  return input;
}

function gather(
  entries: readonly ShapeEntry[],
  body: { readonly [name: string]: Json },
  within: { readonly above: Place; readonly isIgnoring: boolean },
  input: { [name: string]: Json },
): void {
  const { above, isIgnoring } = within;
  for (const [key, value] of Object.entries(body)) {
    const entry = entries.find((each) => each.key === key);
    const place = [...above, key];
    if (entry?.kind === 'field') input[entry.field] = value ?? null;
    else if (entry?.kind === 'lines') input[entry.field] = takenLines(entry.entries, value ?? null, isIgnoring);
    else if (entry?.kind === 'nested') takeNamed(entry, value ?? null, { above: place, isIgnoring }, input);
    else if (entry?.kind === 'inside' && isObject(value ?? null))
      gather(entry.entries, value as { readonly [name: string]: Json }, { above: place, isIgnoring }, input);
    else if (!isIgnoring) input[unlistedName(place)] = value ?? null;
  }
}

/** Takes the records that nested members name. Other members are no input. */
function takeNamed(
  { path, naming, isList }: NestedEntry,
  value: Json,
  { above, isIgnoring }: { readonly above: Place; readonly isIgnoring: boolean },
  input: { [name: string]: Json },
): void {
  const [field] = path;
  if (field === undefined) return;
  const nameIn = (sent: Json, place: Place): Json | undefined => {
    if (naming === null || sent === null) return sent;
    if (!isObject(sent)) return NO_NAME;
    for (const [key, other] of Object.entries(sent))
      if (key !== naming && !isIgnoring) input[unlistedName([...place, key])] = other ?? null;
    return sent[naming];
  };
  if (!isList) {
    const name = nameIn(value, above);
    if (name !== undefined) input[field] = name;
  } else if (Array.isArray(value))
    input[field] = (value as readonly Json[]).map((each, index) => nameIn(each, [...above, index]) ?? NO_NAME);
  else input[field] = value;
}

/** What is no name of a record. The engine refuses it for its type. */
const NO_NAME: Json = {};

/**
 * Converts each line to fields by name. A line may always have its id, under `id` if the shape gives it no other name.
 */
function takenLines(entries: readonly ShapeEntry[], lines: Json, isIgnoring: boolean): Json {
  if (!Array.isArray(lines)) return lines;
  const all = withId(entries);
  return (lines as readonly Json[]).map((line) => fieldsFromShape(all, line, isIgnoring));
}

function withId(entries: readonly ShapeEntry[]): readonly ShapeEntry[] {
  const isNamed = fieldsOf(entries).includes('id') || entries.some(({ key }) => key === 'id');
  return isNamed ? entries : [...entries, { kind: 'field', key: 'id', field: 'id' }];
}

/** Begins the name of a member that the shape does not list. No field has such a name, and no message trims it. */
const UNLISTED = '\u001f';

const unlistedName = (place: Place): string => `${UNLISTED}${JSON.stringify(place)}`;

/** Returns the name under which a body that may not state a field has it, so that the field is refused. */
export const refusedName = (entries: readonly ShapeEntry[], field: string): string =>
  unlistedName(placesOf(entries, []).get(field)?.place ?? [field]);

/**
 * Converts the field names in a refusal back to the names in the request that was sent: those of its query, otherwise of
 * its body.
 */
export function refusalInShape(
  entries: readonly ShapeEntry[],
  refusal: Refusal,
  query: readonly Pick<QueryInput, 'parameter' | 'field'>[] = [],
): Refusal {
  if (refusal.failures.length === 0) return refusal;
  const inQuery = query.map(({ parameter, field }): [string, FieldPlace] => [
    field,
    { place: [parameter], lines: null },
  ]);
  const places: Places = new Map([...placesOf(entries, []), ...inQuery]);
  const failures = refusal.failures.map((failed) => {
    const { path, message } = inShape(places, failed.path, failed.message);
    return { ...failed, path, message };
  });
  const [before, after] = [refusal.failures[0], failures[0]];
  // A refusal for one reason has the message of its failure.
  const isShared = refusal.message === before?.message && after !== undefined;
  return { ...refusal, failures, ...(isShared ? { message: after.message } : {}) };
}

type ShapedFailure = Pick<Failure, 'path' | 'message'>;

function inShape(places: Places, path: Failure['path'], message: string): ShapedFailure {
  const [name, ...rest] = path;
  if (typeof name !== 'string') return { path, message };
  const shapePlace = places.get(name);
  const isUnlisted = name.startsWith(UNLISTED);
  const place = isUnlisted ? (JSON.parse(name.slice(UNLISTED.length)) as Place) : (shapePlace?.place ?? [name]);
  const text = isUnlisted ? message.replaceAll(name, place.join('.')) : message;
  const [line, ...field] = rest;
  if (shapePlace?.item != null && typeof line === 'number') return { path: [...place, line, shapePlace.item], message };
  if (shapePlace?.lines == null || typeof line !== 'number') return { path: [...place, ...rest], message: text };
  const inside = inShape(placesOf(withId(shapePlace.lines), []), field, text);
  return { path: [...place, line, ...inside.path], message: inside.message };
}

/** By field: its path in the body, the shape of its lines, and the member that names each record of a list. */
type Places = ReadonlyMap<string, FieldPlace>;

interface FieldPlace {
  readonly place: Place;
  readonly lines: readonly ShapeEntry[] | null;
  readonly item?: string | null;
}

function placesOf(entries: readonly ShapeEntry[], above: Place): Places {
  return new Map(
    entries.flatMap((entry): [string, FieldPlace][] => {
      const place = [...above, entry.key];
      if (entry.kind === 'inside') return [...placesOf(entry.entries, place)];
      if (entry.kind === 'nested') {
        const { naming, isList } = entry;
        const own = naming === null || isList ? place : [...place, naming];
        return entry.path
          .slice(0, 1)
          .map((field) => [field, { place: own, lines: null, item: isList ? naming : null }]);
      }
      if (!('field' in entry)) return [];
      return [[entry.field, { place, lines: entry.kind === 'lines' ? entry.entries : null }]];
    }),
  );
}
