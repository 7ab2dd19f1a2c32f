import { addressField } from '../../model/lookups/roles.ts';
import type { Field, Machine, Permission, Transition } from '../../model/types/model.ts';
import { authorityFields } from '../access/authority-fields.ts';
import { holdersOf } from '../access/field-access.ts';
import { roleChangesByEffects } from '../access/role-changes.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck, type Finding } from '../runner/check.ts';
import { canHoldForOthers, isOwnOnly } from '../transitions/grant-conditions.ts';
import { describeTransition } from '../transitions/possible-moves.ts';

export const check = defineCheck({
  code: 'who-becomes-whom',
  point: 6,
  severity: 'note',
  about: 'Who may change authority fields, and which roles people can obtain through them, in how many steps.',
  *find(context) {
    const person = context.schema.person?.entity;
    if (person === undefined || person.standing !== 'stated') return;
    if (!context.model.permissions.some(({ standing }) => standing === 'stated')) return;
    const deciding = authorityFields(context);
    const signIn = person.fields.find((field) => field.signIn);
    const address = signIn === undefined ? null : addressField(person, signIn).name;
    for (const field of person.fields) {
      if (field.type.kind === 'role') {
        yield* ofRoles(field, context);
        yield* byEffects(field, context);
      } else if (field.signIn || deciding.has(field.name) || field.name === address)
        yield* ofField(field, deciding.has(field.name), context);
    }
  },
});

/** Reports who may change an authority field of other people; nothing if nobody may. */
function* ofField(field: Field, isDeciding: boolean, context: CheckContext): Generator<Finding> {
  const entity = context.schema.person?.entity.name ?? '';
  // Creating a person does not affect existing people, and nobody may change their own field.
  const cells = field.fixed ? [] : context.access.cells(entity, 'change');
  const changing = cells.filter(
    (cell) => grantOf(cell, field.name) !== null && context.access.canHold(cell.role) && !isOwnOnly(cell, context),
  );
  const roles = [...new Set(changing.map(({ role }) => role))];
  const other = isDeciding ? 'decides what others may do' : 'receives the links to choose a password';
  const means = field.signIn ? 'is how people sign in' : other;
  if (roles.length === 0) return;
  const message = `${entity}.${field.name} ${means}; ${joinNames(roles)} may change it for others.`;
  yield { element: field.id, at: field.at, message, next: NEXT };
}

const NEXT = 'If this is intended, leave it. Each change is recorded in a separate log.';

/**
 * Reports one note for each role that may give roles. Nobody changes their own roles: that takes a second person with
 * the same role.
 */
function* ofRoles(field: Field, context: CheckContext): Generator<Finding> {
  const path = `${context.schema.person?.entity.name}.${field.name}`;
  const giving = givingByRole(field, context);
  const about = { element: field.id, at: field.at, next: NEXT };
  if (giving.size === 0) yield { ...about, message: `Nobody may change ${path}, so nobody can be given a role.` };
  for (const [role, given] of giving) {
    const held = context.access.certainRoles(role);
    const others = [...given].filter((name) => !held.has(name));
    const become = given.has(role) && others.length > 0 ? `, and so become ${joinNames(others, 'or')} in 2 steps` : '';
    yield {
      ...about,
      message: `Through ${path}, ${role} can make somebody ${joinNames([...given], 'or')} in 1 step${become}.`,
    };
  }
}

/**
 * Reports one note for each transition that gives people a role: stated roles, or those of the person who raises it.
 */
function* byEffects(field: Field, context: CheckContext): Generator<Finding> {
  for (const { machine, transition, at, gives } of roleChangesByEffects(field, context)) {
    const raisers = raisersOf(machine, transition, context);
    if (raisers !== null && raisers.length === 0) continue;
    const who = raisers === null ? 'the product' : joinNames(raisers, 'or');
    const isEverybody = context.access.everyone.some(({ name }) => raisers?.includes(name));
    const become =
      isEverybody && gives.names.length > 0 ? `, and so become ${joinNames(gives.names, 'or')} in 2 steps` : '';
    const said = gives.names.length === 0 ? [] : [joinNames([...new Set(gives.names)], 'or')];
    const chosen = gives.whole ? [] : [raisers === null ? 'any role in the data' : chosenBy(field, raisers, context)];
    const message = `Through ${describeTransition(machine, transition)}, ${who} can make somebody ${[...said, ...chosen].join(', or ')} in 1 step${become}.`;
    yield { element: transition.id, at, also: [field.at], message, next: NEXT };
  }
}

/**
 * Returns the roles that may raise a transition; null for a timer. A creation is raised by the roles that may create
 * the record.
 */
function raisersOf({ entity }: Machine, { who, timer, from }: Transition, { access }: CheckContext): string[] | null {
  if (timer !== null) return null;
  if (who !== null && who.length > 0) return who.map(({ name }) => name);
  if (who === null && from !== null) return [];
  const cells = access.cells(entity, from === null ? 'create' : 'change');
  return [...new Set(cells.flatMap(({ role, grant }) => (grant.kind === 'yes' && access.canHold(role) ? [role] : [])))];
}

/**
 * Describes which roles a value from data can give: those that the raiser has, or any role if a cell of the raiser
 * allows that.
 */
function chosenBy(field: Field, raisers: readonly string[], context: CheckContext): string {
  const own = 'any role that they have themselves';
  const isRaising = (role: string) =>
    raisers.some((name) => name === role || context.access.certainRoles(role).has(name));
  const all = changers(field, context).filter(({ role, any }) => any && isRaising(role));
  return all.length === 0 ? own : `${own}, and ${joinNames(all.map(({ role }) => role))} any role`;
}

/**
 * Returns the roles that each role may give: any role if its cell allows that, otherwise those that its holders have.
 */
function givingByRole(field: Field, context: CheckContext): ReadonlyMap<string, ReadonlySet<string>> {
  const everyone = context.access.everyone.map(({ name }) => name);
  const found = new Map<string, ReadonlySet<string>>();
  for (const { role, any } of changers(field, context)) {
    const isAnybodys = everyone.includes(role);
    // A person with a role that includes this one may give that role too.
    for (const holder of isAnybodys ? [role] : [role, ...holdersOf([role], context)]) {
      const held = context.access.certainRoles(holder);
      const all = context.model.roles.filter((given) => any || held.has(given.name));
      const given = all.map(({ name }) => name).filter((name) => !everyone.includes(name));
      found.set(holder, new Set([...(found.get(holder) ?? []), ...given]));
    }
  }
  return new Map([...found].filter(([, roles]) => roles.size > 0));
}

/**
 * Returns the roles that may create people or change the field, each once; `any` if one of their cells allows any role.
 */
function changers(field: Field, context: CheckContext): { readonly role: string; readonly any: boolean }[] {
  const { schema, access } = context;
  const entity = schema.person?.entity.name ?? '';
  const cells = [...(field.fixed ? [] : access.cells(entity, 'change')), ...access.cells(entity, 'create')];
  const found = new Map<string, boolean>();
  for (const cell of cells) {
    const granted = grantOf(cell, field.name);
    // Nobody may change their own field.
    if (cell.operation === 'change' && !canHoldForOthers(cell, context)) continue;
    if (granted !== null && access.canHold(cell.role))
      found.set(cell.role, (found.get(cell.role) ?? false) || granted.any);
  }
  return [...found].map(([role, any]) => ({ role, any }));
}

function grantOf({ grant }: Permission, field: string): { readonly any: boolean } | null {
  if (grant.kind !== 'yes') return null;
  if (grant.fields === null) return { any: false };
  return grant.fields.find(({ name }) => name === field) ?? null;
}
