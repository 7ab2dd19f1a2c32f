import type { Call, Entity, Machine } from '../types/model.ts';

/** Returns the entity of the records that a call is about; of calls about the caller, that of people. */
export const entityOfCall = ({ does }: Call): string | null =>
  'entity' in does ? does.entity : does.kind === 'account' ? does.of : null;

/** Returns the parameters of a path in order: `id` and `line` for `/orders/:id/lines/:line`. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\/:([^/?#]+)/g)].map((match) => match[1] ?? '');
}

/**
 * Returns the path parameter that identifies the record of the call: the one named after the entity (`:paymentId`),
 * otherwise the one after its name (`/payments/:number`), otherwise `:id`, otherwise the last. Null if the path has
 * none.
 */
export function recordParameter(path: string, entity: string): string | null {
  const names = parametersOf(path);
  const [only] = names;
  if (only === undefined || names.length === 1) return only ?? null;
  const normalized = folded(entity);
  const steps = path.split('/');
  const isNamed = (name: string) => folded(name) === normalized || folded(withoutSuffix(name)) === normalized;
  const isBehind = (name: string) => folded(steps[steps.indexOf(`:${name}`) - 1] ?? '') === normalized;
  return (
    names.findLast(isNamed) ?? names.findLast(isBehind) ?? (names.includes('id') ? 'id' : null) ?? names.at(-1) ?? null
  );
}

/** A path parameter that identifies a record to which the call's record belongs. */
export interface Parent {
  readonly parameter: string;
  /** The references to follow: `place` of a parcel, or `place` and then `club` of that place. */
  readonly path: readonly [string, ...string[]];
  /** The entity of the parent record. */
  readonly entity: string;
}

/** A path parameter whose value is that of a field which the event of the call asks for. */
export interface PathInput {
  readonly parameter: string;
  readonly field: string;
}

/** Returns the path parameters that are named after fields which the event of the call asks for. */
export function pathInputsOf(
  { path, does }: Pick<Call, 'path' | 'does'>,
  machines: readonly Pick<Machine, 'entity' | 'transitions'>[],
): readonly PathInput[] {
  if (does.kind !== 'event') return [];
  const record = recordParameter(path, does.entity);
  const transitions = machines.flatMap((machine) => (machine.entity === does.entity ? machine.transitions : []));
  const asked = transitions.flatMap(({ event, effects }) =>
    event === does.event ? effects.flatMap((effect) => (effect.kind === 'ask' ? effect.field : [])) : [],
  );
  return parametersOf(path).flatMap((parameter) => {
    const field = parameter === record ? undefined : asked.find((name) => isNamedAfter(parameter, name));
    return field === undefined ? [] : [{ parameter, field }];
  });
}

/** Whether a parameter is called after a field: `person_id` or `personId` after `person`. */
export const isNamedAfter = (parameter: string, field: string): boolean =>
  [folded(parameter), folded(withoutSuffix(parameter))].includes(folded(field));

const withoutSuffix = (parameter: string): string => parameter.replace(/_?(?:id|number|no|key|code)$/i, '');

type NamedEntity = Pick<Entity, 'name' | 'fields'> & Partial<Pick<Entity, 'unique'>>;

/** Looks up entities of the document. */
type Entities = (name: string) => NamedEntity | undefined;

/**
 * Returns the parents that the path of a call names, the nearest first, without what its event asks for. `entities` looks
 * up entities of the document.
 */
export function parentsOf(
  { path, does }: Pick<Call, 'path' | 'does'>,
  entities: Entities,
  machines: readonly Pick<Machine, 'entity' | 'transitions'>[],
): readonly Parent[] {
  const own = 'entity' in does ? entities(does.entity) : undefined;
  if (own === undefined) return [];
  const isOfRecord = !['list', 'values', 'create', 'bulk'].includes(does.kind);
  const record = isOfRecord ? recordParameter(path, own.name) : null;
  const inputs = pathInputsOf({ path, does }, machines).map(({ parameter }) => parameter);
  const parents: Parent[] = [];
  for (const parameter of parametersOf(path).reverse()) {
    if (parameter === record || inputs.includes(parameter)) continue;
    const parent = parentOf(path, parameter, own, parents, entities);
    if (parent !== null && !parents.some((known) => known.path.join('.') === parent.path.join('.')))
      parents.push(parent);
  }
  return parents;
}

