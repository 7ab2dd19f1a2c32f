import type { Value } from '../../fields/text/value.ts';
import type { Kind } from '../../model/types/types.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import type { ByClock } from './computed-by-clock.ts';
import type { Relation, Step } from './relation.ts';
import { isAnswerable } from './relation-parts.ts';

/** One translation of an expression into a question. */
export interface Relating {
  readonly zone: string;
  readonly byClock: ByClock | undefined;
  /** The local that is the row asked about; null: it is `this`. */
  readonly here: string | null;
  /** Whether a part is about that row, or about lines of it; what is not is a parameter. */
  readonly depends: (typed: Typed) => boolean;
  readonly relate: (typed: Typed) => Relation;
  /** What a field is stated as; null where there is none. */
  readonly kindOf: (entity: string, field: string) => Kind | null;
}

export function unanswerable(why: string): Relation {
  return { r: 'unanswerable', why };
}

/** A value that is always the same; undefined is unknown. */
export function constant(value: Value | undefined, type: StaticType): Relation {
  return { r: 'parameter', value: () => value, type };
}

/** References followed from the record or a local to the field; unanswerable from anywhere else. */
export function fieldRelation(typed: Extract<Typed, { op: 'field' }>, { here, byClock }: Relating): Relation {
  const worked = byClock?.(typed.entity, typed.field);
  if (worked !== undefined && !isAnswerable(worked.relation))
    return unanswerable('a field that is calculated by the clock');
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
  const local = of.op === 'local' && of.name !== here ? of.name : null;
  return { r: 'field', local, entity, path, field: typed.field, type: typed.type };
}
