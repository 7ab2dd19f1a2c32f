import { compileBestFilled, type IsOfProduct } from '../../expressions/evaluate/compile-best-filled.ts';
import { checkExpression } from '../../expressions/infer/check.ts';
import { treesWithin } from '../../expressions/syntax/trees.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import { CONDITION } from '../../expressions/types/kinds.ts';
import type { Tree } from '../../model/types/formula.ts';
import type { Rule } from '../../model/types/model.ts';
import { type CompileContext, compiledOf } from '../compiled/compiled-formula.ts';
import type { CompiledRule } from '../compiled/compiled-model.ts';
import { fieldOfRule } from '../core/typed-walk.ts';
import { conditionText } from '../errors/message-values.ts';

/** The code of a rule that states no error. */
export const RULE_CODE = 'NOT_VALID';

/** Compiles a rule: its condition, and the field to which its failure is attached. */
export function compileRule(rule: Rule, place: CompileContext): CompiledRule {
  const condition = rule.condition === null ? null : compiledOf(rule.condition, CONDITION, place);
  let words: string | null = null;
  return {
    rule,
    condition,
    words: (model) => {
      words ??= condition === null ? '' : conditionText(model, condition.typed);
      return words;
    },
    ifBestFilled: condition === null ? null : compileBestFilled(condition.typed, ofProductIn(place), place),
    code: rule.error?.name ?? RULE_CODE,
    field: rule.field?.name ?? (condition === null ? null : (fieldOfRule(condition.typed) ?? firstField(rule, place))),
    reads: new Set((condition?.reads ?? []).flatMap((path) => path[0] ?? [])),
  };
}

/**
 * Returns a function that tells whether only the product sets a field: directly, or because all fields from which it is
 * computed are set by the product.
 */
function ofProductIn({ schema }: CompileContext): IsOfProduct {
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

/**
 * Returns the first field in the text of the rule, for a condition whose field can't be found because parts of it are
 * not shown.
 */
function firstField({ condition }: Rule, { schema, entity }: CompileContext): string | null {
  const attributes = schema.entities.get(entity ?? '')?.attributes;
  const named = condition?.tree == null ? [] : namesIn(condition.tree);
  return named.find((name) => attributes?.get(name)?.kind === 'field') ?? null;
}

/** Returns the names without a path before them, in order of the text. */
const namesIn = (tree: Tree): string[] => (tree.op === 'name' ? [tree.name] : treesWithin(tree).flatMap(namesIn));
