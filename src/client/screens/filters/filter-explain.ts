import { checkExpression } from '../../../expressions/infer/check.ts';
import { parseExpression } from '../../../expressions/syntax/parse.ts';
import { CONDITION } from '../../../expressions/types/kinds.ts';
import { wordsOf } from '../../../expressions/wording/words.ts';
import type { Schema } from '../../../model/lookups/schema.ts';

/** Returns a filter in words; null if it does not parse or type-check. */
export function explained(text: string, entity: string, schema: Schema): string | null {
  const { tree } = parseExpression(text);
  if (tree === null) return null;
  const { typed } = checkExpression(tree, { schema, entity, wants: CONDITION });
  return typed === null ? null : wordsOf(typed, { schema });
}
