import type { Row, Values } from '../../fields/text/value.ts';
import { noValues } from '../../fields/text/value.ts';
import { gatesOf } from '../access/read-policy.ts';
import type { App } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import { admits, mayReadRecord, reading } from '../context/permissions.ts';
import type { Digest } from '../core/digest.ts';
import { seenValue } from './readable-references.ts';
import { wireFields } from './wire-value.ts';

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
    const seen = gate === null || admits(read, context.who, grants, name, scope);
    values[name] = name === 'id' ? row.id : seen ? (row.values[name] ?? null) : null;
  }
  for (const [name, type] of entity.telling)
    if (name in values) values[name] = seenValue(context, values[name] ?? null, type);
  return values;
}

/** The tag of what this person may read of it; null where they may not. */
export function etagOfReadable(context: Context, row: Row): string | null {
  const known = tagKept(context, row);
  if (known !== null) return known;
  const values = readableValues(context, row);
  if (values === null) return null;
  return keepTag(context, row, () => etagOf(context.app, row, JSON.stringify(wireFields(context.app, row, values))));
}

/** The tag that was made of this very row for this person; null: none, or it hung on more than the two. */
function tagKept({ app, who }: Context, row: Row): string | null {
  const known = app.told.tagged.get(row);
  if (known === undefined || known.person !== who.row || known.link !== who.link) return null;
  return known.roles === rolesKey(app, who) ? known.tag : null;
}

/**
 * The tag of a row whose `readableValues` in this context were just worked out: kept with the row where nothing else was
 * looked at for them.
 */
export function keepTag(context: Context, row: Row, make: () => string): string {
  const { app, who, beyond } = context;
  const isAlone = !beyond.asked && beyond.person === who.row;
  const tag = tagKept(context, row) ?? make();
  if (isAlone) app.told.tagged.set(row, { person: who.row, roles: rolesKey(app, who), link: who.link, tag });
  return tag;
}

/** Strong and quoted: 128 bits over the JSON of what is read, which holds of lines what is shown of them. */
export const etagOf = ({ digest }: Pick<App, 'digest'>, { entity, id }: Row, fields: string): string =>
  tagOf(`${JSON.stringify([entity, id])}${fields}`, digest);

/** The tag of a content. */
export const tagOf = (content: string, digest: Digest): string => `"${digest(content).slice(0, 32)}"`;

/** URL-safe text of bytes, without padding. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
