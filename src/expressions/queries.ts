import type { Schema } from '../model/schema.ts';
import { compileKnown } from './compile.ts';
import { BOOLEAN, TEXT } from './kinds.ts';
import { relateTo } from './relate.ts';
import type { Relation } from './relation.ts';
import type { Query, Scope } from './scope.ts';
import type { Typed } from './typed.ts';
import { partsWithin, readsOutside } from './walk.ts';

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
  /** Whether what comes from around is at hand. Where it is not, the answer is unknown, and nothing is to be asked. */
  readonly ready: (scope: Scope) => boolean;
}

/** Null where the query reads a list that stands around it: then it is not one question. */
export function questionOf(query: Query, options: { readonly zone: string; readonly schema: Schema }): Question | null {
  if (readsOutside(query)) return null;
  const { entity, name, local } = query;
  const ask = (part: Typed): Relation => relateTo(part, local, options);
  const parts = [...(query.others ? [otherThanThis(query)] : []), ...(query.where === null ? [] : [query.where])];
  const around = [query.where, query.body].flatMap((part) => (part === null ? [] : outerParts(part)));
  const known = around.map((part) => compileKnown(part, options));
  const relations = parts.map(ask);
  return {
    entity,
    name,
    where: relations.length < 2 ? (relations[0] ?? null) : { r: 'and', parts: relations },
    body: query.body === null ? null : ask(query.body),
    ready: (scope) => known.every((each) => each(scope)),
  };
}

function otherThanThis({ entity, local, from, to }: Query): Typed {
  const type = { t: 'record', entity } as const;
  const at = { from, to };
  const id = (of: Typed): Typed => ({ op: 'field', of, entity, field: 'id', type: TEXT, ...at });
  const [left, right] = [id({ op: 'local', name: local, type, ...at }), id({ op: 'this', type, ...at })];
  return { op: 'binary', operator: '!=', left, right, type: BOOLEAN, ...at };
}

/** The largest parts that read nothing of the rows that are looked through. */
function outerParts(typed: Typed): readonly Typed[] {
  return readsOutside(typed) ? partsWithin(typed).flatMap(outerParts) : [typed];
}

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
