import type { Row, Values } from '../../fields/text/value.ts';
import { noValues } from '../../fields/text/value.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import { isGranted, mayReadRecord, readGrants } from '../context/permissions.ts';
import type { Digest } from '../core/digest.ts';
import { readableValue } from './readable-references.ts';
import { wireFields } from './wire-value.ts';

/**
 * Returns the values of a record that the person may read. A field that the person may never read is absent; one that
 * they may not read on this record is null. Returns null if they may not read the record.
 */
export function readableValues(context: Context, row: Row): Values | null {
  if (!mayReadRecord(context, row)) return null;
  const entity = entityOf(context.model, row.entity);
  const { read } = entity.permissions;
  const grants = readGrants(context, row);
  const scope = scopeOf(context, row);
  const values = noValues();
  for (const [name, gate] of readPolicyFor(context.model, entity, context.principal).fields) {
    const isReadable = gate === null || isGranted(read, context.principal, grants, name, scope);
    values[name] = name === 'id' ? row.id : isReadable ? (row.values[name] ?? null) : null;
  }
  for (const [name, type] of entity.readerDependent)
    if (name in values) values[name] = readableValue(context, values[name] ?? null, type);
  return values;
}

/** Returns the ETag of what this person may read of the record; null if they may not read it. */
export function etagOfReadable(context: Context, row: Row): string | null {
  const cached = cachedEtag(context, row);
  if (cached !== null) return cached;
  const values = readableValues(context, row);
  if (values === null) return null;
  return cacheEtag(context, row, () =>
    etagOf(context.model, row, JSON.stringify(wireFields(context.model, row, values))),
  );
}

/** Returns the cached ETag of this row for this principal. Null if there is none, or if it depends on other data. */
function cachedEtag({ model, principal }: Context, row: Row): string | null {
  const cached = model.responseCache.etags.get(row);
  if (cached === undefined || cached.person !== principal.row || cached.link !== principal.link) return null;
  return cached.roles === rolesKey(model, principal) ? cached.tag : null;
}

/**
 * Returns the ETag of a row whose `readableValues` were just computed in this context. Caches it with the row if no
 * other data was read for it.
 */
export function cacheEtag(context: Context, row: Row, make: () => string): string {
  const { model, principal, otherReads } = context;
  const isAlone = !otherReads.asked && otherReads.person === principal.row;
  const tag = cachedEtag(context, row) ?? make();
  if (isAlone)
    model.responseCache.etags.set(row, {
      person: principal.row,
      roles: rolesKey(model, principal),
      link: principal.link,
      tag,
    });
  return tag;
}

/**
 * A strong, quoted ETag: 128 bits of a hash over the JSON of what the person reads, including the visible part of
 * lines.
 */
export const etagOf = ({ digest }: Pick<CompiledModel, 'digest'>, { entity, id }: Row, fields: string): string =>
  etagOfContent(`${JSON.stringify([entity, id])}${fields}`, digest);

/** Returns the ETag of a text. */
export const etagOfContent = (content: string, digest: Digest): string => `"${digest(content).slice(0, 32)}"`;

/** Encodes bytes as base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
