import type { Schema } from '../../model/lookups/schema.ts';
import { authorityFields } from '../access/authority-fields.ts';
import { fieldsSentBy } from '../lookups/call-inputs.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { canHoldForOthers } from '../transitions/grant-conditions.ts';

export const check = defineCheck({
  code: 'change-own-authority',
  point: 6,
  severity: 'warning',
  about: 'A cell that allows people to change their own authority fields, which nobody may.',
  *find(context) {
    const person = context.schema.person?.entity;
    if (person === undefined) return;
    const deciding = authorityFields(context);
    const authority = new Map(
      person.fields.flatMap(({ name, type, signIn }) => {
        if (!signIn && type.kind !== 'role' && !deciding.has(name)) return [];
        return [[name, signIn ? 'people sign in with it' : 'it decides who may do what'] as const];
      }),
    );
    const opened = signInNameOfOwner(context.schema);
    for (const cell of context.model.permissions) {
      const { grant, operation, entity, role, id, at, standing } = cell;
      if (standing !== 'stated' || entity !== person.name || operation !== 'change' || grant.kind !== 'yes') continue;
      const named = cell.field === null ? grant.fields?.map(({ name }) => name) : [cell.field];
      const closed = (named ?? []).filter((name) => authority.has(name) && name !== opened);
      if (closed.length === 0 || canHoldForOthers(cell, context)) continue;
      const why = closed.length === 1 ? authority.get(closed[0] ?? '') : 'they decide who may do what';
      yield {
        element: id,
        at: grant.where?.at ?? at,
        message: `This cell never allows ${role} to change ${joinNames(closed)}: it is about their own record, and nobody may change their own ${joinNames(closed)}, because ${why}.`,
        next: `Remove ${joinNames(closed)} from this cell, and allow another role to change ${closed.length === 1 ? 'it' : 'them'} for others.`,
      };
    }
  },
});

/** Returns the field with which people sign in, if a call about the caller lets them change it; null otherwise. */
function signInNameOfOwner(schema: Schema): string | null {
  const { person } = schema;
  const field = person?.entity.fields.find(({ signIn }) => signIn)?.name ?? null;
  const isSent = schema.model.calls.some(
    (call) =>
      call.does.kind === 'account' &&
      call.does.act === 'change me' &&
      fieldsSentBy(call, person ?? undefined, schema)?.some(({ name }) => name === field) === true,
  );
  return isSent ? field : null;
}
