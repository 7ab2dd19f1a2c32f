import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { Rule } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { canFail, isSatisfiable } from '../solver/solver.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { occasionsOf } from '../transitions/rule-occasions.ts';

interface Ruling {
  readonly rule: Rule;
  readonly condition: Typed;
  readonly occasions: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
  readonly states: string;
}

/** Maximum number of pairs of rules that are compared per entity. */
const MOST_PAIRS = 2000;

export const check = defineCheck({
  code: 'rule-repeated',
  point: 5,
  severity: 'warning',
  about: 'A rule that never fails unless another rule of the entity fails with it.',
  *find({ entities }) {
    for (const context of entities) {
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
            message: `${one.name} adds nothing to ${two.name}: \`${two.condition?.text}\` fails whenever \`${one.condition?.text}\` does.`,
            next: `Remove ${one.name}, or correct one of the two.`,
            witness: witnessOf(context, {
              entity: context.entity.name,
              opens: 'form',
              outcome: `everybody who breaks ${one.name} also gets the message of ${two.name}`,
            }),
          };
          break;
        }
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

/**
 * Whether one rule is checked whenever the other is, and reads one of its fields. A warning does not cover an error.
 */
function mayCover(one: Ruling, other: Ruling): boolean {
  if (one.states !== other.states || (one.rule.severity === 'warning' && other.rule.severity === 'error')) return false;
  return (
    [...other.occasions].every((name) => one.occasions.has(name)) &&
    [...other.fields].some((name) => one.fields.has(name))
  );
}

function implies(one: Ruling, other: Ruling, { schema }: EntityContext): boolean {
  const holds = { condition: one.condition, truth: true, orUnknown: true };
  return !isSatisfiable([holds, { condition: other.condition, truth: false }], { schema, valid: true });
}
