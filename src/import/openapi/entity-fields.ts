import { componentOf, itemsOf, type ObjectSchema, objectSchema } from './object-schema.ts';
import { type Node, resolved, textAt } from './openapi-node.ts';
import type { Operation } from './operations.ts';
import { type Deed, namedPath, type Resources } from './resources.ts';
import { scalarType } from './scalar-type.ts';

/** What a member of a record stands for. */
export type MemberMeaning =
  /** The id or key. */
  | { readonly kind: 'id' }
  /** A field: `notation` is its type. */
  | { readonly kind: 'field'; readonly field: string; readonly type: string; readonly isRequired: boolean }
  /** A reference, by the id alone. */
  | { readonly kind: 'reference'; readonly field: string; readonly entity: string; readonly isRequired: boolean }
  /** A reference, or several, with members of what it leads to. */
  | {
      readonly kind: 'nested';
      readonly field: string;
      readonly entity: string;
      readonly several: boolean;
      readonly isRequired: boolean;
    }
  /** The records that refer to this one. */
  | { readonly kind: 'records'; readonly entity: string; readonly by: string }
  /** What the product keeps of every record. */
  | { readonly kind: 'built-in' }
  | { readonly kind: 'unknown'; readonly why: string };

/** An entity with the meaning of each of its members. */
export interface EntityFields {
  readonly name: string;
  readonly schema: ObjectSchema;
  /** The field by which calls name its records; null: they name them by ids. `isNumber`: it is a series. */
  readonly key: { readonly field: string; readonly isNumber: boolean } | null;
  readonly members: ReadonlyMap<string, MemberMeaning>;
  /** References to what its paths name before it and no member states. */
  readonly parents: readonly { readonly field: string; readonly entity: string }[];
}

const BUILT_INS: ReadonlySet<string> = new Set(['createdAt', 'createdBy', 'changedAt', 'changedBy']);

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Returns the entities with the meaning of their members. */
export function entityFields(source: Node, resources: Resources): ReadonlyMap<string, EntityFields> {
  const written = writtenMembers(source, resources);
  const needed = neededMembers(source, resources);
  const references = new Map<string, readonly Reference[]>();
  const parents = parentsOf(resources);
  for (const [name, schema] of resources.entities)
    references.set(name, referencesOf(source, name, schema, resources, parents.get(name) ?? new Set()));
  const fields = new Map<string, EntityFields>();
  for (const [name, schema] of resources.entities) {
    const own = references.get(name) ?? [];
    const missing = [...(parents.get(name) ?? [])].filter((entity) => !own.some((each) => each.entity === entity));
    const key = keyOf(source, name, schema, resources);
    const context: MemberContext = { source, name, schema, resources, references, parents, key, written, needed };
    fields.set(name, {
      name,
      schema,
      key,
      members: new Map([...schema.members].map(([member, node]) => [member, meaningOf(member, node, context)])),
      parents: missing.map((entity) => ({ field: freeName(lower(entity), schema), entity })),
    });
  }
  return fields;
}

const freeName = (name: string, { members }: ObjectSchema): string => (members.has(name) ? `${name}Record` : name);

interface Reference {
  readonly member: string;
  readonly field: string;
  readonly entity: string;
}

