import { withIncluded } from '../../model/lookups/roles.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import { defineCheck } from '../check.ts';
import { listed } from '../places.ts';

export const check = defineCheck({
  code: 'role-includes-circle',
  point: 6,
  severity: 'warning',
  about: 'Roles that include one another, so that they are one role under several names.',
  *find({ model, schema }) {
    const told = new Set<string>();
    for (const { id, name, at, includes, standing } of model.roles) {
      if (standing !== 'stated' || told.has(name)) continue;
      const circle = includes.length === 0 ? [] : circleOf(name, schema);
      const [, ...others] = circle;
      if (circle.length === 0) continue;
      for (const each of circle) told.add(each);
      const alone = others.length === 0;
      yield {
        element: id,
        at: includes.find((each) => circle.includes(each.name))?.at ?? at,
        also: others.map((each) => schema.roles.get(each)?.at ?? null),
        message: alone
          ? `${name} includes itself.`
          : `${listed(circle)} include one another, so that whoever holds one of them holds all.`,
        next: alone ? 'Take the name away.' : 'Take away one “includes”, or make them one role.',
      };
    }
  },
});

/** The roles that include this one and that it includes, itself first; none where it does not come back to itself. */
function circleOf(role: string, schema: Schema): readonly string[] {
  const below = (name: string) => {
    const included = schema.roles.get(name)?.includes.map((each) => each.name) ?? [];
    return withIncluded(included, schema);
  };
  const own = below(role);
  if (!own.includes(role)) return [];
  return [role, ...own.filter((name) => name !== role && below(name).includes(role))];
}
