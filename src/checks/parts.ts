import { formulasOf, type StatedFormula } from '../expressions/formulas.ts';
import type { Call, Entity, Machine, Model, Permission, Rule, Screen } from '../model/model.ts';
import type { Schema } from '../model/schema.ts';

/** One entity with all that is stated of it; or, with no entity, what is stated of none. */
export interface Part {
  readonly entity: Entity | null;
  /** The Model with this part of it alone; roles, constants, errors, limits and the points are all there. */
  readonly model: Model;
  readonly machines: readonly Machine[];
  readonly rules: readonly Rule[];
  readonly permissions: readonly Permission[];
  readonly screens: readonly Screen[];
  readonly calls: readonly Call[];
}

/** The parts of a Model, by the name of their entity; of two entities of one name both stand in one part. */
export function partsOf(model: Model): ReadonlyMap<string | null, Part> {
  return openParts()(model);
}

/** The same of one Model after the other: a part whose elements are all the same as before is the same object. */
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
      model,
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
  model: Model,
  before: ReadonlyMap<string | null, Part>,
): ReadonlyMap<string | null, Part> {
  const shared = sharedOf(model, before.get(null)?.model ?? null);
  const parts = new Map<string | null, Part>();
  for (const name of [...entities.keys(), null]) {
    const own = {
      entities: name === null ? [] : (entities.get(name) ?? []),
      machines: machines.get(name) ?? NONE,
      rules: rules.get(name) ?? NONE,
      permissions: permissions.get(name) ?? NONE,
      screens: screens.get(name) ?? NONE,
      calls: calls.get(name) ?? NONE,
    };
    const last = before.get(name);
    const isSame = last !== undefined && shared.isSame && sameLists(own, last.model);
    parts.set(name, isSame ? last : { entity: own.entities[0] ?? null, ...own, model: { ...shared.model, ...own } });
  }
  return parts;
}

const NONE: readonly never[] = [];

/** The formulas that stand in a part; those of constants and roles in the part without an entity. */
export function formulasIn({ entity, model }: Part, schema: Schema): StatedFormula[] {
  const own = entity === null ? model : { ...model, constants: [], roles: [] };
  return formulasOf({ ...schema, model: own });
}

type Lists = Pick<Model, 'entities' | 'machines' | 'rules' | 'permissions' | 'screens' | 'calls'>;

/** What all parts share. The points know where they stand, so their places move along with the text. */
function sharedOf(model: Model, before: Model | null): { readonly model: Model; readonly isSame: boolean } {
  const isSame =
    before !== null &&
    sameItems(model.roles, before.roles) &&
    sameItems(model.constants, before.constants) &&
    sameItems(model.errors, before.errors) &&
    sameItems(model.limits, before.limits) &&
    sameItems(model.samples, before.samples) &&
    sameProduct(model, before) &&
    model.points.every(({ standing }, index) => standing === before.points[index]?.standing);
  return { model, isSame };
}

function sameProduct({ product }: Model, { product: before }: Model): boolean {
  return product.language.value === before.language.value && product.timeZone.value === before.timeZone.value;
}

function sameLists(one: Lists, other: Lists): boolean {
  return (
    sameItems(one.entities, other.entities) &&
    sameItems(one.machines, other.machines) &&
    sameItems(one.rules, other.rules) &&
    sameItems(one.permissions, other.permissions) &&
    sameItems(one.screens, other.screens) &&
    sameItems(one.calls, other.calls)
  );
}

export function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
