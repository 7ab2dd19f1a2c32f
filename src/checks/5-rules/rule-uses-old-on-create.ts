import { mentions } from '../../expressions/types/conjuncts.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import { defineCheck } from '../check.ts';
import { occasionsOf } from '../occasions.ts';
import { listed, withArticle } from '../places.ts';
import { possible } from '../reason.ts';
import { isEmpty, pathOf } from '../typed-parts.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'rule-uses-old-on-create',
  point: 5,
  severity: 'warning',
  about: 'A rule that compares with `old` and is looked at on creation too, where there is no record before.',
  *findIn(context) {
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
        !possible([...nothing, { condition, truth: true, orUnknown: true }], { ...known, filled: given });
      if (!refuses(filled) || !possible([{ condition, truth: true }], known)) continue;
      const which = refuses([]) ? '' : ` with ${listed(compared, 'and')} filled in`;
      const record = withArticle(context.entity.name);
      yield {
        element: rule.id,
        at: rule.condition?.at ?? rule.at,
        message: `${rule.name} is looked at when ${record} is created, where \`old\` is empty: it refuses every new one${which}.`,
        next: `Write \`old == null or …\` in front, or put the rule on “${context.entity.name}, change”.`,
        witness: witnessOf(context, {
          entity: context.entity.name,
          opens: 'form',
          happens: `saving is refused by ${rule.name}, which compares with a record that is not there yet`,
        }),
      };
    }
  },
});

/** `old` and what is read of it. */
function oldParts(typed: Typed): Typed[] {
  return [...walk(typed)].filter((part) => part.op === 'old' || (part.op === 'field' && rootOf(part) === 'old'));
}

function rootOf(typed: Typed): Typed['op'] {
  return typed.op === 'field' ? rootOf(typed.of) : typed.op;
}
