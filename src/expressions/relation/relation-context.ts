import type { Value } from '../../fields/text/value.ts';
import type { Kind } from '../../model/types/types.ts';
import type { ComputedOnRead } from '../types/computed-by-clock.ts';
import type { Relation, Step } from '../types/relation.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { isAnswerable } from './relation-parts.ts';

/** The context of compiling an expression to a relation. */
export interface RelateContext {
  readonly zone: string;
  readonly byClock: ComputedOnRead | undefined;
  /** The local that is the current row; null: `this` is. */
  readonly here: string | null;
  /** Whether a part depends on the current row or its lines; other parts are parameters. */
  readonly depends: (typed: Typed) => boolean;
  readonly relate: (typed: Typed) => Relation;
  /** Returns the kind of a field; null if there is no such field. */
  readonly kindOf: (entity: string, field: string) => Kind | null;
}

export function unanswerable(why: string): Relation {
  return { r: 'unanswerable', why };
}

/** Returns a constant relation; undefined is unknown. */
export function constant(value: Value | undefined, type: StaticType): Relation {
  return { r: 'parameter', value: () => value, type };
}

/** Relates a path of references from the record or a local to a field; unanswerable from anywhere else. */
export function fieldRelation(typed: Extract<Typed, { op: 'field' }>, { here, byClock }: RelateContext): Relation {
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
