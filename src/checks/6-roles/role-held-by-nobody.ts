import { withIncluded } from '../../model/lookups/roles.ts';
import { defineCheck } from '../check.ts';
import { listed } from '../places.ts';

export const check = defineCheck({
  code: 'role-held-by-nobody',
  point: 6,
  severity: 'warning',
  about: 'Roles that nobody can hold, since people have no field that says which roles they have.',
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
      message: `Nobody can hold ${listed(names, 'or')}: no field of ${people.name} is a Role.`,
      next: `Add a field to ${people.name} in point 3, as in \`- role: Role\`; or say of each role who holds it: “everyone who signs in”, or “whoever is” and where it stands.`,
      witness: `Whoever signs in may do what everyone may; nobody is ever ${listed(names, 'or')}.`,
    };
  },
});
