import type { Relation, Step } from '../../expressions/relation/relation.ts';
import { withRelationParts } from '../../expressions/relation/relation-parts.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';
import { all, type Gates } from './read-policy.ts';

/** What a person reads of an entity. */
export interface Readable {
  readonly entity: PreparedEntity;
  readonly gates: Gates;
}

type Field = Extract<Relation, { readonly r: 'field' }>;
type Lines = Extract<Relation, { readonly r: 'lines' }>;
type Query = Extract<Relation, { readonly r: 'query' }>;
type Find = (entity: string) => Readable | null;

/**
 * A relation over what a person reads: each field empty where they may not read it, or the record that it stands on.
 * Null where that can't be asked.
 */
export function gatedRelation(relation: Relation, entity: string, find: Find): Relation | null {
  let answerable = true;
  /** The entities that are looked through, by the names of their records. */
  const locals = new Map<string, string>();
  /** Null: wherever the record is read; undefined: it can't be asked. */
  const gateOfList = ({ outer, field }: Lines): Relation | null | undefined => {
    const owner = outer === null ? entity : locals.get(outer);
    // Lines within lines are read with them.
    if (owner === undefined) return null;
    const gate = find(owner)?.gates.fields.get(field) ?? null;
    if (gate === null || outer === null) return gate;
    return behind(gate, { entity: owner, local: outer }, []) ?? undefined;
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
        const asked = renamed(part, `${part.local} asked ${locals.size + 1}`);
        locals.set(asked.local, asked.entity);
        const gated = gatedQuery(asked, find, visit);
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

/** Of the records that are looked through only those that this person reads. */
function gatedQuery(query: Query, find: Find, visit: (part: Relation) => Relation): Relation | null {
  const readable = find(query.entity);
  if (readable === null) return null;
  const { rows } = readable.gates;
  const moved = rows === null ? null : behind(rows, query, []);
  if (rows !== null && moved === null) return null;
  return {
    ...query,
    where: all([moved, query.where === null ? null : visit(query.where)]),
    body: query.body === null ? null : visit(query.body),
  };
}

/** With a name of its own for the record that is looked at: gates that are put into it bring names along. */
function renamed(query: Query, local: string): Query {
  const { where, body } = query;
  return {
    ...query,
    local,
    where: where && withLocal(where, query.local, local),
    body: body && withLocal(body, query.local, local),
  };
}

/** What speaks of a record by one name speaks of it by another. */
function withLocal(relation: Relation, from: string, to: string): Relation {
  const within = (part: Relation): Relation => {
    if (part.r === 'field') return part.local === from ? { ...part, local: to } : part;
    const moved = part.r === 'lines' && part.outer === from ? { ...part, outer: to } : part;
    if ('local' in moved && moved.local === from) {
      // Within it the name is that of its own record; the list that it goes over is without.
      return moved.r === 'several' || moved.r === 'those' ? { ...moved, list: within(moved.list) } : moved;
    }
    return withRelationParts(moved, within);
  };
  return within(relation);
}

/** Of several records, by their ids, those that this person reads; null: that can't be asked. */
export function readableOf(list: Relation, entity: string, find: Find): Relation | null {
  const rows = find(entity)?.gates.rows;
  if (rows === undefined) return null;
  if (rows === null) return list;
  const local = `one of ${entity}`;
  const where = behind(rows, { entity, local }, []);
  return where && { r: 'those', local, entity, list, where, type: { t: 'list', of: { t: 'record', entity } } };
}

/** Every reference on the way must be read, and every record that it leads to. */
function gatedField(field: Field, find: Find): Relation | null {
  const gates: (Relation | null)[] = [];
  let at = find(field.entity);
  const steps: Step[] = [];
  for (const step of [...field.path, null]) {
    const name = step?.field ?? field.field;
    if (at === null) return null;
    // Lines are read with the list that they stand in, which is gated as a whole.
    const owned = at.entity.entity.belongsTo !== null;
    if (!owned && !at.gates.fields.has(name)) return null;
    const own = owned ? null : all([steps.length === 0 ? null : at.gates.rows, at.gates.fields.get(name) ?? null]);
    const moved = own === null ? null : behind(own, field, steps);
    if (own !== null && moved === null) return null;
    gates.push(moved);
    if (step === null) {
      const type = at.entity.schema.attributes.get(name)?.type;
      const read = type?.kind === 'references' ? readableOf(field, type.entity, find) : field;
      const whole = all(gates);
      if (read === null || whole === null) return read;
      return hiddenUnless(whole, read);
    }
    steps.push(step);
    at = find(step.to);
  }
  return null;
}

/** The empty value is of every type: so it goes with the value in whatever form that is compared. */
function hiddenUnless(gate: Relation, value: Relation): Relation {
  return { r: 'conditional', test: gate, yes: value, no: { r: 'parameter', value: () => null, type: { t: 'empty' } } };
}

/** Hidden lines are none: nothing is counted, none exists, all of them satisfy. */
function linesUnless(gate: Relation, value: Relation, { what, type }: Lines): Relation {
  const none = what === 'exists' ? false : what === 'all' ? true : what === 'count' || what === 'sum' ? 0 : null;
  const holds: Relation = { r: 'parameter', value: () => true, type: { t: 'boolean' } };
  const test: Relation = { r: 'same', left: gate, right: holds, negated: false };
  return { r: 'conditional', test, yes: value, no: { r: 'parameter', value: () => none, type } };
}

/** A condition of the record that these steps lead to, asked of the record where they start; null: it can't be. */
function behind(
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