/**
 * Finds the parent by the reference of a nearer one that its value is unique in, otherwise by a reference of the call's
 * own record, otherwise by one of the nearest parent that has a matching reference.
 */
function parentOf(
  path: string,
  parameter: string,
  own: NamedEntity,
  parents: readonly Parent[],
  entities: Entities,
): Parent | null {
  const direct = referenceNamed(path, parameter, own, entities);
  const further = parents.toReversed().flatMap((parent) => {
    const entity = entities(parent.entity);
    const reference = entity === undefined ? null : referenceNamed(path, parameter, entity, entities);
    if (entity === undefined || reference === null) return [];
    const found: Parent = { parameter, path: [...parent.path, reference.field], entity: reference.entity };
    return [{ found, names: isPartOfName(entity, parent.parameter, reference.field) }];
  });
  const naming = further.find(({ names }) => names);
  if (naming !== undefined) return naming.found;
  return direct === null ? (further[0]?.found ?? null) : { parameter, path: [direct.field], entity: direct.entity };
}

/** Whether records of an entity are named by a parameter only together with a reference: the number of an issue, in its repository. */
function isPartOfName({ fields, unique = [] }: NamedEntity, parameter: string, reference: string): boolean {
  const isOf = ({ name }: { readonly name: string }) => folded(name) === folded(parameter);
  if (fields.some((field) => isOf(field) && field.unique)) return false;
  return unique.some((key) => key.fields.some(isOf) && key.fields.some(({ name }) => name === reference));
}

/**
 * Returns the only reference that a parameter can mean: by the reference's name, by its target entity or the path segment
 * before it (`/orders/:id/payments`: the field of a payment that refers to an order), or by a field that names records of
 * its target (`:login`). Null if none or several fit.
 */
function referenceNamed(
  path: string,
  parameter: string,
  { fields }: NamedEntity,
  entities: Entities,
): { readonly field: string; readonly entity: string } | null {
  const steps = path.split('/');
  const references = fields.flatMap(({ name, type, computed }) =>
    type.kind === 'reference' && computed === null ? { field: name, entity: type.entity } : [],
  );
  const plain = folded(withoutSuffix(parameter));
  const before = folded(steps[steps.indexOf(`:${parameter}`) - 1] ?? '');
  const named = references.filter(({ field }) => folded(field) === plain);
  const ofEntity = references.filter(({ entity }) => [plain, before].includes(folded(entity)));
  const byValue = references.filter(({ entity }) => isNamedBy(entities(entity), parameter));
  const fits = [named, ofEntity, byValue].find((found) => found.length > 0) ?? [];
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/**
 * Whether records of an entity may be named by the field after which a parameter is called. A reference that is part of a
 * unique key leads to the parent, so it names no record of this entity.
 */
function isNamedBy(entity: NamedEntity | undefined, parameter: string): boolean {
  if (entity === undefined) return false;
  const isOf = (name: string) => folded(name) === folded(parameter);
  const isReference = (name: string) =>
    entity.fields.some((field) => field.name === name && field.type.kind === 'reference');
  return (
    entity.fields.some(({ name, type, unique }) => isOf(name) && (unique || type.kind === 'number series')) ||
    entity.unique?.some(
      ({ fields, where }) => where === null && fields.some(({ name }) => isOf(name) && !isReference(name)),
    ) === true
  );
}

/** Normalizes a name for comparison: `Pay-ments` equals `payment`. */
function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=(?:s|x|z|ch|sh))es?$/, '')
    .replace(/(?<=[^s])s$/, '');
}
