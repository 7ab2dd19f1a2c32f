import { pathOf } from '../../model/lookups/call-parameters.ts';
import { keyOf } from '../../model/lookups/record-key.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import { checkExpression } from '../infer/check.ts';
import { parseExpression } from '../syntax/parse.ts';
import { type AnswerMembers, targetOf } from './resolve-member.ts';
import { callOfUrl, urlEntry } from './resolve-url.ts';

/** Addresses and expressions. */
export const ANSWER_MEMBERS: AnswerMembers = {
  urlOf: ({ key, value }, entity, schema) => {
    const reading = callOfUrl(value);
    return reading === null ? undefined : urlEntry(key, reading, entity, schema);
  },
  formulaOf: ({ key, value }, entity, schema) => {
    const { tree: stated } = parseExpression(value);
    if (stated === null || value === '') return null;
    const tree = recordOfId(stated, entity, schema) ?? stated;
    const { typed } = checkExpression(tree, { schema, entity: entity.entity.name, wants: null });
    return typed === null ? null : { kind: 'formula', key, tree };
  },
};

/** Returns the expression for the record in `owner.id`, if records of its entity are named by a key; otherwise null. */
function recordOfId(tree: Tree, entity: EntitySchema, schema: Schema): Tree | null {
  const path = pathOf(tree);
  if (tree.op !== 'member' || path?.at(-1) !== 'id') return null;
  const leading = targetOf(path.slice(0, -1).join('.'), entity, schema);
  return leading === null || keyOf(leading.target.entity) === null ? null : tree.of;
}
