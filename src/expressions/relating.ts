import type { Value } from '../fields/value.ts';
import type { Relation, Step } from './relation.ts';
import type { StaticType } from './static.ts';
import type { Typed } from './typed.ts';

/** One translation of an expression into a question. */
export interface Relating {
  readonly zone: string;
  readonly relate: (typed: Typed) => Relation;
}

export function unanswerable(why: string): Relation {
  return { r: 'unanswerable', why };
}

/** A value that is always the same; undefined is unknown. */
export function constant(value: Value | undefined, type: StaticType): Relation {
  return { r: 'parameter', value: () => value, type };
}

/** References followed from the record or a local to the field; unanswerable from anywhere else. */
export function fieldRelation(typed: Extract<Typed, { op: 'field' }>): Relation {
  const path: Step[] = [];
  let { of } = typed;
  while (of.op === 'field') {
    if (of.type.t !== 'record') return unanswerable('a field of a list');
    path.unshift({ entity: of.entity, field: of.field, to: of.type.entity });
    of = of.of;
  }
  if (of.op !== 'this' && of.op !== 'local')
    return unanswerable(of.op === 'old' ? 'the record before the change' : 'a field of a calculated record');
  const entity = path[0]?.entity ?? typed.entity;
  return { r: 'field', local: of.op === 'local' ? of.name : null, entity, path, field: typed.field, type: typed.type };
}
