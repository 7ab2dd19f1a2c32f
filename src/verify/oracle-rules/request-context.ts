import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import { evaluate, type Scope, within } from '../evaluator/evaluate.ts';
import { attributeNamed, entityNamed, personEntity, roleNamed } from '../evaluator/names.ts';
import type { Outcome, Row, Val } from '../evaluator/value.ts';
import { lineRow, valueIn } from '../evaluator/wire.ts';
import type { Json, Refused, Stored, Trash, World } from '../evaluator/world.ts';

/** The context of one request: a person, a world and a time. */
export interface RequestContext {
  readonly model: Model;
  readonly world: World;
  readonly zone: string;
  readonly now: number;
  /** The record of the person; null if nobody is signed in. */
  readonly person: Stored | null;
  /** Names of all roles, including those of everyone; for a guest, the guest roles. */
  readonly roles: readonly string[];
  /** The deleted records; absent where nothing is remembered of them. */
  readonly trash?: Trash;
  /** Set if the product acts by its clock. */
  readonly clock?: true;
}

export function requestContextOf(model: Model, world: World, who: string | null, now: number): RequestContext {
  const found = who === null ? undefined : world.get(who);
  const person = found !== undefined && found.entity === personEntity(model)?.name ? found : null;
  return {
    model,
    world,
    zone: model.product.timeZone.value ?? 'UTC',
    now,
    person,
    roles: person === null ? closed(model, guestRoles(model)) : rolesOf(model, person),
  };
}

/** Returns the roles in the role field and each role of everyone who signs in. */
export function rolesOf(model: Model, person: Stored): readonly string[] {
  const field = personEntity(model)?.fields.find((each) => each.type.kind === 'role');
  const held = field === undefined ? null : (person.values.get(field.name) ?? null);
  const own = Array.isArray(held) ? held.map(String) : held === null ? [] : [String(held)];
  const everyone = model.roles.filter((role) => role.everyone || role.relation.length > 0).map((role) => role.name);
  return closed(model, [...own, ...everyone]);
}

/** Returns the roles of people who have not signed in. */
const guestRoles = (model: Model): readonly string[] => model.roles.flatMap(({ name, guest }) => (guest ? [name] : []));

/** Adds the roles that these include, directly or indirectly. */
function closed(model: Model, names: readonly string[]): readonly string[] {
  const stated = [...new Set(names)].filter((name) => roleNamed(model, name) !== null);
  const included = stated.flatMap((name) => (roleNamed(model, name)?.includes ?? []).map((role) => role.name));
  const more = included.filter((name) => !stated.includes(name) && roleNamed(model, name) !== null);
  return more.length === 0 ? stated : closed(model, [...stated, ...more]);
}

/** Returns a stored record as expressions see it. Fields in `unknown` are unknown. */
export function rowOf(model: Model, { entity, id, values }: Stored, unknown: Unknown = nothingUnknown): Row {
  const get = (field: string): Outcome => {
    const thing = attributeNamed(model, entity, field);
    if (thing === null || unknown(field)) return undefined;
    const json = field === 'id' ? id : values.get(field);
    if (thing.type.kind !== 'list' || !Array.isArray(json)) {
      return valueIn(model, thing.type, json, thing.kind === 'field' && thing.field.ignoringCase);
    }
    const { entity: lines } = thing.type;
    const rows = json.map((line: Json, index) =>
      lineRow(model, lines, line, (name) => unknown(`${field}[${index}].${name}`), `${id} ${field} ${index}`),
    );
    return rows.length === 0 ? null : { k: 'list', items: rows.map((row) => ({ k: 'line', row })) };
  };
  return { entity, id, get };
}

const keptRows = new WeakMap<Model, WeakMap<Stored, Row>>();

