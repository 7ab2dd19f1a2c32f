import { defineCheck } from '../check.ts';
import { constantUses } from '../constants.ts';

export const check = defineCheck({
  code: 'constant-never-used',
  point: 9,
  severity: 'warning',
  about: 'A constant that no formula, bound, call or message uses.',
  *find(context) {
    const uses = constantUses(context);
    for (const { id, name, at, standing } of context.schema.constants.values()) {
      if (standing === 'assumed' || uses.has(name)) continue;
      yield {
        element: id,
        at,
        message: `Nothing uses ${name}, so changing it changes nothing.`,
        next: `Write ${name} where it should count, such as a rule of point 5, or remove it.`,
      };
    }
  },
});