interface MemberContext {
  readonly source: Node;
  readonly name: string;
  readonly schema: ObjectSchema;
  readonly resources: Resources;
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  readonly parents: ReadonlyMap<string, ReadonlySet<string>>;
  readonly key: EntityFields['key'];
  readonly written: ReadonlyMap<string, ReadonlySet<string>>;
  readonly needed: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Returns the members that have the name of the parameter by which paths name another entity, and those that are named
 * after an entity under whose records the paths create this one: `owner`, `ownerId` or `owner_id`.
 */
function referencesOf(
  source: Node,
  name: string,
  { members }: ObjectSchema,
  { parameters }: Resources,
  parents: ReadonlySet<string>,
): readonly Reference[] {
  const byName = new Map(
    [...parents].flatMap((entity) => parentMembers(entity).map((each) => [each, entity] as const)),
  );
  return [...members].flatMap(([member, node]): Reference[] => {
    const entity = parameters.get(member) ?? byName.get(member);
    if (entity === undefined || entity === name || member === 'id' || 'why' in scalarType(source, node)) return [];
    const short = member.replace(/_?id$/i, '');
    return [{ member, field: short === '' || members.has(short) ? member : short, entity }];
  });
}

const parentMembers = (entity: string): readonly string[] => {
  const own = lower(entity);
  return [own, `${own}Id`, `${own}_id`, `${own.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id`];
};

/** Returns the entities under whose records the paths create those of an entity. */
function parentsOf(resources: Resources): ReadonlyMap<string, ReadonlySet<string>> {
  const parents = new Map<string, Set<string>>();
  for (const [{ path }, { kind, entity }] of resources.deeds) {
    const parent = namedPath(path, resources).entities.at(-1);
    if (kind !== 'create' || parent === undefined || parent === entity) continue;
    const found = parents.get(entity) ?? new Set();
    parents.set(entity, found.add(parent));
  }
  return parents;
}

/**
 * Whether each record that the path of an operation names belongs to the one before it. What a path with a record of the
 * same entity creates, such as a copy, is more than its body says.
 */
export function isLinked(
  { path }: Operation,
  { kind, entity }: Deed,
  resources: Resources,
  fields: ReadonlyMap<string, EntityFields>,
): boolean {
  const { entities, isNamed } = namedPath(path, resources);
  if (kind === 'create' && entities.includes(entity)) return false;
  const chain = entities.at(-1) === entity ? entities : [...entities, entity];
  return (
    isNamed &&
    chain.every((child, at) => {
      const parent = chain[at - 1];
      const own = fields.get(child);
      if (parent === undefined || own === undefined) return own !== undefined;
      const references = [
        ...own.members.values(),
        ...own.parents.map((each) => ({ kind: 'reference', ...each }) as const),
      ];
      return references.some(
        (each) => (each.kind === 'reference' || (each.kind === 'nested' && !each.several)) && each.entity === parent,
      );
    })
  );
}

/** Returns the members that requests state, by entity. */
function writtenMembers(source: Node, { deeds }: Resources): ReadonlyMap<string, ReadonlySet<string>> {
  const written = new Map<string, Set<string>>();
  for (const [{ request }, { entity }] of deeds) {
    const found = written.get(entity) ?? new Set();
    written.set(entity, found);
    for (const [member, node] of (request === null ? null : objectSchema(source, request))?.members ?? [])
      if (node['readOnly'] !== true) found.add(member);
  }
  return written;
}

/** Returns the members that every request which creates a record must state, by entity. */
function neededMembers(source: Node, { deeds }: Resources): ReadonlyMap<string, ReadonlySet<string>> {
  const needed = new Map<string, ReadonlySet<string>>();
  for (const [{ request }, { kind, entity }] of deeds) {
    if (kind !== 'create' || request === null) continue;
    const required = objectSchema(source, request)?.required ?? new Set();
    needed.set(entity, new Set([...required].filter((member) => needed.get(entity)?.has(member) !== false)));
  }
  return needed;
}

function keyOf(source: Node, name: string, { members }: ObjectSchema, resources: Resources): EntityFields['key'] {
  const [parameter] = [...resources.parameters].find(([, entity]) => entity === name) ?? [];
  if (parameter !== undefined && parameter !== 'id' && members.has(parameter))
    return { field: parameter, isNumber: false };
  const id = members.get('id');
  if (id === undefined || textAt(resolved(source, id), 'type') !== 'integer') return null;
  return { field: ['number', 'serial', 'recordNumber'].find((each) => !members.has(each)) ?? 'key', isNumber: true };
}

function meaningOf(member: string, node: Node, context: MemberContext): MemberMeaning {
  const { source, name, schema, resources, references, parents, written, needed, key } = context;
  if (member === 'id') return { kind: 'id' };
  if (BUILT_INS.has(member)) return { kind: 'built-in' };
  const isRequired = (needed.get(name) ?? schema.required).has(member);
  const reference = references.get(name)?.find((each) => each.member === member);
  if (reference !== undefined) {
    const { field, entity } = reference;
    const isParent = parents.get(name)?.has(entity) === true;
    return { kind: 'reference', field, entity, isRequired: isRequired || isParent };
  }
  const target = componentOf(node);
  if (resources.entities.has(target))
    return { kind: 'nested', field: member, entity: target, several: false, isRequired };
  const items = itemsOf(source, node);
  const item = componentOf(items ?? {});
  if (resources.entities.has(item)) {
    const [back, ...others] = (references.get(item) ?? []).filter(({ entity }) => entity === name);
    const isStated = written.get(name)?.has(member) === true;
    if (back !== undefined && others.length === 0 && !isStated)
      return { kind: 'records', entity: item, by: back.field };
    if (back === undefined && !isStated && parents.get(item)?.has(name) === true)
      return { kind: 'records', entity: item, by: freeName(lower(name), resources.entities.get(item) ?? schema) };
    return { kind: 'nested', field: member, entity: item, several: true, isRequired };
  }
  if ((target !== '' || item !== '') && objectSchema(source, items ?? node) !== null)
    return { kind: 'unknown', why: 'whether its records belong to this one or stand alone is not stated.' };
  const type = scalarType(source, node);
  if ('why' in type) return { kind: 'unknown', why: type.why };
  // What the calls name records by is always there: where no request states it, the server gives it.
  const isGiven = key?.field === member && needed.has(name) && written.get(name)?.has(member) !== true;
  return isGiven && type.type.startsWith('integer')
    ? { kind: 'field', field: member, type: 'number series(0)', isRequired: true }
    : { kind: 'field', field: member, type: type.type, isRequired: isRequired || (key?.field === member && !isGiven) };
}