/** Memoized row of a record in the world, which is replaced and never modified. */
function keptRow(model: Model, stored: Stored): Row {
  const rows = keptRows.get(model) ?? new WeakMap<Stored, Row>();
  keptRows.set(model, rows);
  const known = rows.get(stored);
  if (known !== undefined) return known;
  const row = rowOf(model, stored);
  const outcomes = new Map<string, Outcome>();
  const get = (field: string): Outcome => {
    if (!outcomes.has(field)) outcomes.set(field, row.get(field));
    return outcomes.get(field);
  };
  const remembering = { ...row, get };
  rows.set(stored, remembering);
  return remembering;
}

/** By path: `title`, `lines[0].amount`. */
export type Unknown = (path: string) => boolean;

const nothingUnknown: Unknown = () => false;

/** Returns the scope of an expression over a row, without permission checks. */
export function scopeOf(context: RequestContext, row: Row | null, old: Row | null = null): Scope {
  const { model, world, zone, now } = context;
  const find = (entity: string, id: string): Row | null => {
    if (row !== null && row.entity === entity && row.id === id) return row;
    const found = world.get(id);
    return found === undefined || found.entity !== entity ? null : keptRow(model, found);
  };
  const all = (entity: string): readonly Row[] => allOf(model, world, entity, row);
  return { model, zone, now, row, old, me: currentPerson(context), locals: new Map(), find, all };
}

/**
 * Returns the records of an entity, with the current one as it will be; for lines, those in the lists of their records.
 */
function allOf(model: Model, world: World, entity: string, at: Row | null): readonly Row[] {
  const owner = entityNamed(model, entity)?.belongsTo ?? null;
  const ofEntity = [...world.values()].filter((stored) => stored.entity === (owner?.name ?? entity));
  const rows = ofEntity.map((stored) =>
    at !== null && at.entity === stored.entity && at.id === stored.id ? at : keptRow(model, stored),
  );
  const withCurrent = at !== null && at.entity === (owner?.name ?? entity) && !rows.includes(at) ? [...rows, at] : rows;
  if (owner === null) return withCurrent;
  const lists =
    entityNamed(model, owner.name)?.fields.filter(({ type }) => type.kind === 'list' && type.entity === entity) ?? [];
  return withCurrent.flatMap((row) => lists.flatMap(({ name }) => linesOfValue(row.get(name))));
}

/** Returns the lines of a list. */
export const linesOfValue = (of: Outcome): readonly Row[] =>
  of !== null && of !== undefined && typeof of === 'object' && of.k === 'list'
    ? of.items.flatMap((item) => (item !== null && typeof item === 'object' && item.k === 'line' ? [item.row] : []))
    : [];

export function currentPerson({ person }: RequestContext): Val {
  return person === null ? { k: 'nobody' } : { k: 'record', entity: person.entity, id: person.id };
}

/** Whether a condition certainly holds; a missing condition always holds, an invalid one never. */
export function certainlyHolds(
  context: RequestContext,
  condition: { readonly tree: Tree | null } | null,
  row: Row,
  old: Row | null = null,
): boolean {
  if (condition === null) return true;
  if (condition.tree === null) return false;
  return evaluate(condition.tree, scopeOf(context, row, old)) === true;
}

/** Returns all names in an expression. */
export const namesIn = (tree: Tree): readonly string[] =>
  within(tree).flatMap((part) => (part.op === 'name' || part.op === 'member' ? [part.name] : []));

const STATUS: ReadonlyMap<string, number> = new Map([
  ['NOT_SIGNED_IN', 401],
  ['UNREADABLE', 400],
  ['UNKNOWN_PARAMETER', 400],
  ['NOT_FOUND', 404],
  ['NOT_ALLOWED', 403],
  ['CHANGED_MEANWHILE', 412],
  ['PRECONDITION_REQUIRED', 428],
  ['WRONG_STATE', 409],
  ['NOT_MET', 409],
  ['IN_USE', 409],
]);

/** Returns a refusal with the status of the catalogue, otherwise that of the standard code, otherwise `otherwise`. */
export function refusal(model: Model, code: string, faults: Refused['faults'] = [], otherwise = 422): Refused {
  const stated = model.errors.find((error) => error.code === code)?.status ?? null;
  return { allowed: false, code, status: stated ?? STATUS.get(code) ?? otherwise, faults };
}
