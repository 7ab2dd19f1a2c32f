import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Rule } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../check.ts';
import { occasionsOf } from '../occasions.ts';
import { canFail, possible } from '../reason.ts';
import { witnessOf } from '../witness.ts';

interface Ruling {
  readonly rule: Rule;
  readonly condition: Typed;
  readonly occasions: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
  readonly states: string;
}

/** How many pairs of rules of one entity are compared. */
const MOST_PAIRS = 2000;

export const check = defineCheck({
  code: 'rule-repeated',
  point: 5,
  severity: 'warning',
  about: 'A rule that never fails unless another rule of the entity fails with it.',
  *findIn(context) {
    const rulings = rulingsOf(context);
    const repeated = new Set<Ruling>();
    let pairs = 0;
    for (const [index, ruling] of rulings.entries()) {
      if (ruling.rule.point !== 5) continue;
      for (const [place, other] of rulings.entries()) {
        if (place === index || repeated.has(other) || !mayCover(other, ruling) || pairs++ > MOST_PAIRS) continue;
        if (!implies(other, ruling, context) || (place > index && implies(ruling, other, context))) continue;
        if (!canFail(ruling.condition, context.schema)) break;
        repeated.add(ruling);
        const [one, two] = [ruling.rule, other.rule];
        yield {
          element: one.id,
          at: one.condition?.at ?? one.at,
          also: [two.condition?.at ?? two.at],
          message: `${one.name} adds nothing to ${two.name}: \`${two.condition?.text}\` is broken wherever \`${one.condition?.text}\` is.`,
          next: `Remove ${one.name}, or correct one of the two.`,
          witness: witnessOf(context, {
            entity: context.entity.name,
            opens: 'form',
            happens: `whoever breaks ${one.name} is told of ${two.name} as well, every time`,
          }),
        };
        break;
      }
    }
  },
});

function rulingsOf({ rules, machines, typed }: EntityContext): Ruling[] {
  return rules.flatMap((rule) => {
    const condition = typed(rule.condition);
    if (condition === null || rule.standing !== 'stated') return [];
    const fields = new Set(fieldsRead(condition).map(({ entity, field }) => `${entity}.${field}`));
    const states = JSON.stringify(rule.states.map(({ name }) => name).sort());
    return [{ rule, condition, occasions: occasionsOf(rule, machines), fields, states }];
  });
}

/** Whether one is looked at whenever the other is, and speaks of the same fields. A warning covers no error. */
function mayCover(one: Ruling, other: Ruling): boolean {
  if (one.states !== other.states || (one.rule.severity === 'warning' && other.rule.severity === 'error')) return false;
  return (
    [...other.occasions].every((name) => one.occasions.has(name)) &&
    [...other.fields].some((name) => one.fields.has(name))
  );
}

function implies(one: Ruling, other: Ruling, { schema }: EntityContext): boolean {
  const holds = { condition: one.condition, truth: true, orUnknown: true };
  return !possible([holds, { condition: other.condition, truth: false }], { schema, valid: true });
}
