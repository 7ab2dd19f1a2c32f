import type { Relation, Step } from '../expressions/relation.ts';
import type { PreparedEntity } from './app.ts';
import { all, type Gates } from './gates.ts';

/** What a person reads of an entity. */
export interface Readable {
  readonly entity: PreparedEntity;
  readonly gates: Gates;
}

type Field = Extract<Relation, { readonly r: 'field' }>;
type Find = (entity: string) => Readable | null;

/**
 * A relation over what a person reads: each field empty where they may not read it, or the record that it stands on.
 * Null where that can't be asked.
 */
export function gatedRelation(relation: Relation, entity: string, find: Find): Relation | null {
  let answerable = true;
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
        const gate = part.outer === null ? (find(entity)?.gates.fields.get(part.field) ?? null) : null;
        const inside: Relation = part.body === null ? part : { ...part, body: visit(part.body) };
        return gate === null ? inside : linesUnless(gate, inside, part);
      }
      default:
        return mapped(part, visit);
    }
  };
  const gated = visit(relation);
  return answerable ? gated : null;
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
    if (step === null) break;
    steps.push(step);
    at = find(step.to);
  }
  const gate = all(gates);
  return gate === null ? field : hiddenUnless(gate, field, field.type);
}

function hiddenUnless(gate: Relation, value: Relation, type: Field['type']): Relation {
  return { r: 'conditional', test: gate, yes: value, no: { r: 'parameter', value: () => null, type } };
}

/** Hidden lines are none: nothing is counted, none exists, all of them satisfy. */
function linesUnless(
  gate: Relation,
  value: Relation,
  { what, type }: Extract<Relation, { readonly r: 'lines' }>,
): Relation {
  const none = what === 'exists' ? false : what === 'all' ? true : what === 'count' || what === 'sum' ? 0 : null;
  const holds: Relation = { r: 'parameter', value: () => true, type: { t: 'boolean' } };
  const test: Relation = { r: 'same', left: gate, right: holds, negated: false };
  return { r: 'conditional', test, yes: value, no: { r: 'parameter', value: () => none, type } };
}

/** A condition of the record that these steps lead to, asked of the record where they start; null: it can't be. */
function behind(gate: Relation, { entity, local }: Field, steps: readonly Step[]): Relation | null {
  if (steps.length === 0 && local === null) return gate;
  let answerable = true;
  const visit = (part: Relation): Relation => {
    if (part.r === 'field' && part.local === null) return { ...part, entity, local, path: [...steps, ...part.path] };
    if (part.r === 'lines' || part.r === 'unanswerable') answerable = false;
    return mapped(part, visit);
  };
  const moved = visit(gate);
  return answerable ? moved : null;
}

/** The same relation with its parts replaced. */
function mapped(relation: Relation, visit: (part: Relation) => Relation): Relation {
  switch (relation.r) {
    case 'same':
    case 'order':
    case 'arithmetic':
      return { ...relation, left: visit(relation.left), right: visit(relation.right) };
    case 'among': {
      const { list } = relation;
      return { ...relation, item: visit(relation.item), list: isListed(list) ? list.map(visit) : visit(list) };
    }
    case 'and':
    case 'or':
      return { ...relation, parts: relation.parts.map(visit) };
    case 'not':
      return { ...relation, of: visit(relation.of) };
    case 'conditional':
      return { ...relation, test: visit(relation.test), yes: visit(relation.yes), no: visit(relation.no) };
    case 'text':
      return { ...relation, of: visit(relation.of), needle: visit(relation.needle) };
    default:
      return relation;
  }
}

const isListed = (list: readonly Relation[] | Relation): list is readonly Relation[] => Array.isArray(list);
