import { checkExpression } from '../../../expressions/check.ts';
import { parseExpression } from '../../../expressions/parse.ts';
import { wordsOf } from '../../../expressions/words.ts';
import type { Schema } from '../../../model/schema.ts';

/** A condition that is no row of chips, in words; null where it does not check. */
export function explained(text: string, entity: string, schema: Schema): string | null {
  const { tree } = parseExpression(text);
  if (tree === null) return null;
  const { typed } = checkExpression(tree, { schema, entity, wants: { t: 'boolean' } });
  return typed === null ? null : wordsOf(typed, { schema });
}
