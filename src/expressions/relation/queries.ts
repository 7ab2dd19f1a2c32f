import type { Schema } from '../../model/lookups/schema.ts';
import { compileKnown } from '../evaluate/compile.ts';
import { BOOLEAN } from '../types/kinds.ts';
import type { Query, Scope } from '../types/scope.ts';
import type { StaticType } from '../types/static.ts';
import type { Typed } from '../types/typed.ts';
import { holdsQuery, partsWithin, readsOutside, withParts } from '../types/walk.ts';
import type { ByClock } from './computed-by-clock.ts';
import { relateTo } from './relate.ts';
import { conditionOf } from './relate-queries.ts';
import type { Relation } from './relation.ts';
import { isAnswerable, type Parameter, parametersIn } from './relation-parts.ts';

/** The most records of an entity that a query is worked out over one by one, where no database can be asked. */
export const MOST_LOOKED_THROUGH = 10_000;

/** The queries of an expression that are answered as a whole, with those that stand within them. */
export function queriesIn(typed: Typed): readonly Query[] {
  if (typed.op === 'query') return [typed];
  return partsWithin(typed).flatMap(queriesIn);
}

/**
 * A query as a question to a database about the rows of its entity. `where` must hold of a row; `body` is what is summed up
 * of each. Whatever comes from around the query (the record, the person, the clock) is a parameter of these.
 */
export interface Question {
  readonly entity: string;
  readonly name: Query['name'];
  readonly where: Relation | null;
  readonly body: Relation | null;
  /** Of the answer; of `values` of each of them. */
  readonly type: StaticType;
  /** What comes from around, in the order in which it stands in `where` and `body`. */
  readonly parameters: readonly Parameter[];
  /** Whether what comes from around is at hand. Where it is not, the answer is unknown, and nothing is to be asked. */
  readonly ready: (scope: Scope) => boolean;
}

export interface QuestionOptions {
  readonly zone: string;
  readonly schema: Schema;
  readonly byClock?: ByClock | undefined;
  /** The entity of the record that the query is asked about: it counts as it will be, wherever other records lead to it. */
  readonly own?: string | null;
}

/** Null where the query reads a list that stands around it, or something of a row that no database can be asked. */
export function questionOf(query: Query, options: QuestionOptions): Question | null {
  if (readsOutside(query)) return null;
  const { entity, name, local } = query;
  const asked = (part: Typed): Relation => relateTo(asItWillBe(part, options.own ?? null), local, options);
  const relations = conditionOf(query).map(asked);
  const where: Relation | null = relations.length < 2 ? (relations[0] ?? null) : { r: 'and', parts: relations };
  const body = query.body === null ? null : asked(query.body);
  const parts = [where, body].filter((part) => part !== null);
  if (!parts.every(isAnswerable)) return null;
  const around = [query.where, query.body].flatMap((part) => (part === null ? [] : outerParts(part)));
  const known = around.map((part) => compileKnown(part, options));
  const type = query.type.t === 'list' ? query.type.of : query.type;
  return {
    entity,
    name,
    where,
    body,
    type,
    parameters: parametersIn(parts),
    ready: (scope) => known.every((each) => each(scope)),
  };
}

/** The largest parts that read nothing of the rows that are looked through, queries within looked into. */
function outerParts(typed: Typed): readonly Typed[] {
  return holdsQuery(typed) || readsOutside(typed) ? partsWithin(typed).flatMap(outerParts) : [typed];
}

/**
 * A path from a record that is looked through may lead to the record at hand, which may be about to change: there it
 * reads what the record will hold, not what is stored of it.
 */
function asItWillBe(typed: Typed, own: string | null): Typed {
  if (own === null) return typed;
  const steps = stepsOf(typed);
  const [root] = steps;
  if (root?.op !== 'local') return withParts(typed, (part) => asItWillBe(part, own));
  const at = steps.findIndex(({ op, type }, index) => op === 'field' && index < steps.length - 1 && isOf(type, own));
  const reached = steps[at];
  if (reached === undefined) return typed;
  const { from, to, type } = typed;
  const self: Typed = { op: 'this', type: { t: 'record', entity: own }, from, to };
  const test: Typed = { op: 'binary', operator: '==', left: reached, right: self, type: BOOLEAN, from, to };
  const yes = steps.slice(at + 1).reduce((of, step) => (step.op === 'field' ? { ...step, of } : of), self);
  return { op: 'conditional', test, yes, no: typed, type, from, to };
}

/** What a path is made of, its root first. */
function stepsOf(typed: Typed): readonly Typed[] {
  return typed.op === 'field' ? [...stepsOf(typed.of), typed] : [typed];
}

const isOf = (type: StaticType, entity: string) => type.t === 'record' && type.entity === entity;

/** A bare name in a query that is a field of both entities. It is the queried one's, which may not be what was meant. */
export interface SharedName {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly entity: string;
}

/** The names in queries of an expression over a record of `entity` that are fields of it as well. */
export function sharedNames(typed: Typed, schema: Schema, entity: string): readonly SharedName[] {
  const own = schema.entities.get(entity)?.attributes;
  const visit = (part: Typed, locals: readonly string[]): readonly SharedName[] => {
    const inside = part.op === 'query' ? [...locals, part.local] : locals;
    const isBare =
      part.op === 'field' && part.of.op === 'local' && locals.includes(part.of.name) && part.of.from === part.of.to;
    const found =
      isBare && own?.has(part.field) ? [{ name: part.field, from: part.from, to: part.to, entity: part.entity }] : [];
    return [...found, ...partsWithin(part).flatMap((each) => visit(each, inside))];
  };
  return visit(typed, []);
}
