import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import { base64url } from '../records/etag.ts';

/**
 * Returns a context in which a token can be generated for one field of one record: 128 bits that can't be guessed
 * without the seed, which is random for each write and not stored. The token is the same when a decision is repeated
 * with more facts.
 */
export function withToken(
  context: Context,
  entity: Pick<CompiledEntity, 'name'>,
  { id, version }: Pick<Row, 'id' | 'version'>,
  field: string,
): Context {
  const seed = context.facts.seed?.();
  if (seed === undefined) return context;
  const of = JSON.stringify([seed, entity.name, id, version, field]);
  const token = () => base64url(sha256(utf8ToBytes(of)).subarray(0, 16));
  return { ...context, token };
}
