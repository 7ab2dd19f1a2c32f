import { formulasOf, type StatedFormula } from '../expressions/types/formulas.ts';
import type { Schema } from '../model/lookups/schema.ts';
import type { Call, Entity, Machine, Model, Permission, Rule, Screen } from '../model/types/model.ts';

/** What a Model states of each entity by itself. */
export type OwnLists = Pick<Model, 'entities' | 'machines' | 'rules' | 'permissions' | 'screens' | 'calls'>;

/** One entity with all that is stated of it; or, with no entity, what is stated of none. */
export interface Part extends Omit<OwnLists, 'entities'> {
  readonly entity: Entity | null;
  /** What of the Model is this part alone; roles, constants, errors, limits and the points belong to all. */
  readonly lists: OwnLists;
}

/** The parts of a Model, by the name of their entity; of two entities of one name both stand in one part. */
export function partsOf(model: Model): ReadonlyMap<string | null, Part> {
  return openParts()(model);
}

/**
 * The same of one Model after the other: a part whose elements are all the same as before is the same object, and so is
 * each of its lists.
 */
export function openParts(): (model: Model) => ReadonlyMap<string | null, Part> {
  let parts: ReadonlyMap<string | null, Part> = new Map();
  const [machines, rules, permissions] = [openGroups<Machine>(), openGroups<Rule>(), openGroups<Permission>()];
  const [screens, calls] = [openGroups<Screen>(), openGroups<Call>()];
  let names: readonly string[] = [];
  return (model) => {
    const entities = Map.groupBy(model.entities, ({ name }) => name);
    const now = [...entities.keys()];
    const isSame = sameItems(now, names);
    names = now;
    const known = (name: string | null) => (name !== null && entities.has(name) ? name : null);
    parts = partsWith(
      {
        entities,
        machines: machines(model.machines, isSame, ({ entity }) => known(entity)),
        rules: rules(model.rules, isSame, ({ entity }) => known(entity)),
        permissions: permissions(model.permissions, isSame, ({ entity }) => known(entity)),
        screens: screens(model.screens, isSame, ({ entity }) => known(entity)),
        calls: calls(model.calls, isSame, ({ does }) => known('entity' in does ? does.entity : null)),
      },
      parts,
    );
    return parts;
  };
}

type Groups<T> = ReadonlyMap<string | null, readonly T[]>;

/** The items by the entity that they belong to; of the same items, and the same entities, the same groups. */
function openGroups<T>(): (items: readonly T[], isSame: boolean, of: (item: T) => string | null) => Groups<T> {
  let before: readonly T[] = [];
  let groups: Groups<T> = new Map();
  return (items, isSame, of) => {
    if (!isSame || !sameItems(items, before)) groups = Map.groupBy(items, of);
    before = items;
    return groups;
  };
}

interface Grouped {
  readonly entities: ReadonlyMap<string, readonly Entity[]>;
  readonly machines: Groups<Machine>;
  readonly rules: Groups<Rule>;
  readonly permissions: Groups<Permission>;
  readonly screens: Groups<Screen>;
  readonly calls: Groups<Call>;
}

function partsWith(
  { entities, machines, rules, permissions, screens, calls }: Grouped,
  before: ReadonlyMap<string | null, Part>,
): ReadonlyMap<string | null, Part> {
  const parts = new Map<string | null, Part>();
  for (const name of [...entities.keys(), null]) {
    const last = before.get(name);
    const lists: OwnLists = {
      entities: kept(name === null ? NONE : entities.get(name), last?.lists.entities),
      machines: kept(machines.get(name), last?.machines),
      rules: kept(rules.get(name), last?.rules),
      permissions: kept(permissions.get(name), last?.permissions),
      screens: kept(screens.get(name), last?.screens),
      calls: kept(calls.get(name), last?.calls),
    };
    const isSame = last !== undefined && LISTS.every((key) => lists[key] === last.lists[key]);
    const { entities: own, ...rest } = lists;
    parts.set(name, isSame ? last : { entity: own[0] ?? null, ...rest, lists });
  }
  return parts;
}

const NONE: readonly never[] = [];

export const LISTS = ['entities', 'machines', 'rules', 'permissions', 'screens', 'calls'] as const;

/** The list as it was, where it holds the same. */
function kept<T>(now: readonly T[] = NONE, before: readonly T[] = NONE): readonly T[] {
  return sameItems(now, before) ? before : now;
}

/** The formulas that stand in a part; those of constants and roles in the part without an entity. */
export function formulasIn({ entity, lists }: Part, schema: Schema): StatedFormula[] {
  const all = { ...schema.model, ...lists };
  return formulasOf({ ...schema, model: entity === null ? all : { ...all, constants: [], roles: [] } });
}

export function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
