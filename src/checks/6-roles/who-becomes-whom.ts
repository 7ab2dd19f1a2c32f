import { addressField } from '../../model/lookups/roles.ts';
import type { Field, Machine, Permission, Transition } from '../../model/types/model.ts';
import { decidingFields } from '../authority.ts';
import { type CheckContext, defineCheck, type Finding } from '../check.ts';
import { holdersOf } from '../field-access.ts';
import { holdsForOthers, isOwnOnly } from '../grants.ts';
import { moveOf } from '../moves.ts';
import { listed } from '../places.ts';
import { givingByEffects } from '../role-givers.ts';

export const check = defineCheck({
  code: 'who-becomes-whom',
  point: 6,
  severity: 'note',
  about:
    'Who can change the fields that decide who may do what, and which roles can be had through them, in how many steps.',
  *find(context) {
    const person = context.schema.person?.entity;
    if (person === undefined || person.standing !== 'stated') return;
    if (!context.model.permissions.some(({ standing }) => standing === 'stated')) return;
    const deciding = decidingFields(context);
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

/** What nobody may change makes nobody another. */
function* ofField(field: Field, isDeciding: boolean, context: CheckContext): Generator<Finding> {
  const entity = context.schema.person?.entity.name ?? '';
  // Whoever makes a person decides nothing about those who are there, and nobody changes their own.
  const cells = field.fixed ? [] : context.access.cells(entity, 'change');
  const changing = cells.filter(
    (cell) => grantOf(cell, field.name) !== null && context.access.canHold(cell.role) && !isOwnOnly(cell, context),
  );
  const roles = [...new Set(changing.map(({ role }) => role))];
  const other = isDeciding ? 'decides what others may do' : 'is where links to choose a password are sent';
  const means = field.signIn ? 'is how people sign in' : other;
  if (roles.length === 0) return;
  const message = `${entity}.${field.name} ${means}; ${listed(roles)} may change that of others.`;
  yield { element: field.id, at: field.at, message, next: NEXT };
}

const NEXT = 'Nothing, if this is meant. Each change is kept in a log of its own.';

/** One note for each role that may give roles. Nobody changes their own: that takes a second person of the same role. */
function* ofRoles(field: Field, context: CheckContext): Generator<Finding> {
  const path = `${context.schema.person?.entity.name}.${field.name}`;
  const giving = givingByRole(field, context);
  const about = { element: field.id, at: field.at, next: NEXT };
  if (giving.size === 0) yield { ...about, message: `Nobody may change ${path}, so nobody can be given a role.` };
  for (const [role, given] of giving) {
    const held = context.access.held(role);
    const others = [...given].filter((name) => !held.has(name));
    const become = given.has(role) && others.length > 0 ? `, and so become ${listed(others, 'or')} in 2 steps` : '';
    yield {
      ...about,
      message: `Through ${path}, ${role} can make somebody ${listed([...given], 'or')} in 1 step${become}.`,
    };
  }
}

/** One note for each transition that gives people a role: which the document states, or those of whoever raises it. */
function* byEffects(field: Field, context: CheckContext): Generator<Finding> {
  for (const { machine, transition, at, gives } of givingByEffects(field, context)) {
    const raisers = raisersOf(machine, transition, context);
    if (raisers !== null && raisers.length === 0) continue;
    const who = raisers === null ? 'the product' : listed(raisers, 'or');
    const isEverybody = context.access.everyone.some(({ name }) => raisers?.includes(name));
    const become =
      isEverybody && gives.names.length > 0 ? `, and so become ${listed(gives.names, 'or')} in 2 steps` : '';
    const said = gives.names.length === 0 ? [] : [listed([...new Set(gives.names)], 'or')];
    const chosen = gives.whole
      ? []
      : [raisers === null ? 'any role that stands in the data' : chosenBy(field, raisers, context)];
    const message = `Through ${moveOf(machine, transition)}, ${who} can make somebody ${[...said, ...chosen].join(', or ')} in 1 step${become}.`;
    yield { element: transition.id, at, also: [field.at], message, next: NEXT };
  }
}

/** Whoever may raise it; null: the product, by its clock. A start is raised by whoever creates the record. */
function raisersOf({ entity }: Machine, { who, timer, from }: Transition, { access }: CheckContext): string[] | null {
  if (timer !== null) return null;
  if (who !== null && who.length > 0) return who.map(({ name }) => name);
  if (who === null && from !== null) return [];
  const cells = access.cells(entity, from === null ? 'create' : 'change');
  return [...new Set(cells.flatMap(({ role, grant }) => (grant.kind === 'yes' && access.canHold(role) ? [role] : [])))];
}

/** A value that nobody stated gives those roles that whoever raises it has; a cell that says so lets them give any. */
function chosenBy(field: Field, raisers: readonly string[], context: CheckContext): string {
  const own = 'any role that they have themselves';
  const isRaising = (role: string) => raisers.some((name) => name === role || context.access.held(role).has(name));
  const all = changers(field, context).filter(({ role, any }) => any && isRaising(role));
  return all.length === 0 ? own : `${own}, and ${listed(all.map(({ role }) => role))} any role`;
}

/** What each role may give: any role where its cell says so, else those that its holders have. */
function givingByRole(field: Field, context: CheckContext): ReadonlyMap<string, ReadonlySet<string>> {
  const everyone = context.access.everyone.map(({ name }) => name);
  const found = new Map<string, ReadonlySet<string>>();
  for (const { role, any } of changers(field, context)) {
    const isAnybodys = everyone.includes(role);
    // Whoever has a role that includes this one may give that one as well.
    for (const holder of isAnybodys ? [role] : [role, ...holdersOf([role], context)]) {
      const held = context.access.held(holder);
      const all = context.model.roles.filter((given) => any || held.has(given.name));
      const given = all.map(({ name }) => name).filter((name) => !everyone.includes(name));
      found.set(holder, new Set([...(found.get(holder) ?? []), ...given]));
    }
  }
  return new Map([...found].filter(([, roles]) => roles.size > 0));
}

/** The roles that may create people or change the field, each once; `any` where one of their cells says so. */
function changers(field: Field, context: CheckContext): { readonly role: string; readonly any: boolean }[] {
  const { schema, access } = context;
  const entity = schema.person?.entity.name ?? '';
  const cells = [...(field.fixed ? [] : access.cells(entity, 'change')), ...access.cells(entity, 'create')];
  const found = new Map<string, boolean>();
  for (const cell of cells) {
    const granted = grantOf(cell, field.name);
    // Nobody changes their own.
    if (cell.operation === 'change' && !holdsForOthers(cell, context)) continue;
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
