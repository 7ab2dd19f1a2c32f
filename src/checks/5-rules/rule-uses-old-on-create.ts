import { mentions } from '../../expressions/types/conjuncts.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import { joinNames, withArticle } from '../lookups/text-places.ts';
import { isEmpty, pathOf } from '../lookups/typed-parts.ts';
import { defineCheck } from '../runner/check.ts';
import { isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { occasionsOf } from '../transitions/rule-occasions.ts';

export const check = defineCheck({
  code: 'rule-uses-old-on-create',
  point: 5,
  severity: 'warning',
  about: 'A rule that reads `old` but is also checked on creation, where `old` is empty.',
  *find({ entities }) {
    for (const context of entities) {
      const known = { schema: context.schema, valid: true };
      for (const rule of context.rules) {
        const condition = context.typed(rule.condition);
        if (condition === null || rule.standing !== 'stated' || !mentions(condition, 'old')) continue;
        if (!occasionsOf(rule, context.machines).has('create') || rule.states.length > 0) continue;
        const parts = oldParts(condition);
        const nothing = parts.map((part) => ({ condition: isEmpty(part), truth: true }));
        const compared = [
          ...new Set(parts.flatMap((part) => (part.op === 'field' && part.of.op === 'old' ? part.field : []))),
        ];
        const filled = compared.flatMap((name) => pathOf(context.schema, context.entity.name, [name]) ?? []);
        const refuses = (given: readonly Typed[]) =>
          !isSatisfiable([...nothing, { condition, truth: true, orUnknown: true }], { ...known, filled: given });
        if (!refuses(filled) || !isSatisfiable([{ condition, truth: true }], known)) continue;
        const which = refuses([]) ? '' : ` with ${joinNames(compared, 'and')} filled in`;
        const record = withArticle(context.entity.name);
        yield {
          element: rule.id,
          at: rule.condition?.at ?? rule.at,
          message: `${rule.name} is checked when ${record} is created, when \`old\` is empty, so it refuses every new one${which}.`,
          next: `Start the condition with \`old == null or …\`, or apply the rule on “${context.entity.name}, change”.`,
          witness: witnessOf(context, {
            entity: context.entity.name,
            opens: 'form',
            outcome: `saving is refused by ${rule.name}, which compares with an earlier version that does not exist`,
          }),
        };
      }
    }
  },
});

/** Returns `old` and the paths that start at it. */
function oldParts(typed: Typed): Typed[] {
  return [...walk(typed)].filter((part) => part.op === 'old' || (part.op === 'field' && rootOf(part) === 'old'));
}

function rootOf(typed: Typed): Typed['op'] {
  return typed.op === 'field' ? rootOf(typed.of) : typed.op;
}
