import { addToDate, durationOfUnit, instantOf, negated, startOfUnit, today } from '../../fields/calendar/calendar.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import { currencyScale } from '../../fields/text/currency.ts';
import { fromUnits } from '../../fields/text/decimals.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Chart, Interval } from '../../model/types/model.ts';
import { type ReadPolicy, readPolicyFor } from '../access/read-policy.ts';
import { refuseScreen } from '../access/screen-access.ts';
import { activeFilterRelations } from '../compile/saved-filters.ts';
import type { CompiledEntity, CompiledModel, CompiledTile } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import { contextOf } from '../context/decision-context.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import type { WireFigure, WireTile } from '../core/wire-format.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { denyByRole } from '../records/authorize-record.ts';
import { wireValue } from '../records/wire-value.ts';
import type { AggregatePlan, Bucket } from './list-plan.ts';

/** The number of intervals in a chart over time, including the current one. */
const LOOK_BACK: Readonly<Record<Interval, number>> = { day: 30, week: 13, month: 12, quarter: 8, year: 5 };

/**
 * Plans the query of a number tile or chart over the rows that this person may read. `filters`: the active filters and
 * switches of the screen; undefined: the initially active ones.
 */
export function planAggregate(
  model: CompiledModel,
  principal: Principal,
  tile: string,
  now: number,
  filters?: string,
): AggregatePlan | Refusal {
  const compiledTile = model.tiles.get(tile);
  const entity = model.entities.get(compiledTile?.screen.screen.entity ?? '');
  if (compiledTile === undefined || entity === undefined) return refuse(model, 'NOT_FOUND', { entity: 'number' });
  const context = contextOf(model, principal, NO_FACTS, now);
  const refusal = denyByRole(context, entity, ['read']) ?? refuseScreen(model, principal, compiledTile.screen);
  if (refusal !== null) return refusal;
  const policy = readPolicyFor(model, entity, principal);
  const by = 'by' in compiledTile.tile ? compiledTile.tile : null;
  const fields = [compiledTile.tile.field, by?.by ?? null].filter((field) => field !== null);
  // Aggregating a field of several references would reveal unreadable records among them.
  const isOne = (field: string) => entity.schema.attributes.get(field)?.type.kind !== 'references';
  if (compiledTile.unknown || fields.some((field) => !policy.fields.has(field) || !isOne(field)))
    return refuse(model, 'NOT_ALLOWED', { who: model.sentences.somebody }, [tile]);
  const saved = activeFilterRelations(model, principal, compiledTile.screen, filters);
  if ('situation' in saved) return saved;
  const where = [
    compiledTile.screen.filter?.relation ?? null,
    compiledTile.filter?.relation ?? null,
    policy.rows,
    ...saved.where,
  ];
  return {
    key: JSON.stringify([model.hash, tile, rolesKey(model, principal), saved.shape]),
    entity: entity.name,
    where: where.filter((part) => part !== null),
    aggregate: compiledTile.tile.aggregate,
    field: compiledTile.tile.field,
    gate: fieldCondition(policy, compiledTile.tile.field),
    by:
      by === null
        ? null
        : { field: by.by, gate: fieldCondition(policy, by.by), buckets: bucketsOf(model, entity, by, now) },
  };
}

/** A group in the store's result, with the value in the smallest units. */
interface Group {
  readonly key: Value;
  readonly value: number | null;
  readonly rows: number;
  readonly currency?: string | null;
}

/**
 * Converts the result of `planAggregate` to wire format. A chart over time has a point for each interval, a chart over
 * choices one for each choice; points without rows are 0. `titles` are the titles of the records by which a chart is
 * grouped.
 */
export function wireTile(
  model: CompiledModel,
  tile: string,
  plan: AggregatePlan,
  groups: readonly Group[],
  titles: ReadonlyMap<string, string> = new Map(),
): WireTile {
  const prepared = model.tiles.get(tile);
  const entity = model.entities.get(plan.entity);
  if (prepared === undefined || entity === undefined) throw new Error(`The document has no tile "${tile}".`);
  const type = entity.schema.attributes.get(plan.field ?? '')?.type;
  const isOpen = type?.kind === 'money' && type.currency === null && plan.aggregate !== 'count';
  const common = isOpen ? commonCurrency(groups) : null;
  const value = (group: Group | undefined) => ({
    value: isOpen ? figureWithCurrency(plan, group, common) : textOfValue(entity, plan, figureOf(plan, group)),
    rows: group?.rows ?? 0,
  });
  const { aggregate } = plan;
  const at = (key: Value) => groups.find((group) => group.key === key);
  if (plan.by === null)
    return { id: tile, aggregate, points: [{ key: null, label: prepared.tile.label, ...value(groups[0]) }] };
  if (plan.by.buckets !== null) {
    const points = plan.by.buckets.map(({ key }) => ({
      key,
      label: bucketLabel(model, prepared, key),
      ...value(at(key)),
    }));
    return { id: tile, aggregate, points };
  }
  const attribute = entity.schema.attributes.get(plan.by.field);
  const points = keysOf(
    attribute,
    groups.map(({ key }) => key),
  ).map((key) => ({
    key: attribute === undefined ? null : wireValue(model, key, attribute.type),
    label: keyLabel(model, attribute, key, titles),
    ...value(at(key)),
  }));
  return { id: tile, aggregate, points };
}

