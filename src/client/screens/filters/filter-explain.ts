import { checkExpression } from '../../../expressions/infer/check.ts';
import { parseExpression } from '../../../expressions/syntax/parse.ts';
import { wordsOf } from '../../../expressions/wording/words.ts';
import type { Schema } from '../../../model/lookups/schema.ts';

/** A condition that is no row of chips, in words; null where it does not check. */
export function explained(text: string, entity: string, schema: Schema): string | null {
  const { tree } = parseExpression(text);
  if (tree === null) return null;
  const { typed } = checkExpression(tree, { schema, entity, wants: { t: 'boolean' } });
  return typed === null ? null : wordsOf(typed, { schema });
}
