import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Row, Values } from '../fields/value.ts';
import { noValues } from '../fields/value.ts';
import { type Context, entityOf, scopeOf } from './context.ts';
import { gatesOf } from './gates.ts';
import { admits, mayReadRecord, reading } from './permissions.ts';
import { plain } from './row.ts';

/**
 * The values that the person reads of a record: what they never read is absent, what they may not read on this record
 * is empty. Null: not the record either.
 */
export function readableValues(context: Context, row: Row): Values | null {
  if (!mayReadRecord(context, row)) return null;
  const entity = entityOf(context.app, row.entity);
  const { read } = entity.permissions;
  const grants = reading(context, row);
  const scope = scopeOf(context, row);
  const values = noValues();
  for (const [name, gate] of gatesOf(context.app, entity, context.who).fields) {
    const seen = gate === null || admits(context, read, grants, name, scope);
    values[name] = name === 'id' ? row.id : seen ? (row.values[name] ?? null) : null;
  }
  return values;
}

/** The tag of what this person may read of it; null where they may not. */
export function etagOfReadable(context: Context, row: Row): string | null {
  const values = readableValues(context, row);
  return values === null ? null : etagOfValues(row, values);
}

/** Strong and quoted: 128 bits over the values by name, in the order of the names. */
export function etagOfValues(row: Row, values: Values): string {
  const names = Object.keys(values).sort();
  const content = JSON.stringify([row.entity, row.id, names.map((name) => [name, plain(values[name] ?? null)])]);
  return `"${base64url(sha256(utf8ToBytes(content)).subarray(0, 16))}"`;
}

/** URL-safe text of bytes, without padding. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
