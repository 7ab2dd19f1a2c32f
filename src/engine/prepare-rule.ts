import type { Rule } from '../model/model.ts';
import type { PreparedRule } from './app.ts';
import { CONDITION, compiledOf, type Place } from './compiled.ts';
import { fieldOfRule } from './typed-walk.ts';

/** A rule without an error of its own fails with this code. */
export const RULE_CODE = 'NOT_VALID';

/** A rule with its condition compiled, and where its failure stands. */
export function prepareRule(rule: Rule, place: Place): PreparedRule {
  const condition = rule.condition === null ? null : compiledOf(rule.condition, CONDITION, place);
  return {
    rule,
    condition,
    code: rule.error?.name ?? RULE_CODE,
    field: rule.field?.name ?? (condition === null ? null : fieldOfRule(condition.typed)),
    reads: new Set((condition?.reads ?? []).flatMap((path) => path[0] ?? [])),
  };
}
