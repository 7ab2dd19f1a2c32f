import type { Call, Entity } from '../types/model.ts';

/** The parameters of a path, in order: `/orders/:id/lines/:line` has `id` and `line`. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\/:([^/?#]+)/g)].map((match) => match[1] ?? '');
}

/**
 * The parameter of a call's path that says which record of the entity is meant: the one that bears its name, as in
 * `:paymentId`; else the one behind its name, as in `/payments/:number`; else `:id`, else the last. Null: there is none.
 */
export function recordParameter(path: string, entity: string): string | null {
  const names = parametersOf(path);
  const [only] = names;
  if (only === undefined || names.length === 1) return only ?? null;
  const wanted = folded(entity);
  const steps = path.split('/');
  const isNamed = (name: string) =>
    folded(name) === wanted || folded(name.replace(/_?(?:id|number|no|key|code)$/i, '')) === wanted;
  const isBehind = (name: string) => folded(steps[steps.indexOf(`:${name}`) - 1] ?? '') === wanted;
  return (
    names.findLast(isNamed) ?? names.findLast(isBehind) ?? (names.includes('id') ? 'id' : null) ?? names.at(-1) ?? null
  );
}

/** A parameter of a path that names what the record of its call belongs with. */
export interface Parent {
  readonly parameter: string;
  /** The references that lead there: `place` of a parcel, or `place` and then `club` of that place. */
  readonly path: readonly [string, ...string[]];
  /** What the parameter names a record of. */
  readonly entity: string;
}

/** The parents that the path of a call names, the nearest first. `entities`: those of the document. */
export function parentsOf(
  { path, does }: Pick<Call, 'path' | 'does'>,
  entities: (name: string) => Pick<Entity, 'name' | 'fields'> | undefined,
): readonly Parent[] {
  const own = 'entity' in does ? entities(does.entity) : undefined;
  if (own === undefined) return [];
  const isOfRecord = does.kind !== 'list' && does.kind !== 'create';
  const record = isOfRecord ? recordParameter(path, own.name) : null;
  const parents: Parent[] = [];
  for (const parameter of parametersOf(path).reverse()) {
    if (parameter === record) continue;
    const found = parentOf(path, parameter, own, parents, entities);
    if (found !== null && !parents.some((known) => known.path.join('.') === found.path.join('.'))) parents.push(found);
  }
  return parents;
}

/** A reference of the call's own record, else one of the nearest parent that has one. */
function parentOf(
  path: string,
  parameter: string,
  own: Pick<Entity, 'name' | 'fields'>,
  parents: readonly Parent[],
  entities: (name: string) => Pick<Entity, 'name' | 'fields'> | undefined,
): Parent | null {
  const direct = referenceNamed(path, parameter, own);
  if (direct !== null) return { parameter, path: [direct.field], entity: direct.entity };
  for (const parent of parents.toReversed()) {
    const entity = entities(parent.entity);
    const found = entity === undefined ? null : referenceNamed(path, parameter, entity);
    if (found !== null) return { parameter, path: [...parent.path, found.field], entity: found.entity };
  }
  return null;
}

/**
 * The one reference of an entity that a parameter speaks of, by its own name, by that of what it leads to, or by the name
 * before it: in `/orders/:id/payments` the field of a payment that leads to an order. Null: none or several fit.
 */
function referenceNamed(
  path: string,
  parameter: string,
  { fields }: Pick<Entity, 'fields'>,
): { readonly field: string; readonly entity: string } | null {
  const steps = path.split('/');
  const references = fields.flatMap(({ name, type, computed }) =>
    type.kind === 'reference' && computed === null ? { field: name, entity: type.entity } : [],
  );
  const bare = folded(parameter.replace(/_?(?:id|number|no|key|code)$/i, ''));
  const before = folded(steps[steps.indexOf(`:${parameter}`) - 1] ?? '');
  const named = references.filter(({ field }) => folded(field) === bare);
  const fits = named.length > 0 ? named : references.filter(({ entity }) => [bare, before].includes(folded(entity)));
  return fits.length === 1 ? (fits[0] ?? null) : null;
}

/** `Pay-ments` and `payment` are one. */
function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=(?:s|x|z|ch|sh))es?$/, '')
    .replace(/(?<=[^s])s$/, '');
}
