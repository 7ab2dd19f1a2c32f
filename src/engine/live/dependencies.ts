import { partsOf } from '../../expressions/types/conjuncts.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Query } from '../../expressions/types/scope.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { partsWithin } from '../../expressions/types/walk.ts';
import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { Compiled } from '../compiled/compiled-formula.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';
import { sameValue } from '../core/row.ts';

/** A record before and after a write. */
export interface Turned {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** From a record by a reference, or to its own lines. */
export interface Hop {
  readonly entity: string;
  readonly field: string;
  readonly lines: boolean;
}

/** Records by their ids, or those from which these hops lead to one of the ids; null: every live one. */
export interface Readers {
  readonly entity: string;
  readonly ids: readonly string[] | null;
  readonly hops: readonly Hop[];
}

/**
 * A formula over records of `of` that reads records of `entity`. `via`: the field in which these name the record, or what
 * `from` leads to from it; null: any of them may count. `hops`: how it gets to them from its own record; null: it looks
 * through them.
 */
export interface Watch {
  readonly of: string;
  readonly entity: string;
  readonly fields: ReadonlySet<string>;
  readonly via: string | null;
  readonly from: readonly Hop[];
  readonly hops: readonly Hop[] | null;
}

/** What the computed fields of an entity read beyond their own record and its own lines. */
export function watchesOf({ name, computed }: PreparedEntity, schema: Schema): Watch[] {
  return computed.flatMap(({ value, byClock }) => {
    if (value === null || byClock) return [];
    return watchesIn(name, value, schema);
  });
}

/** What a formula over records of an entity reads beyond its record and the lines of that. */
export function watchesIn(name: string, { queries, typed }: Compiled, schema: Schema): Watch[] {
  return [...queried(name, queries, schema), ...followed(name, typed, schema)];
}

function queried(name: string, queries: readonly Query[], schema: Schema): Watch[] {
  const outer = queries.filter((query) => !queries.some((other) => other !== query && holds(other, query)));
  return outer.flatMap((query) => {
    const read = Map.groupBy(fieldsRead(query), ({ entity }) => entity);
    return [...read].map(([entity, fields]): Watch => {
      const direct = entity === query.entity && !readsElsewhere(query, entity);
      const { via, from } = (direct ? viaOf(query, schema) : null) ?? ANY;
      return { of: name, entity, fields: new Set(fields.map(({ field }) => field)), via, from, hops: null };
    });
  });
}

const holds = (outer: Query, query: Query): boolean =>
  outer.from <= query.from && query.to <= outer.to && outer !== query;

/** Whether records of the entity are read otherwise than as those that are looked through: behind a path, or within. */
export function readsElsewhere(query: Query, entity: string): boolean {
  const visit = (part: Typed): boolean => {
    if (part.op === 'query' && part.entity === entity) return true;
    if (part.op === 'field' && part.type.t === 'record' && part.type.entity === entity) return true;
    return partsWithin(part).some(visit);
  };
  return partsWithin(query).some(visit);
}

const ANY = { via: null, from: [] };

/** The field that must name the record at hand, or one that it leads to, in each record that counts: `order == this`. */
function viaOf({ local, where }: Query, schema: Schema): Pick<Watch, 'via' | 'from'> | null {
  for (const part of where === null ? [] : partsOf(where)) {
    if (part.op !== 'binary' || part.operator !== '==') continue;
    for (const [field, named] of [
      [part.left, part.right],
      [part.right, part.left],
    ] as const) {
      if (field.op !== 'field' || field.of.op !== 'local' || field.of.name !== local) continue;
      const from = wayAlong(named, new Map(), schema);
      if (from?.every(({ lines }) => !lines)) return { via: field.field, from };
    }
  }
  return null;
}

type Ways = ReadonlyMap<string, readonly Hop[] | null>;

/** What is read along references, from the record itself or from its lines. */
function followed(of: string, typed: Typed, schema: Schema): Watch[] {
  const found: Watch[] = [];
  const wayTo = (part: Typed, locals: Ways) => wayAlong(part, locals, schema);
  const visit = (part: Typed, locals: Ways): void => {
    // What a question looks through, and what it reads beside, is watched with the question.
    if (part.op === 'query') return;
    if (part.op === 'field') {
      const hops = wayTo(part.of, locals);
      if (hops === null || hops.some(({ lines }) => !lines)) {
        found.push({ of, entity: part.entity, fields: new Set([part.field]), via: null, from: [], hops });
      }
    }
    if (part.op !== 'macro' && part.op !== 'aggregate') {
      for (const below of partsWithin(part)) visit(below, locals);
      return;
    }
    visit(part.of, locals);
    if (part.body !== null) visit(part.body, new Map(locals).set(part.local, wayTo(part.of, locals)));
  };
  visit(typed, new Map());
  return found;
}

/** How a formula gets from its record to this one, or to each of these; null: otherwise than along fields. */
function wayAlong(typed: Typed, locals: Ways, schema: Schema): readonly Hop[] | null {
  if (typed.op === 'this' || typed.op === 'old') return [];
  if (typed.op === 'local') return locals.get(typed.name) ?? null;
  if (typed.op === 'macro' && typed.name === 'filter') return wayAlong(typed.of, locals, schema);
  if (typed.op !== 'field') return null;
  const before = wayAlong(typed.of, locals, schema);
  const kind = schema.entities.get(typed.entity)?.attributes.get(typed.field)?.type.kind;
  if (before === null || (kind !== 'reference' && kind !== 'references' && kind !== 'list')) return null;
  return [...before, { entity: typed.entity, field: typed.field, lines: kind === 'list' }];
}

/** The records over which these formulas read what changed. */
export function readersOf(watches: readonly Watch[], changes: readonly Turned[]): Readers[] {
  const pairs = changes.flatMap(({ before, after }) => pairsOf(before, after));
  const found = new Map<string, { readonly entity: string; readonly hops: readonly Hop[]; ids: Set<string> | null }>();
  const add = (entity: string, hops: readonly Hop[], ids: readonly string[] | null) => {
    const key = JSON.stringify([entity, hops]);
    const known = found.get(key) ?? { entity, hops, ids: new Set<string>() };
    known.ids = ids === null || known.ids === null ? null : new Set([...known.ids, ...ids]);
    found.set(key, known);
  };
  for (const { of, entity, fields, via, from, hops } of watches) {
    for (const { before, after } of pairs) {
      const row = after ?? before;
      // A record that came otherwise than by a decision holds nothing of what its fields ask yet; and one may lose what
      // it refers to without a decision of its own.
      if (row?.entity === of && (hops === null ? before === null : leadsElsewhere(before, after, hops)))
        add(of, [], [row.id]);
      if (row?.entity !== entity || !differs(before, after, fields)) continue;
      if (hops !== null) add(of, hops, [row.id]);
      else if (via === null) add(of, [], null);
      else
        add(
          of,
          from,
          [before, after].map((each) => each?.values[via] ?? null).filter((id) => typeof id === 'string'),
        );
    }
  }
  return [...found.values()].map(({ entity, hops, ids }) => ({ entity, hops, ids: ids === null ? null : [...ids] }));
}

function leadsElsewhere(before: Row | null, after: Row | null, [first]: readonly Hop[]): boolean {
  return first !== undefined && !first.lines && before !== null && after !== null && turned(before, after, first.field);
}

function differs(before: Row | null, after: Row | null, fields: ReadonlySet<string>): boolean {
  return before === null || after === null || [...fields].some((name) => turned(before, after, name));
}

const turned = (before: Row, after: Row, name: string) =>
  !sameValue(before.values[name] ?? null, after.values[name] ?? null);

/** The record and each of its lines, before and after. */
export function pairsOf(before: Row | null, after: Row | null): Turned[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const ids = new Set([...old.keys(), ...now.keys()]);
  const below = [...ids].flatMap((id) => pairsOf(old.get(id) ?? null, now.get(id) ?? null));
  return [{ before, after }, ...below];
}

function linesOf(row: Row | null): Map<string, Row> {
  const lists = Object.values(row?.values ?? {}).filter((value) => isRows(value));
  return new Map(lists.flat().map((line) => [line.id, line] as const));
}
