import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Row } from '../../fields/text/value.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import { base64url } from '../records/etag.ts';

/**
 * The decision about one field of one record, which may hold a new token: 128 bits that nobody tells without the seed, which
 * is drawn for each write and kept nowhere. The same while one decision is worked out again and again over more facts.
 */
export function withToken(
  context: Context,
  entity: Pick<PreparedEntity, 'name'>,
  { id, version }: Pick<Row, 'id' | 'version'>,
  field: string,
): Context {
  const seed = context.facts.seed?.();
  if (seed === undefined) return context;
  const of = JSON.stringify([seed, entity.name, id, version, field]);
  const token = () => base64url(sha256(utf8ToBytes(of)).subarray(0, 16));
  return { ...context, token };
}
