import { withIncluded } from '../../model/lookups/roles.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'role-includes-circle',
  point: 6,
  severity: 'warning',
  about: 'Roles that include one another, so they are one role under several names.',
  *find({ model, schema }) {
    const reported = new Set<string>();
    for (const { id, name, at, includes, standing } of model.roles) {
      if (standing !== 'stated' || reported.has(name)) continue;
      const circle = includes.length === 0 ? [] : circleOf(name, schema);
      const [, ...others] = circle;
      if (circle.length === 0) continue;
      for (const each of circle) reported.add(each);
      const alone = others.length === 0;
      yield {
        element: id,
        at: includes.find((each) => circle.includes(each.name))?.at ?? at,
        also: others.map((each) => schema.roles.get(each)?.at ?? null),
        message: alone
          ? `${name} includes itself.`
          : `${joinNames(circle)} include one another, so a person with one of them has all.`,
        next: alone ? 'Remove the name.' : 'Remove one “includes”, or merge the roles.',
      };
    }
  },
});

/**
 * Returns the roles that include this one and that it includes, starting with itself; empty if it does not include
 * itself.
 */
function circleOf(role: string, schema: Schema): readonly string[] {
  const below = (name: string) => {
    const included = schema.roles.get(name)?.includes.map((each) => each.name) ?? [];
    return withIncluded(included, schema);
  };
  const own = below(role);
  if (!own.includes(role)) return [];
  return [role, ...own.filter((name) => name !== role && below(name).includes(role))];
}
