import { compileFavourably, type IsOfProduct } from '../../expressions/evaluate/compile-favourably.ts';
import { checkExpression } from '../../expressions/infer/check.ts';
import { treesWithin } from '../../expressions/syntax/trees.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Rule } from '../../model/types/model.ts';
import { CONDITION, compiledOf, type Place } from '../compiled/compiled-formula.ts';
import type { PreparedRule } from '../compiled/compiled-model.ts';
import { fieldOfRule } from '../core/typed-walk.ts';
import { conditionText } from '../errors/message-values.ts';

/** A rule without an error of its own fails with this code. */
export const RULE_CODE = 'NOT_VALID';

/** A rule with its condition compiled, and where its failure stands. */
export function prepareRule(rule: Rule, place: Place): PreparedRule {
  const condition = rule.condition === null ? null : compiledOf(rule.condition, CONDITION, place);
  let words: string | null = null;
  return {
    rule,
    condition,
    words: (app) => {
      words ??= condition === null ? '' : conditionText(app, condition.typed);
      return words;
    },
    favourably: condition === null ? null : compileFavourably(condition.typed, ofProductIn(place), place),
    code: rule.error?.name ?? RULE_CODE,
    field: rule.field?.name ?? (condition === null ? null : (fieldOfRule(condition.typed) ?? firstField(rule, place))),
    reads: new Set((condition?.reads ?? []).flatMap((path) => path[0] ?? [])),
  };
}

/** Whether nobody but the product sets a field: itself, or all that it is computed from. */
function ofProductIn({ schema }: Place): IsOfProduct {
  const isOfProduct = (entity: string, name: string, above: readonly string[] = []): boolean => {
    const attribute = schema.entities.get(entity)?.attributes.get(name);
    if (attribute?.kind !== 'field' || above.includes(name)) return false;
    const { computed, byProduct } = attribute.field;
    if (computed === null) return byProduct;
    const typed = computed.tree === null ? null : checkExpression(computed.tree, { schema, entity, wants: null }).typed;
    const read = typed === null ? [] : fieldsRead(typed);
    return (
      read.length > 0 &&
      read.every((each) => each.entity === entity && isOfProduct(entity, each.field, [...above, name]))
    );
  };
  return isOfProduct;
}

/** What is not shown takes along the names under it: then the first field that the rule names as it is written. */
function firstField({ condition }: Rule, { schema, entity }: Place): string | null {
  const attributes = schema.entities.get(entity ?? '')?.attributes;
  const named = condition?.tree == null ? [] : namesIn(condition.tree);
  return named.find((name) => attributes?.get(name)?.kind === 'field') ?? null;
}

/** Names without a path before them, in the order of the text. */
const namesIn = (tree: Tree): string[] => (tree.op === 'name' ? [tree.name] : treesWithin(tree).flatMap(namesIn));
