import type { Values } from '../../fields/text/value.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { type Context, contextOf } from '../context/decision-context.ts';
import type { Facts, Needs, RecordKey } from '../core/facts.ts';
import type { Principal } from '../core/principal.ts';
import { sameValue } from '../core/row.ts';
import { trackFacts } from '../core/tracked-facts.ts';
import { readableValues } from '../records/etag.ts';
import { withTimeDependentFields } from '../records/time-dependent-fields.ts';
import { type Hop, type Readers, readersOf, type Turned, type Watch, watchesIn } from './dependencies.ts';
import { type Before, factsBefore } from './previous-visibility.ts';

/**
 * The records that these roles may read otherwise since others changed: by a condition that follows a reference to one
 * of them, or looks through its entity, or by a field that goes by the clock and reads it.
 */
export function seenThrough(app: CompiledModel, who: Principal, changes: readonly Turned[]): readonly Readers[] {
  const watches = memoizeByRoles(app, 'what reading hangs on', who, () =>
    [...app.entities.values()].flatMap((entity) => watchesOfReading(app, entity, who)),
  );
  return watches.length === 0 ? [] : readersOf(watches, changes);
}

function watchesOfReading(app: CompiledModel, entity: CompiledEntity, who: Principal): Watch[] {
  const { record, fields } = entity.permissions.read;
  const held = [record, ...fields.values()].flat().filter(({ role }) => who.roles.has(role));
  const clocked = entity.computed.flatMap(({ byClock, value }) => (byClock ? [value] : []));
  const formulas = [...held.map(({ where }) => where), ...clocked].filter((formula) => formula !== null);
  return [
    ...formulas.flatMap((formula) => watched(app, entity.name, formula, MOST_STEPS)),
    ...watchesOfSeveral(app, entity, who, []),
  ];
}

/** What a field of several records tells hangs on which of them may be read; one in lines too. */
function watchesOfSeveral(app: CompiledModel, entity: CompiledEntity, who: Principal, way: readonly Hop[]): Watch[] {
  const of = way[0]?.entity ?? entity.name;
  return [...entity.readerDependent].flatMap(([field, type]): Watch[] => {
    const target = 'entity' in type ? app.entities.get(type.entity) : undefined;
    if (target === undefined || way.length === MOST_STEPS) return [];
    const hops = [...way, { entity: entity.name, field, lines: type.kind === 'list' }];
    if (type.kind === 'list') return watchesOfSeveral(app, target, who, hops);
    const to: Watch = { of, entity: target.name, fields: new Set(), via: null, from: [], hops };
    const held = target.permissions.read.record.filter(({ role, where }) => who.roles.has(role) && where !== null);
    const formulas = held.flatMap(({ where }) => where ?? []);
    return formulas
      .flatMap((formula) => watchedWhole(app, target.name, formula, MOST_STEPS))
      .map((inner) => throughTo(to, inner));
  });
}

/** Fields that go by the clock may read each other this often; in a circle they are unknown anyway. */
const MOST_STEPS = 8;

/** What the formula reads of others; of what goes by the clock there, what that reads in turn. */
function watched(app: CompiledModel, of: string, formula: CompiledFormula, left: number): Watch[] {
  const found = watchesIn(of, formula, app.schema);
  return [...found, ...behind(app, found, left)];
}

/** What it reads of its own record as well, where that is one of others. */
function watchedWhole(app: CompiledModel, of: string, formula: CompiledFormula, left: number): Watch[] {
  const own = ownOf(of, formula);
  return [...own, ...behind(app, own, left), ...watched(app, of, formula, left)];
}

function behind(app: CompiledModel, found: readonly Watch[], left: number): Watch[] {
  if (left === 0) return [];
  return found.flatMap((watch) =>
    [...watch.fields].flatMap((field) => {
      const read = app.byClock(watch.entity, field);
      if (read === undefined) return [];
      return watchedWhole(app, watch.entity, read, left - 1).map((inner) => throughTo(watch, inner));
    }),
  );
}

function ownOf(entity: string, { fields }: CompiledFormula): Watch[] {
  const own = fields.filter((field) => field.entity === entity).map(({ field }) => field);
  return own.length === 0 ? [] : [{ of: entity, entity, fields: new Set(own), via: null, from: [], hops: [] }];
}

/** Whatever the inner formula reads, read by way of the outer one; of what that looks through, any may count. */
function throughTo({ of, hops }: Watch, inner: Watch): Watch {
  if (hops === null) return { ...inner, of, via: null, from: [], hops: null };
  const along = (further: readonly Hop[]) => [...hops, ...further];
  return { ...inner, of, from: along(inner.from), hops: inner.hops === null ? null : along(inner.hops) };
}

export interface VisibilityChange {
  readonly app: CompiledModel;
  readonly who: Principal;
  readonly before: Before;
  readonly now: number;
}

export interface Seen {
  /** Those that this person reads now and did not read before, reads no more, or of which they read other values. */
  readonly otherwise: readonly RecordKey[];
  /** What is missing to say so; null: nothing. */
  readonly missing: Needs | null;
}

export function seenOtherwise(
  { app, who, before, now }: VisibilityChange,
  keys: readonly RecordKey[],
  known: Facts,
): Seen {
  const { facts, missing } = trackFacts(known);
  const then = factsBefore(app, facts, before);
  const read = (key: RecordKey, over: Facts) => readBy(contextOf(app, who, over, now), key);
  const readThen = (key: RecordKey) => {
    const seen = read(key, then.quick);
    return then.turned() ? read(key, then.whole) : seen;
  };
  const otherwise = keys.filter((key) => app.entities.has(key.entity) && differ(readThen(key), read(key, facts)));
  return { otherwise, missing: missing() };
}

function readBy(context: Context, { entity, id }: RecordKey): Values | null {
  const row = context.facts.row(entity, id) ?? null;
  return row === null ? null : readableValues(context, withTimeDependentFields(context, row));
}

/** Who changed it and when is not a change by itself. */
const bookkeeping = new Set(['changedAt', 'changedBy']);

function differ(before: Values | null, after: Values | null): boolean {
  if (before === null || after === null) return before !== after;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    if (!bookkeeping.has(name) && !sameValue(before[name] ?? null, after[name] ?? null)) return true;
  }
  return false;
}
