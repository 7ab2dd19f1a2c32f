import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { TokenForm } from '../../expressions/types/scope.ts';
import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import type { Context } from '../context/decision-context.ts';
import { base64url } from '../records/etag.ts';

/** How many random texts are tried until one is free. If all are taken, the last is refused as not unique. */
const MAX_TRIES = 50;

/**
 * Returns a context in which a token can be generated for one field of one record. It can't be guessed without the seed,
 * which is random for each write and not stored, and is the same when a decision is repeated with more facts. In a
 * unique field it is the first of several that no other record has.
 */
export function withToken(
  context: Context,
  entity: Pick<CompiledEntity, 'name' | 'unique'>,
  { id, version }: Pick<Row, 'id' | 'version'>,
  field: string,
): Context {
  const seed = context.facts.seed?.();
  if (seed === undefined) return context;
  const of = [seed, entity.name, id, version, field];
  const isUnique = entity.unique.some(({ name }) => name === field);
  const token = (form: TokenForm | null): string => {
    if (form === null) return base64url(hash(of).subarray(0, 16));
    let made = '';
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      made = textOf(form, [...of, attempt]);
      const need = { entity: entity.name, field, value: made, except: id };
      if (!isUnique || context.facts.taken(need) !== true) return made;
    }
    return made;
  };
  return { ...context, token };
}

const hash = (of: readonly (string | number)[]): Uint8Array => sha256(utf8ToBytes(JSON.stringify(of)));

/** Chooses characters by random bytes; bytes that would prefer some characters are skipped. */
function textOf({ length, alphabet }: TokenForm, of: readonly (string | number)[]): string {
  const most = 256 - (256 % alphabet.length);
  let made = '';
  let count = 0;
  for (let block = 0; count < length; block += 1)
    for (const byte of hash([...of, block])) {
      if (byte >= most || count === length) continue;
      made += alphabet[byte % alphabet.length] ?? '';
      count += 1;
    }
  return made;
}
