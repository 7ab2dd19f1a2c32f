import { addToDate, durationOfUnit, instantOf, negated, startOfUnit, today } from '../../fields/calendar/calendar.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import { currencyScale } from '../../fields/text/currency.ts';
import { fromUnits } from '../../fields/text/decimals.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Chart, Interval } from '../../model/types/model.ts';
import { type Gates, gatesOf } from '../access/read-policy.ts';
import { refusedScreen } from '../access/screen-access.ts';
import { savedRelations } from '../compile/saved-filters.ts';
import type { App, PreparedEntity, PreparedTile } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import { contextOf } from '../context/decision-context.ts';
import type { Who } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import type { WireFigure, WireTile } from '../core/wire-format.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { refusedOutright } from '../records/authorize-record.ts';
import { wireValue } from '../records/wire-value.ts';
import type { AggregatePlan, Bucket } from './list-plan.ts';

/** How far a chart over time looks back, this interval included. */
const LOOK_BACK: Readonly<Record<Interval, number>> = { day: 30, week: 13, month: 12, quarter: 8, year: 5 };

/**
 * A number tile or chart of a screen, by its id, over the rows that this person may read. `filters`: which filters and switches
 * of the screen are on; undefined: those that are on at first.
 */
export function planAggregate(
  app: App,
  who: Who,
  tile: string,
  now: number,
  filters?: string,
): AggregatePlan | Refusal {
  const found = app.tiles.get(tile);
  const entity = app.entities.get(found?.screen.screen.entity ?? '');
  if (found === undefined || entity === undefined) return refuse(app, 'NOT_FOUND', { entity: 'number' });
  const context = contextOf(app, who, NO_FACTS, now);
  const refusal = refusedOutright(context, entity, ['read']) ?? refusedScreen(app, who, found.screen);
  if (refusal !== null) return refusal;
  const gates = gatesOf(app, entity, who);
  const by = 'by' in found.tile ? found.tile : null;
  const fields = [found.tile.field, by?.by ?? null].filter((field) => field !== null);
  // What several records would tell hangs on each of them.
  const isOne = (field: string) => entity.schema.attributes.get(field)?.type.kind !== 'references';
  if (found.unknown || fields.some((field) => !gates.fields.has(field) || !isOne(field)))
    return refuse(app, 'NOT_ALLOWED', { who: app.sentences.somebody }, [tile]);
  const saved = savedRelations(app, who, found.screen, filters);
  if ('situation' in saved) return saved;
  const where = [found.screen.filter?.relation ?? null, found.filter?.relation ?? null, gates.rows, ...saved.where];
  return {
    key: JSON.stringify([app.hash, tile, rolesKey(app, who), saved.shape]),
    entity: entity.name,
    where: where.filter((part) => part !== null),
    aggregate: found.tile.aggregate,
    field: found.tile.field,
    gate: gateOf(gates, found.tile.field),
    by: by === null ? null : { field: by.by, gate: gateOf(gates, by.by), buckets: bucketsOf(app, entity, by, now) },
  };
}

/** What the store found of a group, as in its rows. */
interface Group {
  readonly key: Value;
  readonly value: number | null;
  readonly rows: number;
  readonly currency?: string | null;
}

/**
 * The store's answer to `planAggregate` as the client draws it. A chart over time has a point for each interval, one
 * over choices for each choice, without data 0. `titles` are those of records that a chart is drawn by.
 */
export function wireTile(
  app: App,
  tile: string,
  plan: AggregatePlan,
  found: readonly Group[],
  titles: ReadonlyMap<string, string> = new Map(),
): WireTile {
  const prepared = app.tiles.get(tile);
  const entity = app.entities.get(plan.entity);
  if (prepared === undefined || entity === undefined) throw new Error(`The document has no tile "${tile}".`);
  const type = entity.schema.attributes.get(plan.field ?? '')?.type;
  const isOpen = type?.kind === 'money' && type.currency === null && plan.aggregate !== 'count';
  const common = isOpen ? commonCurrency(found) : null;
  const value = (group: Group | undefined) => ({
    value: isOpen ? openFigure(plan, group, common) : textOfValue(entity, plan, figureOf(plan, group)),
    rows: group?.rows ?? 0,
  });
  const { aggregate } = plan;
  const at = (key: Value) => found.find((group) => group.key === key);
  if (plan.by === null)
    return { id: tile, aggregate, points: [{ key: null, label: prepared.tile.label, ...value(found[0]) }] };
  if (plan.by.buckets !== null) {
    const points = plan.by.buckets.map(({ key }) => ({
      key,
      label: bucketLabel(app, prepared, key),
      ...value(at(key)),
    }));
    return { id: tile, aggregate, points };
  }
  const attribute = entity.schema.attributes.get(plan.by.field);
  const points = keysOf(
    attribute,
    found.map(({ key }) => key),
  ).map((key) => ({
    key: attribute === undefined ? null : wireValue(app, key, attribute.type),
    label: keyLabel(app, attribute, key, titles),
    ...value(at(key)),
  }));
  return { id: tile, aggregate, points };
}

