import { treesWithin } from '../expressions/trees.ts';
import type { Tree } from '../model/formula.ts';
import type { Rule } from '../model/model.ts';
import type { PreparedRule } from './app.ts';
import { CONDITION, compiledOf, type Place } from './compiled.ts';
import { conditionText } from './message-values.ts';
import { fieldOfRule } from './typed-walk.ts';

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
    code: rule.error?.name ?? RULE_CODE,
    field: rule.field?.name ?? (condition === null ? null : (fieldOfRule(condition.typed) ?? firstField(rule, place))),
    reads: new Set((condition?.reads ?? []).flatMap((path) => path[0] ?? [])),
  };
}

/** What is not shown takes along the names under it: then the first field that the rule names as it is written. */
function firstField({ condition }: Rule, { schema, entity }: Place): string | null {
  const attributes = schema.entities.get(entity ?? '')?.attributes;
  const named = condition?.tree == null ? [] : namesIn(condition.tree);
  return named.find((name) => attributes?.get(name)?.kind === 'field') ?? null;
}

/** Names without a path before them, in the order of the text. */
const namesIn = (tree: Tree): string[] => (tree.op === 'name' ? [tree.name] : treesWithin(tree).flatMap(namesIn));
