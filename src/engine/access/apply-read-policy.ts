import { withRelationParts } from '../../expressions/relation/relation-parts.ts';
import type { Relation, Step } from '../../expressions/types/relation.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { allOf, type ReadPolicy } from './read-policy.ts';

/** An entity with the read policy of a person. */
export interface ReadableEntity {
  readonly entity: CompiledEntity;
  readonly policy: ReadPolicy;
}

type Field = Extract<Relation, { readonly r: 'field' }>;
type Lines = Extract<Relation, { readonly r: 'lines' }>;
type Query = Extract<Relation, { readonly r: 'query' }>;
type Find = (entity: string) => ReadableEntity | null;

/**
 * Restricts a relation to what a person may read: a field is replaced by the empty value if the person may not read the
 * field or its record. Returns null if the result can't be expressed as a relation.
 */
export function applyReadPolicy(relation: Relation, entity: string, find: Find): Relation | null {
  let answerable = true;
  /** The entities of the queried records, by local name. */
  const locals = new Map<string, string>();
  /** Returns the condition under which a list may be read: null if always, undefined if it can't be expressed. */
  const gateOfList = ({ outer, field }: Lines): Relation | null | undefined => {
    const owner = outer === null ? entity : locals.get(outer);
    // Nested lines are readable with the outer lines.
    if (owner === undefined) return null;
    const gate = find(owner)?.policy.fields.get(field) ?? null;
    if (gate === null || outer === null) return gate;
    return conditionOfTarget(gate, { entity: owner, local: outer }, []) ?? undefined;
  };
  const visit = (part: Relation): Relation => {
    switch (part.r) {
      case 'parameter':
        return part;
      case 'field': {
        const gated = gatedField(part, find);
        if (gated === null) answerable = false;
        return gated ?? part;
      }
      case 'unanswerable':
        answerable = false;
        return part;
      case 'lines': {
        const gate = gateOfList(part);
        if (gate === undefined) answerable = false;
        const inside: Relation = part.body === null ? part : { ...part, body: visit(part.body) };
        return gate === null || gate === undefined ? inside : linesUnless(gate, inside, part);
      }
      case 'several': {
        const list = part.list.r === 'parameter' ? readableOf(part.list, part.entity, find) : visit(part.list);
        if (list === null) answerable = false;
        const local = `${part.local} asked ${locals.size + 1}`;
        locals.set(local, part.entity);
        const body = part.body && visit(withLocal(part.body, part.local, local));
        return { ...part, list: list ?? part.list, local, body };
      }
      case 'query': {
        const renamedQuery = renamed(part, `${part.local} asked ${locals.size + 1}`);
        locals.set(renamedQuery.local, renamedQuery.entity);
        const gated = gatedQuery(renamedQuery, find, visit);
        if (gated === null) answerable = false;
        return gated ?? part;
      }
      default:
        return withRelationParts(part, visit);
    }
  };
  const gated = visit(relation);
  return answerable ? gated : null;
}

/** Restricts a query to the records that this person may read. */
function gatedQuery(query: Query, find: Find, visit: (part: Relation) => Relation): Relation | null {
  const readable = find(query.entity);
  if (readable === null) return null;
  const { rows } = readable.policy;
  const moved = rows === null ? null : conditionOfTarget(rows, query, []);
  if (rows !== null && moved === null) return null;
  return {
    ...query,
    where: allOf([moved, query.where === null ? null : visit(query.where)]),
    body: query.body === null ? null : visit(query.body),
  };
}

/** Gives the query's record a unique local name, because inserted read conditions bring local names of their own. */
function renamed(query: Query, local: string): Query {
  const { where, body } = query;
  return {
    ...query,
    local,
    where: where && withLocal(where, query.local, local),
    body: body && withLocal(body, query.local, local),
  };
}

