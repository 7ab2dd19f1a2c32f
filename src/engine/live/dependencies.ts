import { conjunctsOf } from '../../expressions/types/conjuncts.ts';
import { fieldsRead } from '../../expressions/types/field-paths.ts';
import type { Query } from '../../expressions/types/scope.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { partsWithin } from '../../expressions/types/walk.ts';
import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Schema } from '../../model/lookups/schema.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { sameValue } from '../core/row-values.ts';

/** A record before and after a write; null if it did not exist. */
export interface RecordChange {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** One step of a path: along a reference, or from a record to its own lines. */
export interface PathStep {
  readonly entity: string;
  readonly field: string;
  readonly lines: boolean;
}

/**
 * Records that may be affected: those with these ids, or those from which the steps lead to one of the ids. `ids` null:
 * every live record of the entity.
 */
export interface AffectedRecords {
  readonly entity: string;
  readonly ids: readonly string[] | null;
  readonly steps: readonly PathStep[];
}

/**
 * A dependency: a formula over records of `of` that reads records of `entity`. `via`: the field of these records that
 * refers to the formula's record, or to what `from` leads to from it; null if any of them may matter. The steps lead
 * from the formula's record to the records it reads; null if it queries them.
 */
export interface Dependency {
  readonly of: string;
  readonly entity: string;
  readonly fields: ReadonlySet<string>;
  readonly via: string | null;
  readonly from: readonly PathStep[];
  readonly steps: readonly PathStep[] | null;
}

/** Returns what the computed fields of an entity read beyond their own record and its own lines. */
export function dependenciesOfComputed({ name, computed }: CompiledEntity, schema: Schema): Dependency[] {
  return computed.flatMap(({ value, byClock }) => {
    if (value === null || byClock) return [];
    return dependenciesIn(name, value, schema);
  });
}

/** Returns what a formula over records of an entity reads beyond its record and that record's lines. */
export function dependenciesIn(name: string, { queries, typed }: CompiledFormula, schema: Schema): Dependency[] {
  return [...dependenciesOfQueries(name, queries, schema), ...dependenciesAlongPaths(name, typed, schema)];
}

function dependenciesOfQueries(name: string, queries: readonly Query[], schema: Schema): Dependency[] {
  const outer = queries.filter((query) => !queries.some((other) => other !== query && holds(other, query)));
  return outer.flatMap((query) => {
    const read = Map.groupBy(fieldsRead(query), ({ entity }) => entity);
    return [...read].map(([entity, fields]): Dependency => {
      const direct = entity === query.entity && !readsOtherRecords(query, entity);
      const { via, from } = (direct ? linkToRecord(query, schema) : null) ?? ANY;
      return { of: name, entity, fields: new Set(fields.map(({ field }) => field)), via, from, steps: null };
    });
  });
}

const holds = (outer: Query, query: Query): boolean =>
  outer.from <= query.from && query.to <= outer.to && outer !== query;

/**
 * Returns whether the query reads records of the entity in another way than as its results: at the end of a path, or in
 * a nested query.
 */
export function readsOtherRecords(query: Query, entity: string): boolean {
  const visit = (part: Typed): boolean => {
    if (part.op === 'query' && part.entity === entity) return true;
    if (part.op === 'field' && part.type.t === 'record' && part.type.entity === entity) return true;
    return partsWithin(part).some(visit);
  };
  return partsWithin(query).some(visit);
}

const ANY = { via: null, from: [] };

/**
 * Returns the field by which each queried record must refer to the record at hand, or to a record that a path leads to,
 * as in `order == this`; null if there is none.
 */
function linkToRecord({ local, where }: Query, schema: Schema): Pick<Dependency, 'via' | 'from'> | null {
  for (const part of where === null ? [] : conjunctsOf(where)) {
    if (part.op !== 'binary' || part.operator !== '==') continue;
    for (const [field, named] of [
      [part.left, part.right],
      [part.right, part.left],
    ] as const) {
      if (field.op !== 'field' || field.of.op !== 'local' || field.of.name !== local) continue;
      const from = pathTo(named, new Map(), schema);
      if (from?.every(({ lines }) => !lines)) return { via: field.field, from };
    }
  }
  return null;
}

type LocalPaths = ReadonlyMap<string, readonly PathStep[] | null>;

/** Returns what is read along references, from the record itself or from its lines. */
function dependenciesAlongPaths(of: string, typed: Typed, schema: Schema): Dependency[] {
  const dependencies: Dependency[] = [];
  const wayTo = (part: Typed, locals: LocalPaths) => pathTo(part, locals, schema);
  const visit = (part: Typed, locals: LocalPaths): void => {
    // What a query reads is a dependency of the query.
    if (part.op === 'query') return;
    if (part.op === 'field') {
      const steps = wayTo(part.of, locals);
      if (steps === null || steps.some(({ lines }) => !lines)) {
        dependencies.push({ of, entity: part.entity, fields: new Set([part.field]), via: null, from: [], steps });
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
  return dependencies;
}

/**
 * Returns the path from the formula's record to this expression's record or records; null if it is not a path of
 * fields.
 */
function pathTo(typed: Typed, locals: LocalPaths, schema: Schema): readonly PathStep[] | null {
  if (typed.op === 'this' || typed.op === 'old') return [];
  if (typed.op === 'local') return locals.get(typed.name) ?? null;
  if (typed.op === 'macro' && typed.name === 'filter') return pathTo(typed.of, locals, schema);
  if (typed.op !== 'field') return null;
  const before = pathTo(typed.of, locals, schema);
  const kind = schema.entities.get(typed.entity)?.attributes.get(typed.field)?.type.kind;
  if (before === null || (kind !== 'reference' && kind !== 'references' && kind !== 'list')) return null;
  return [...before, { entity: typed.entity, field: typed.field, lines: kind === 'list' }];
}

/** Returns the records whose formulas read what changed. */
export function affectedRecords(watches: readonly Dependency[], changes: readonly RecordChange[]): AffectedRecords[] {
  const pairs = changes.flatMap(({ before, after }) => pairsOf(before, after));
  const affected = new Map<
    string,
    { readonly entity: string; readonly steps: readonly PathStep[]; ids: Set<string> | null }
  >();
  const add = (entity: string, steps: readonly PathStep[], ids: readonly string[] | null) => {
    const key = JSON.stringify([entity, steps]);
    const entry = affected.get(key) ?? { entity, steps, ids: new Set<string>() };
    entry.ids = ids === null || entry.ids === null ? null : new Set([...entry.ids, ...ids]);
    affected.set(key, entry);
  };
  for (const { of, entity, fields, via, from, steps } of watches) {
    for (const { before, after } of pairs) {
      const row = after ?? before;
      // A record that was written without a decision has no results of its queries yet; and a record may lose a
      // reference without a decision about it.
      if (row?.entity === of && (steps === null ? before === null : changesReference(before, after, steps)))
        add(of, [], [row.id]);
      if (row?.entity !== entity || !differs(before, after, fields)) continue;
      if (steps !== null) add(of, steps, [row.id]);
      else if (via === null) add(of, [], null);
      else
        add(
          of,
          from,
          [before, after].map((each) => each?.values[via] ?? null).filter((id) => typeof id === 'string'),
        );
    }
  }
  return [...affected.values()].map(({ entity, steps, ids }) => ({
    entity,
    steps,
    ids: ids === null ? null : [...ids],
  }));
}

function changesReference(before: Row | null, after: Row | null, [first]: readonly PathStep[]): boolean {
  return (
    first !== undefined && !first.lines && before !== null && after !== null && isChanged(before, after, first.field)
  );
}

function differs(before: Row | null, after: Row | null, fields: ReadonlySet<string>): boolean {
  return before === null || after === null || [...fields].some((name) => isChanged(before, after, name));
}

const isChanged = (before: Row, after: Row, name: string) =>
  !sameValue(before.values[name] ?? null, after.values[name] ?? null);

/** Returns the record and each of its lines, before and after. */
export function pairsOf(before: Row | null, after: Row | null): RecordChange[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const ids = new Set([...old.keys(), ...now.keys()]);
  const below = [...ids].flatMap((id) => pairsOf(old.get(id) ?? null, now.get(id) ?? null));
  return [{ before, after }, ...below];
}

function linesOf(row: Row | null): Map<string, Row> {
  const lists = Object.values(row?.values ?? {}).filter((value) => isRows(value));
  return new Map(lists.flat().map((line) => [line.id, line] as const));
}
