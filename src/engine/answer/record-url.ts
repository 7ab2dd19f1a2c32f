import type { UrlEntry } from '../../expressions/shapes/shape-types.ts';
import type { Row, Value, Values } from '../../fields/text/value.ts';
import type { Type } from '../../model/types/types.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { addressField } from '../core/record-address.ts';
import { jsonOfKey } from '../core/record-key.ts';
import { readableValues } from '../records/etag.ts';

interface Readable {
  readonly row: Row;
  readonly values: Values;
}

/**
 * Returns the absolute address of a record under the path of a call, on the host of the request. Null if the person may
 * not read what the path names.
 */
export function urlOfRecord(context: Context, origin: string, entry: UrlEntry, record: Readable): string | null {
  let address = encodeURI(entry.address);
  for (const { parameter, path } of entry.parameters) {
    const named = recordAt(context, record, path);
    const name = named === null ? null : nameIn(context, named, { parameter, given: referencesAt(entry, path) });
    if (name === null) return null;
    address = address
      .split('/')
      .map((step) => (step === `:${encodeURI(parameter)}` ? encodeURIComponent(name) : step))
      .join('/');
  }
  return origin + address;
}

/** Returns the references of the record at a path that other parameters of the address determine. */
function referencesAt({ parameters }: UrlEntry, path: readonly string[]): ReadonlySet<string> {
  const below = parameters.flatMap(({ path: other }) =>
    other.length === path.length + 1 && path.every((name, index) => other[index] === name) ? other.slice(-1) : [],
  );
  return new Set(below);
}

interface NamedBy {
  readonly parameter: string;
  /** References of the record that are known, so that it may be named by a value that is unique among their records. */
  readonly given: ReadonlySet<string>;
}

/** Returns by what a path names a record: the field after which the parameter is named, its key or its id. */
function nameIn({ model }: Context, { row, values }: Readable, { parameter, given }: NamedBy): string | null {
  const { entity } = entityOf(model, row.entity);
  const field = addressField(entity, parameter, given) ?? model.addresses.get(row.entity)?.key ?? null;
  const name = field === null ? row.id : jsonOfKey(field, values[field.name] ?? null);
  return name === null ? null : String(name);
}

/** Follows a path of references, as far as the person may read them. */
function recordAt(context: Context, from: Readable, path: readonly string[]): Readable | null {
  let at = from;
  for (const name of path) {
    const value: Value = at.values[name] ?? null;
    const type: Type | undefined = entityOf(context.model, at.row.entity).schema.attributes.get(name)?.type;
    if (typeof value !== 'string' || type === undefined || !('entity' in type)) return null;
    const row: Row | null = context.find(type.entity, value) ?? null;
    const values: Values | null = row === null ? null : readableValues(context, row);
    if (row === null || values === null) return null;
    at = { row, values };
  }
  return at;
}