/** Replaces one local name by another throughout a relation; `to` null: by the row of the relation itself. */
export function withLocal(relation: Relation, from: string, to: string | null): Relation {
  const within = (part: Relation): Relation => {
    if (part.r === 'field') return part.local === from ? { ...part, local: to } : part;
    const moved = part.r === 'lines' && part.outer === from ? { ...part, outer: to } : part;
    if ('local' in moved && moved.local === from) {
      // Inside, the name refers to the inner record; only the list itself is still outside.
      return moved.r === 'several' || moved.r === 'those' ? { ...moved, list: within(moved.list) } : moved;
    }
    return withRelationParts(moved, within);
  };
  return within(relation);
}

/** Returns the records of a list (of ids) that this person may read; null if that can't be expressed. */
export function readableOf(list: Relation, entity: string, find: Find): Relation | null {
  const rows = find(entity)?.policy.rows;
  if (rows === undefined) return null;
  if (rows === null) return list;
  const local = `one of ${entity}`;
  const where = conditionOfTarget(rows, { entity, local }, []);
  return where && { r: 'those', local, entity, list, where, type: { t: 'list', of: { t: 'record', entity } } };
}

/** Restricts a field: every reference on its path and every record that a reference leads to must be readable. */
function gatedField(field: Field, find: Find): Relation | null {
  const conditions: (Relation | null)[] = [];
  let at = find(field.entity);
  const steps: Step[] = [];
  for (const step of [...field.path, null]) {
    const name = step?.field ?? field.field;
    if (at === null) return null;
    // Lines are readable with their list, which is restricted as a whole.
    const owned = at.entity.entity.belongsTo !== null;
    if (!owned && !at.policy.fields.has(name)) return null;
    const own = owned ? null : allOf([steps.length === 0 ? null : at.policy.rows, at.policy.fields.get(name) ?? null]);
    const moved = own === null ? null : conditionOfTarget(own, field, steps);
    if (own !== null && moved === null) return null;
    conditions.push(moved);
    if (step === null) {
      const type = at.entity.schema.attributes.get(name)?.type;
      const read = type?.kind === 'references' ? readableOf(field, type.entity, find) : field;
      const condition = allOf(conditions);
      if (read === null || condition === null) return read;
      return hiddenUnless(condition, read);
    }
    steps.push(step);
    at = find(step.to);
  }
  return null;
}

/** The empty value is compatible with every type, so the conditional can be compared like the value. */
function hiddenUnless(gate: Relation, value: Relation): Relation {
  return { r: 'conditional', test: gate, yes: value, no: { r: 'parameter', value: () => null, type: { t: 'empty' } } };
}

/** Treats hidden lines as an empty list: a count and a sum are 0, `exists` is false, `all` is true. */
function linesUnless(gate: Relation, value: Relation, { what, type }: Lines): Relation {
  const none = what === 'exists' ? false : what === 'all' ? true : what === 'count' || what === 'sum' ? 0 : null;
  const holds: Relation = { r: 'parameter', value: () => true, type: { t: 'boolean' } };
  const test: Relation = { r: 'same', left: gate, right: holds, negated: false };
  return { r: 'conditional', test, yes: value, no: { r: 'parameter', value: () => none, type } };
}

/**
 * Moves a condition on the record at the end of these steps to the record where they start; null if that can't be
 * expressed.
 */
function conditionOfTarget(
  gate: Relation,
  { entity, local }: Pick<Field, 'entity' | 'local'>,
  steps: readonly Step[],
): Relation | null {
  if (steps.length === 0 && local === null) return gate;
  let answerable = true;
  const visit = (part: Relation): Relation => {
    if (part.r === 'field' && part.local === null) return { ...part, entity, local, path: [...steps, ...part.path] };
    if (part.r === 'lines' && part.outer === null && steps.length === 0) {
      return withRelationParts({ ...part, outer: local }, visit);
    }
    if ((part.r === 'lines' && part.outer === null) || part.r === 'unanswerable') answerable = false;
    return withRelationParts(part, visit);
  };
  const moved = visit(gate);
  return answerable ? moved : null;
}
