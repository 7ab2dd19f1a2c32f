import { withIncluded } from '../../model/lookups/roles.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'role-held-by-nobody',
  point: 6,
  severity: 'warning',
  about: 'Roles that nobody can hold, because people have no field for their role.',
  *find({ access, model, schema }) {
    const people = schema.person?.entity;
    if (people === undefined || people.standing !== 'stated' || access.roleField !== null) return;
    const given = model.roles.filter(({ everyone, guest, relation }) => everyone || guest || relation.length > 0);
    const held = new Set(
      withIncluded(
        given.map(({ name }) => name),
        schema,
      ),
    );
    const never = model.roles.filter(({ name, standing }) => standing === 'stated' && !held.has(name));
    const [first, ...others] = never;
    if (first === undefined) return;
    const names = never.map(({ name }) => name);
    yield {
      element: first.id,
      at: first.at,
      also: [...others.map(({ at }) => at), people.at],
      message: `Nobody can hold ${joinNames(names, 'or')}: ${people.name} has no field of type Role.`,
      next: `Add a field to ${people.name} in point 3, as in \`- role: Role\`; or state who holds each role: “everyone who signs in”, or “whoever is” and a field.`,
      witness: `People who sign in only have the permissions of everyone; nobody is ever ${joinNames(names, 'or')}.`,
    };
  },
});