export function gateOf(gates: Gates, field: string | null) {
  return field === null ? null : (gates.fields.get(field) ?? null);
}

/** The intervals up to the present one, oldest first; null where the chart is not over time. */
function bucketsOf(app: App, entity: PreparedEntity, chart: Chart, now: number): Bucket[] | null {
  const { interval } = chart;
  const kind = entity.schema.attributes.get(chart.by)?.type.kind;
  if (interval === null || (kind !== 'date' && kind !== 'date and time')) return null;
  const unit = durationOfUnit(interval);
  const starts: string[] = [startOfUnit(today(now, app.zone), interval)];
  while (starts.length < LOOK_BACK[interval]) {
    const before = addToDate(starts[0] ?? '', negated(unit));
    if (before === null) break;
    starts.unshift(before);
  }
  const end = (value: string): Value => (kind === 'date' ? value : instantOf(value, 0, app.zone));
  return starts.map((key) => ({ key, from: end(key), to: end(addToDate(key, unit) ?? key) }));
}

function bucketLabel(app: App, { tile }: PreparedTile, key: string): string {
  const interval = 'interval' in tile ? tile.interval : null;
  return interval === null ? key : app.format.interval(key, interval);
}

/** Choices in stated order, those without data too; else the groups as they came, the empty one last. */
export function keysOf(attribute: Attribute | undefined, found: readonly Value[]): readonly Value[] {
  const options = attribute?.type.kind === 'choice' ? attribute.type.options.map(({ name }): Value => name) : [];
  const others = found.filter((key) => !options.includes(key));
  return [...options, ...others.filter((key) => key !== null), ...others.filter((key) => key === null)];
}

export function keyLabel(
  app: App,
  attribute: Attribute | undefined,
  key: Value,
  titles: ReadonlyMap<string, string>,
): string {
  if (attribute === undefined || key === null) return app.sentences.none;
  if (attribute.type.kind === 'reference') return titles.get(String(key)) ?? app.sentences.hiddenRecord;
  return fieldType(attribute.type.kind).show(key, attribute.type, app.format);
}

/** The currency of all amounts that were found; null: they are in several, or there is none. */
function commonCurrency(found: readonly Group[]): string | null {
  const [first = null, ...others] = new Set(found.flatMap(({ rows, currency = null }) => (rows > 0 ? [currency] : [])));
  return others.length > 0 ? null : first;
}

/** Of amounts that name their currency: in the currency of the group, nothing in the `common` one of all groups. */
function openFigure({ aggregate }: AggregatePlan, group: Group | undefined, common: string | null): WireFigure {
  const isNothing = group === undefined || group.rows === 0;
  if (isNothing && aggregate !== 'sum') return '';
  const currency = isNothing ? common : (group.currency ?? null);
  if (currency === null) return isNothing ? '0' : null;
  const amount = isNothing ? 0 : group.value;
  return amount === null ? '' : { amount: unitsText(amount, currencyScale(currency) ?? 2), currency };
}

/** The sum and count of nothing are 0; null: there is no such value, or it is a sum too large to be exact. */
function figureOf({ aggregate }: AggregatePlan, group: Group | undefined): number | null {
  const isNothing = group === undefined || group.rows === 0;
  return isNothing && (aggregate === 'sum' || aggregate === 'count') ? 0 : (group?.value ?? null);
}

/** As text with the field's digits; empty where there is no value. */
export function textOfValue(
  entity: PreparedEntity,
  { aggregate, field }: Pick<AggregatePlan, 'aggregate' | 'field'>,
  value: number | null,
): string {
  if (value === null) return '';
  if (aggregate === 'count') return String(value);
  const type = entity.schema.attributes.get(field ?? '')?.type;
  const scale = type?.kind === 'money' || type?.kind === 'decimal' ? type.scale : 0;
  return unitsText(value, scale);
}

/** Rounded half away from zero, as an average may be between two units. */
function unitsText(value: number, scale: number): string {
  const units = Math.sign(value) * Math.round(Math.abs(value));
  return fromUnits(units + 0, scale);
}
