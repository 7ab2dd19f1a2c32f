import { defineCheck } from '../runner/check.ts';
import { canFail } from '../solver/solver.ts';

export const check = defineCheck({
  code: 'rule-never-fails',
  point: 5,
  severity: 'warning',
  about: 'A rule that every valid record meets, so it checks nothing.',
  *find({ model, schema, typed }) {
    for (const rule of model.rules) {
      const condition = typed(rule.condition);
      if (condition === null || rule.standing !== 'stated' || canFail(condition, schema)) continue;
      const alone = !canFail(condition, schema, false);
      yield {
        element: rule.id,
        at: rule.condition?.at ?? rule.at,
        message: alone
          ? `${rule.name} can never fail: \`${rule.condition?.text}\` always holds.`
          : `${rule.name} can never fail: the fields of ${rule.entity} in point 3 already ensure \`${rule.condition?.text}\`.`,
        next: alone ? 'Correct the condition, or remove the rule.' : 'Make the rule stricter, or remove it.',
      };
    }
  },
});
