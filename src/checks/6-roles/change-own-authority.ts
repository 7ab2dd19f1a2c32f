import { decidingFields } from '../access/authority-fields.ts';
import { listed } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { holdsForOthers } from '../transitions/grant-conditions.ts';

export const check = defineCheck({
  code: 'change-own-authority',
  point: 6,
  severity: 'warning',
  about: 'A cell that lets people change a field of their own that decides who may do what, which nobody may.',
  *find(context) {
    const person = context.schema.person?.entity;
    if (person === undefined) return;
    const deciding = decidingFields(context);
    const authority = new Map(
      person.fields.flatMap(({ name, type, signIn }) => {
        if (!signIn && type.kind !== 'role' && !deciding.has(name)) return [];
        return [[name, signIn ? 'it is how they sign in' : 'it decides who may do what'] as const];
      }),
    );
    for (const cell of context.model.permissions) {
      const { grant, operation, entity, role, id, at, standing } = cell;
      if (standing !== 'stated' || entity !== person.name || operation !== 'change' || grant.kind !== 'yes') continue;
      const named = cell.field === null ? grant.fields?.map(({ name }) => name) : [cell.field];
      const closed = (named ?? []).filter((name) => authority.has(name));
      if (closed.length === 0 || holdsForOthers(cell, context)) continue;
      const why = closed.length === 1 ? authority.get(closed[0] ?? '') : 'they decide who may do what';
      yield {
        element: id,
        at: grant.where?.at ?? at,
        message: `${role} may never change ${listed(closed)} here: the cell is about themselves, and nobody changes ${listed(closed)} of their own, since ${why}.`,
        next: `Take ${listed(closed)} out of this cell; let another role change ${closed.length === 1 ? 'it' : 'them'} for others.`,
      };
    }
  },
});
