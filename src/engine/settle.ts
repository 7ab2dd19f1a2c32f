import { partsOf } from '../expressions/parts.ts';
import { fieldsRead } from '../expressions/paths.ts';
import type { Query } from '../expressions/scope.ts';
import type { Typed } from '../expressions/typed.ts';
import { partsWithin } from '../expressions/walk.ts';
import { isRows } from '../fields/list.ts';
import { noValues, type Row, type Values } from '../fields/value.ts';
import type { App, PreparedEntity } from './app.ts';
import { computedRow } from './computed.ts';
import { contextOf } from './context.ts';
import type { Facts, Needs } from './facts.ts';
import { recordingFacts } from './recording.ts';
import { sameValue } from './row.ts';

/**
 * What keeps computed fields true that ask something of other records (`= sum(Charge.amount where person == this)`): they are
 * stored, and worked out anew in the transaction of every write that changes what they read.
 */
export interface Settling {
  /** When the document was taken: for what is worked out then. */
  readonly now: number;
  /** The records whose computed fields read what changed. */
  readonly readers: (changes: readonly Turned[]) => readonly Readers[];
  /** The computed fields of a record that differ from what it holds; null: none does. `more` says what is missing for it. */
  readonly values: (row: Row, facts: Facts, now: number) => Values | null;
  readonly more: (rows: readonly Row[], facts: Facts, now: number) => Needs | null;
}

/** A record before and after a write. */
export interface Turned {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Records by their ids; null: every live one. */
export interface Readers {
  readonly entity: string;
  readonly ids: readonly string[] | null;
}

/** A computed field that reads records of an entity. `via`: the field in which these name the record; null: any may count. */
interface Watch {
  readonly of: string;
  readonly entity: string;
  readonly fields: ReadonlySet<string>;
  readonly via: string | null;
}

/** Null where no computed field of the document asks anything of other records. */
export function settlingOf(app: App, at: number): Settling | null {
  const watches = [...app.entities.values()].flatMap((entity) => (isOwned(entity) ? [] : watchesOf(entity)));
  if (watches.length === 0) return null;
  return {
    now: at,
    readers: (changes) => readersOf(watches, changes),
    values: (row, facts, now) => settled(app, row, facts, now),
    more: (rows, facts, now) => {
      const { facts: recording, missing } = recordingFacts(facts);
      for (const row of rows) settled(app, row, recording, now);
      return missing();
    },
  };
}

const NOBODY = { row: null, roles: new Set<string>() };

function settled(app: App, row: Row, facts: Facts, now: number): Values | null {
  const entity = app.entities.get(row.entity);
  if (entity === undefined) return null;
  const { values } = computedRow(contextOf(app, NOBODY, facts, now), entity, row, row);
  const changed = entity.computed.filter(
    ({ field: { name } }) => !sameValue(values[name] ?? null, row.values[name] ?? null),
  );
  if (changed.length === 0) return null;
  const found = noValues();
  for (const { field } of changed) found[field.name] = values[field.name] ?? null;
  return found;
}

/** Lines are worked out with the record that they belong to. */
const isOwned = ({ entity }: PreparedEntity) => entity.belongsTo !== null;

function watchesOf({ name, computed }: PreparedEntity): Watch[] {
  return computed.flatMap(({ value }) => {
    if (value === null || value.queries.length === 0) return [];
    const outer = value.queries.filter(
      (query) => !value.queries.some((other) => other !== query && holds(other, query)),
    );
    return outer.flatMap((query) => {
      const read = Map.groupBy(fieldsRead(query), ({ entity }) => entity);
      return [...read].map(([entity, fields]): Watch => {
        const direct = entity === query.entity && !readsElsewhere(query, entity);
        const via = direct ? viaOf(query) : null;
        return { of: name, entity, fields: new Set(fields.map(({ field }) => field)), via };
      });
    });
  });
}

const holds = (outer: Query, query: Query): boolean =>
  outer.from <= query.from && query.to <= outer.to && outer !== query;

/** Whether records of the entity are read otherwise than as those that are looked through: behind a path, or within. */
function readsElsewhere(query: Query, entity: string): boolean {
  const visit = (part: Typed): boolean => {
    if (part.op === 'query' && part.entity === entity) return true;
    if (part.op === 'field' && part.type.t === 'record' && part.type.entity === entity) return true;
    return partsWithin(part).some(visit);
  };
  return partsWithin(query).some(visit);
}

/** The field that must name the record at hand in each record that counts: `order == this`. */
function viaOf({ local, where }: Query): string | null {
  for (const part of where === null ? [] : partsOf(where)) {
    if (part.op !== 'binary' || part.operator !== '==') continue;
    const [one, other] = [part.left, part.right];
    const field = one.op === 'this' ? other : other.op === 'this' ? one : null;
    if (field?.op === 'field' && field.of.op === 'local' && field.of.name === local) return field.field;
  }
  return null;
}

function readersOf(watches: readonly Watch[], changes: readonly Turned[]): Readers[] {
  const pairs = changes.flatMap(({ before, after }) => pairsOf(before, after));
  const found = new Map<string, Set<string> | null>();
  for (const { of, entity, fields, via } of watches) {
    for (const { before, after } of pairs) {
      // A record that came otherwise than by a decision holds nothing of what its fields ask yet.
      if (before === null && after?.entity === of && found.get(of) !== null) {
        found.set(of, new Set([...(found.get(of) ?? []), after.id]));
      }
      if ((after ?? before)?.entity !== entity || !differs(before, after, fields)) continue;
      if (via === null) found.set(of, null);
      const ids = found.get(of);
      if (ids === null) break;
      const named = [before, after].map((row) => row?.values[via ?? ''] ?? null).filter((id) => typeof id === 'string');
      found.set(of, new Set([...(ids ?? []), ...named]));
    }
  }
  return [...found].map(([entity, ids]) => ({ entity, ids: ids === null ? null : [...ids] }));
}

function differs(before: Row | null, after: Row | null, fields: ReadonlySet<string>): boolean {
  if (before === null || after === null) return true;
  return [...fields].some((name) => !sameValue(before.values[name] ?? null, after.values[name] ?? null));
}

/** The record and each of its lines, before and after. */
function pairsOf(before: Row | null, after: Row | null): Turned[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const ids = new Set([...old.keys(), ...now.keys()]);
  const below = [...ids].flatMap((id) => pairsOf(old.get(id) ?? null, now.get(id) ?? null));
  return [{ before, after }, ...below];
}

function linesOf(row: Row | null): Map<string, Row> {
  const lists = Object.values(row?.values ?? {}).filter((value) => isRows(value));
  return new Map(lists.flat().map((line) => [line.id, line] as const));
}
