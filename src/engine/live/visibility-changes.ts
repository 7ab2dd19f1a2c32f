import type { Values } from '../../fields/text/value.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { type Context, contextOf } from '../context/decision-context.ts';
import type { Facts, Needs, RecordKey } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import { sameValue } from '../core/row-values.ts';
import { trackFacts } from '../core/tracked-facts.ts';
import { readableValues } from '../records/etag.ts';
import { withTimeDependentFields } from '../records/time-dependent-fields.ts';
import {
  type AffectedRecords,
  affectedRecords,
  type Dependency,
  dependenciesIn,
  type PathStep,
  type RecordChange,
} from './dependencies.ts';
import { factsBefore, type RowsBefore } from './facts-before-change.ts';

/**
 * Returns the records whose readable values may have changed for these roles because others changed: through a read
 * condition that follows a reference to one of them or queries their entity, or through a field that is computed on
 * read.
 */
export function visibilityCandidates(
  model: CompiledModel,
  principal: Principal,
  changes: readonly RecordChange[],
): readonly AffectedRecords[] {
  const watches = memoizeByRoles(model, 'what reading hangs on', principal, () =>
    [...model.entities.values()].flatMap((entity) => dependenciesOfReading(model, entity, principal)),
  );
  return watches.length === 0 ? [] : affectedRecords(watches, changes);
}

function dependenciesOfReading(model: CompiledModel, entity: CompiledEntity, principal: Principal): Dependency[] {
  const { record, fields } = entity.permissions.read;
  const ownCells = [record, ...fields.values()].flat().filter(({ role }) => principal.roles.has(role));
  const clocked = entity.computed.flatMap(({ byClock, value }) => (byClock ? [value] : []));
  const formulas = [...ownCells.map(({ where }) => where), ...clocked].filter((formula) => formula !== null);
  return [
    ...formulas.flatMap((formula) => dependenciesOfFormula(model, entity.name, formula, MOST_STEPS)),
    ...dependenciesOfReferences(model, entity, principal, []),
  ];
}

/**
 * The readable value of a field of several references depends on which of the referenced records are readable, in lines
 * too.
 */
function dependenciesOfReferences(
  model: CompiledModel,
  entity: CompiledEntity,
  principal: Principal,
  way: readonly PathStep[],
): Dependency[] {
  const of = way[0]?.entity ?? entity.name;
  return [...entity.readerDependent].flatMap(([field, type]): Dependency[] => {
    const target = 'entity' in type ? model.entities.get(type.entity) : undefined;
    if (target === undefined || way.length === MOST_STEPS) return [];
    const steps = [...way, { entity: entity.name, field, lines: type.kind === 'list' }];
    if (type.kind === 'list') return dependenciesOfReferences(model, target, principal, steps);
    const to: Dependency = { of, entity: target.name, fields: new Set(), via: null, from: [], steps };
    const ownCells = target.permissions.read.record.filter(
      ({ role, where }) => principal.roles.has(role) && where !== null,
    );
    const formulas = ownCells.flatMap(({ where }) => where ?? []);
    return formulas
      .flatMap((formula) => dependenciesWithOwnRecord(model, target.name, formula, MOST_STEPS))
      .map((inner) => composed(to, inner));
  });
}

/** Maximum depth of time-dependent fields that read each other; fields in a cycle are unknown anyway. */
const MOST_STEPS = 8;

/** Returns what the formula reads of other records, including what time-dependent fields there read. */
function dependenciesOfFormula(model: CompiledModel, of: string, formula: CompiledFormula, left: number): Dependency[] {
  const dependencies = dependenciesIn(of, formula, model.schema);
  return [...dependencies, ...behind(model, dependencies, left)];
}

/** Like the function above, and also what the formula reads of its own record. */
function dependenciesWithOwnRecord(
  model: CompiledModel,
  of: string,
  formula: CompiledFormula,
  left: number,
): Dependency[] {
  const own = ownRecordDependency(of, formula);
  return [...own, ...behind(model, own, left), ...dependenciesOfFormula(model, of, formula, left)];
}

function behind(model: CompiledModel, found: readonly Dependency[], left: number): Dependency[] {
  if (left === 0) return [];
  return found.flatMap((watch) =>
    [...watch.fields].flatMap((field) => {
      const read = model.byClock(watch.entity, field);
      if (read === undefined) return [];
      return dependenciesWithOwnRecord(model, watch.entity, read, left - 1).map((inner) => composed(watch, inner));
    }),
  );
}

function ownRecordDependency(entity: string, { fields }: CompiledFormula): Dependency[] {
  const own = fields.filter((field) => field.entity === entity).map(({ field }) => field);
  return own.length === 0 ? [] : [{ of: entity, entity, fields: new Set(own), via: null, from: [], steps: [] }];
}

/**
 * Composes two dependencies: what the inner formula reads, read through the outer one. Behind a query, any record may
 * matter.
 */
function composed({ of, steps }: Dependency, inner: Dependency): Dependency {
  if (steps === null) return { ...inner, of, via: null, from: [], steps: null };
  const along = (further: readonly PathStep[]) => [...steps, ...further];
  return { ...inner, of, from: along(inner.from), steps: inner.steps === null ? null : along(inner.steps) };
}

export interface VisibilityChange {
  readonly model: CompiledModel;
  readonly principal: Principal;
  readonly before: RowsBefore;
  readonly now: number;
}

export interface VisibilityResult {
  /** Records whose readable values changed for this person, including those that became readable or unreadable. */
  readonly changed: readonly RecordKey[];
  /** The facts that are still missing to decide this; null if none. */
  readonly missing: Needs | null;
}

export function changedVisibility(
  { model, principal, before, now }: VisibilityChange,
  keys: readonly RecordKey[],
  known: Facts,
): VisibilityResult {
  const { facts, missing } = trackFacts(known);
  const then = factsBefore(model, facts, before);
  const read = (key: RecordKey, over: Facts) => readBy(contextOf(model, principal, over, now), key);
  const readThen = (key: RecordKey) => {
    const previous = read(key, then.withAnswers);
    return then.hadChangedQuery() ? read(key, then.withoutAnswers) : previous;
  };
  const changed = keys.filter((key) => model.entities.has(key.entity) && differ(readThen(key), read(key, facts)));
  return { changed, missing: missing() };
}

function readBy(context: Context, { entity, id }: RecordKey): Values | null {
  const row = context.facts.row(entity, id) ?? null;
  return row === null ? null : readableValues(context, withTimeDependentFields(context, row));
}

/** A change of these fields alone is not a change. */
const bookkeeping = new Set(['changedAt', 'changedBy']);

function differ(before: Values | null, after: Values | null): boolean {
  if (before === null || after === null) return before !== after;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const name of names) {
    if (!bookkeeping.has(name) && !sameValue(before[name] ?? null, after[name] ?? null)) return true;
  }
  return false;
}