export function fieldCondition(policy: ReadPolicy, field: string | null) {
  return field === null ? null : (policy.fields.get(field) ?? null);
}

/** Returns the intervals up to the current one, oldest first; null if the chart is not over time. */
function bucketsOf(model: CompiledModel, entity: CompiledEntity, chart: Chart, now: number): Bucket[] | null {
  const { interval } = chart;
  const kind = entity.schema.attributes.get(chart.by)?.type.kind;
  if (interval === null || (kind !== 'date' && kind !== 'date and time')) return null;
  const unit = durationOfUnit(interval);
  const starts: string[] = [startOfUnit(today(now, model.zone), interval)];
  while (starts.length < LOOK_BACK[interval]) {
    const before = addToDate(starts[0] ?? '', negated(unit));
    if (before === null) break;
    starts.unshift(before);
  }
  const end = (value: string): Value => (kind === 'date' ? value : instantOf(value, 0, model.zone));
  return starts.map((key) => ({ key, from: end(key), to: end(addToDate(key, unit) ?? key) }));
}

function bucketLabel(model: CompiledModel, { tile }: CompiledTile, key: string): string {
  const interval = 'interval' in tile ? tile.interval : null;
  return interval === null ? key : model.format.interval(key, interval);
}

/**
 * Returns the keys in order: choices as stated, including those without rows, then the other keys as found, the empty
 * one last.
 */
export function keysOf(attribute: Attribute | undefined, keys: readonly Value[]): readonly Value[] {
  const options = attribute?.type.kind === 'choice' ? attribute.type.options.map(({ name }): Value => name) : [];
  const others = keys.filter((key) => !options.includes(key));
  return [...options, ...others.filter((key) => key !== null), ...others.filter((key) => key === null)];
}

export function keyLabel(
  model: CompiledModel,
  attribute: Attribute | undefined,
  key: Value,
  titles: ReadonlyMap<string, string>,
): string {
  if (attribute === undefined || key === null) return model.sentences.none;
  if (attribute.type.kind === 'reference') return titles.get(String(key)) ?? model.sentences.hiddenRecord;
  return fieldType(attribute.type.kind).show(key, attribute.type, model.format);
}

/** Returns the currency of all amounts found; null if there are several or none. */
function commonCurrency(groups: readonly Group[]): string | null {
  const [first = null, ...others] = new Set(
    groups.flatMap(({ rows, currency = null }) => (rows > 0 ? [currency] : [])),
  );
  return others.length > 0 ? null : first;
}

/** Returns an amount in the currency of its group. The sum of no rows is 0 in the `common` currency of all groups. */
function figureWithCurrency({ aggregate }: AggregatePlan, group: Group | undefined, common: string | null): WireFigure {
  const isNothing = group === undefined || group.rows === 0;
  if (isNothing && aggregate !== 'sum') return '';
  const currency = isNothing ? common : (group.currency ?? null);
  if (currency === null) return isNothing ? '0' : null;
  const amount = isNothing ? 0 : group.value;
  return amount === null ? '' : { amount: unitsText(amount, currencyScale(currency) ?? 2), currency };
}

/**
 * Returns the value of a group. The sum and count of no rows are 0. Null if there is no value or the sum is too large
 * to be exact.
 */
function figureOf({ aggregate }: AggregatePlan, group: Group | undefined): number | null {
  const isNothing = group === undefined || group.rows === 0;
  return isNothing && (aggregate === 'sum' || aggregate === 'count') ? 0 : (group?.value ?? null);
}

/** Formats a value with the field's number of decimals; empty if there is none. */
export function textOfValue(
  entity: CompiledEntity,
  { aggregate, field }: Pick<AggregatePlan, 'aggregate' | 'field'>,
  value: number | null,
): string {
  if (value === null) return '';
  if (aggregate === 'count') return String(value);
  const type = entity.schema.attributes.get(field ?? '')?.type;
  const scale = type?.kind === 'money' || type?.kind === 'decimal' ? type.scale : 0;
  return unitsText(value, scale);
}

/** Rounds half away from zero: an average may lie between two units. */
function unitsText(value: number, scale: number): string {
  const units = Math.sign(value) * Math.round(Math.abs(value));
  return fromUnits(units + 0, scale);
}
