import type { Relation } from '../../expressions/relation/relation.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import {
  addToDate,
  durationOfUnit,
  instantOf,
  nearestDate,
  parseDate,
  startOfUnit,
} from '../../fields/calendar/calendar.ts';
import { orderKey } from '../../fields/text/fold.ts';
import type { Json } from '../../fields/text/json.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { Interval, Screen } from '../../model/types/model.ts';
import { statedGroup } from '../../model/types/screen.ts';
import { gatesOf } from '../access/read-policy.ts';
import type { App, PreparedEntity } from '../compiled/compiled-model.ts';
import type { Who } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import type { WireGroup, WireGroups } from '../core/wire-format.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { keyLabel, keysOf, textOfValue } from './dashboard-tiles.ts';
import type { ListRequest } from './list.ts';
import { gatedField, isComparable, parameterOf } from './list-filter.ts';
import type { AggregatePlan, Bucket, ListPlan, Measure } from './list-plan.ts';

/** What rows stand in groups by, as this person reads it. */
export interface Grouping {
  readonly attribute: Attribute;
  /** Null: read on every row. A row on which it does not hold stands where there is no value. */
  readonly gate: Relation | null;
  /** Of a date or moment, never null: what a group of it spans. */
  readonly interval: Interval | null;
}

/** More groups are none: nobody looks through them, and each has a title to be read. */
const MOST_GROUPS = 500;
/** So many days are joined to what their groups span. */
const MOST_DAYS = 10_000;
/** So many groups are asked for at once. */
const MOST_ASKED = 200;

/** Whether values of this kind put rows in groups: there are few of them, or each has a month. */
export function isGroupable(app: App, entity: PreparedEntity, attribute: Attribute): boolean {
  const { type } = attribute;
  const few = type.kind === 'boolean' || type.kind === 'reference' || isTime(attribute);
  const one = (type.kind === 'choice' || type.kind === 'role') && !type.several;
  return (few || one) && isComparable(app, entity, attribute);
}

const isTime = ({ type }: Attribute): boolean => type.kind === 'date' || type.kind === 'date and time';

/** How the groups of a screen stand in an address where nothing else is asked; null: it has none that these roles read. */
export function groupedBy(app: App, who: Who, entity: PreparedEntity, screen: Screen): string | null {
  const stated = statedGroup(screen);
  if (stated === null) return null;
  const text = stated.interval === null ? stated.field : `${stated.interval} of ${stated.field}`;
  return 'situation' in readGrouping(app, who, entity, text) ? null : text;
}

const WITH_INTERVAL = /^(day|week|month|quarter|year) of (.+)$/s;

/**
 * `status` · `month of dueOn`, as it stands in an address; a field of that whole name goes first. What they never read is
 * refused in the very words of what there is not, and of what puts nothing in groups.
 */
export function readGrouping(app: App, who: Who, entity: PreparedEntity, text: string): Grouping | Refusal {
  const { attributes } = entity.schema;
  const match = attributes.has(text) ? null : WITH_INTERVAL.exec(text);
  const attribute = attributes.get(match?.[2] ?? text);
  const gates = gatesOf(app, entity, who).fields;
  const isRead = attribute !== undefined && gates.has(attribute.name) && isGroupable(app, entity, attribute);
  if (!isRead || (match !== null && !isTime(attribute)))
    return refuse(app, 'UNREADABLE', { reason: `it can’t be grouped by “${text}”` });
  const interval = isTime(attribute) ? ((match?.[1] as Interval | undefined) ?? 'month') : null;
  return { attribute, gate: gates.get(attribute.name) ?? null, interval };
}

/** The rows of these groups as a relation, and the shape of the question. */
export function readGroups(
  app: App,
  who: Who,
  entity: PreparedEntity,
  { by, keys }: NonNullable<ListRequest['groups']>,
): { readonly where: readonly Relation[]; readonly shape: readonly string[] } | Refusal {
  const grouping = readGrouping(app, who, entity, by);
  if ('situation' in grouping) return grouping;
  const wrong = (reason: string) => refuse(app, 'UNREADABLE', { reason: `its parameter “keys” must be ${reason}` });
  if (keys.length > MOST_ASKED) return wrong(`at most ${MOST_ASKED} groups`);
  const { attribute, gate, interval } = grouping;
  const type = staticTypeOf(attribute.type, attribute.id);
  const field = gatedField(entity, attribute, gate);
  const given = [...new Set(keys)].filter((key) => key !== null);
  const parts: Relation[] = [];
  if (keys.includes(null)) parts.push({ r: 'same', left: field, right: parameterOf(null, type), negated: false });
  if (interval !== null) {
    for (const key of given) {
      const ends = endsOf(app, attribute, interval, key);
      if (ends === null) return wrong('days on which a group begins');
      const [from, to] = ends;
      const order = (operator: '>=' | '<', end: Value): Relation => {
        return { r: 'order', operator, left: field, right: parameterOf(end, type) };
      };
      parts.push({ r: 'and', parts: [order('>=', from), ...(to === null ? [] : [order('<', to)])] });
    }
  } else if (given.length > 0) {
    if (attribute.type.kind === 'boolean' && given.some((key) => key !== 'true' && key !== 'false'))
      return wrong('true or false');
    const values = given.map((key): string | boolean => (attribute.type.kind === 'boolean' ? key === 'true' : key));
    const list = parameterOf(values as Value, { t: 'list', of: type });
    parts.push({ r: 'among', item: field, list });
  }
  const where: Relation = { r: 'or', parts };
  return { where: [where], shape: [JSON.stringify([by, where])] };
}

/**
 * From inclusive, to exclusive, as the field has them; null where no group begins on that day. The first and the last
 * group of the calendar hold what the clocks show beyond it.
 */
function endsOf(app: App, { type }: Attribute, interval: Interval, key: string): readonly [Value, Value | null] | null {
  if (parseDate(key) === null || startOfUnit(key, interval) !== key) return null;
  const end = (day: string): Value => (type.kind === 'date' ? day : instantOf(day, 0, app.zone));
  const next = addToDate(key, durationOfUnit(interval));
  const isFirst = key === '0001-01-01' && type.kind !== 'date';
  return [isFirst ? -EVER : end(key), next === null ? null : end(next)];
}

/** The group that a row stands in, by its value as this person reads it. */
export function groupOf(app: App, { interval }: Grouping, value: Value): string | null {
  if (value === null) return null;
  if (interval === null) return String(value);
  return startOfUnit(typeof value === 'number' ? nearestDate(value, app.zone) : String(value), interval);
}

/** The fields of a list whose sums say something, as in the lines of a record: numbers and amounts of one currency. */
const isSummed = ({ type }: Attribute): boolean =>
  type.kind === 'integer' || type.kind === 'decimal' || (type.kind === 'money' && type.currency !== null);

/** The fields to sum, by name; refused where one is not read or is no number. */
export function readSums(
  app: App,
  who: Who,
  entity: PreparedEntity,
  names: readonly string[],
): readonly Measure[] | Refusal {
  const gates = gatesOf(app, entity, who).fields;
  const unknown = names.find((name) => {
    const attribute = entity.schema.attributes.get(name);
    return attribute === undefined || !gates.has(name) || !isSummed(attribute);
  });
  if (unknown !== undefined) return refuse(app, 'UNREADABLE', { reason: `“${unknown}” can’t be summed` });
  return [...new Set(names)].map((field) => ({ aggregate: 'sum', field, gate: gates.get(field) ?? null }));
}

/** Between which moments the rows of a list lie: what their groups are made of. Null: the field is no moment. */
export function planSpan(list: ListPlan, { attribute, gate }: Grouping): AggregatePlan | null {
  if (attribute.type.kind !== 'date and time') return null;
  const field = attribute.name;
  return {
    key: `span ${JSON.stringify([field, list.key])}`,
    entity: list.entity,
    where: list.where,
    sent: true,
    aggregate: 'min',
    field,
    gate,
    by: null,
    besides: [{ aggregate: 'max', field, gate }],
  };
}

/**
 * How many rows of a list stand in each group, and their sums, with the list's own conditions. `span`: between which moments
 * its rows lie, of one. Null: too many.
 */
export function planGroups(
  app: App,
  list: ListPlan,
  grouping: Grouping,
  besides: readonly Measure[],
  span: readonly [number | null, number | null] | null,
): AggregatePlan | null {
  const { attribute, gate, interval } = grouping;
  const buckets = span === null || interval === null ? null : bucketsIn(app, interval, span);
  if (buckets === 'too many') return null;
  return {
    key: `groups ${JSON.stringify([attribute.name, interval, besides.map(({ field }) => field), list.key])}`,
    entity: list.entity,
    where: list.where,
    sent: true,
    aggregate: 'count',
    field: null,
    gate: null,
    by: { field: attribute.name, gate, buckets, others: true, most: MOST_DAYS + 1 },
    besides,
  };
}

/** The last first: rows are mostly new. What came before or after since the ends were asked for counts at the ends. */
function bucketsIn(
  { zone }: App,
  interval: Interval,
  [from, to]: readonly [number | null, number | null],
): Bucket[] | 'too many' {
  if (from === null || to === null) return [];
  const buckets: Bucket[] = [];
  const unit = durationOfUnit(interval);
  let day: string | null = startOfUnit(nearestDate(from, zone), interval);
  const last = nearestDate(to, zone);
  while (day !== null && day <= last) {
    if (buckets.length === MOST_GROUPS) return 'too many';
    const next = addToDate(day, unit);
    buckets.unshift({ key: day, from: instantOf(day, 0, zone), to: next === null ? EVER : instantOf(next, 0, zone) });
    day = next;
  }
  return buckets.map((bucket, index) => ({
    ...bucket,
    from: index === buckets.length - 1 ? -EVER : bucket.from,
    to: index === 0 ? EVER : bucket.to,
  }));
}

const EVER = Number.MAX_SAFE_INTEGER;

type Found = readonly {
  readonly key: Value;
  readonly rows: number;
  readonly besides?: readonly (number | null)[];
}[];

/** What the store answered to `planGroups`, days joined to what a group spans; null: too many. */
export function joinedGroups(app: App, grouping: Grouping, found: Found): Found | null {
  if (found.length > MOST_DAYS) return null;
  const { attribute, interval } = grouping;
  const isJoined = interval !== null && attribute.type.kind === 'date';
  const joined = new Map<Value, Found[number]>();
  for (const group of found) {
    if (group.rows === 0) continue;
    const key = isJoined ? groupOf(app, grouping, group.key) : group.key;
    const before = joined.get(key);
    joined.set(key, before === undefined ? { ...group, key } : added(before, group));
  }
  return joined.size > MOST_GROUPS ? null : [...joined.values()];
}

function added(one: Found[number], other: Found[number]): Found[number] {
  const besides = (one.besides ?? []).map((sum, index) => {
    const next = other.besides?.[index] ?? null;
    const both = sum === null || next === null ? null : sum + next;
    return Number.isSafeInteger(both) ? both : null;
  });
  return { key: one.key, rows: one.rows + other.rows, besides };
}

/**
 * The groups as a client draws them: choices and states as stated, roles too, records by their titles, yes before no, the
 * latest time first; where the list's order begins with the field, in that direction. Rows without a value come last.
 */
export function wireGroups(
  app: App,
  plan: Pick<AggregatePlan, 'entity' | 'besides'>,
  grouping: Grouping,
  { found, titles, sort }: { found: Found; titles: ReadonlyMap<string, string>; sort: ListPlan['sort'] },
): WireGroups {
  const entity = app.entities.get(plan.entity);
  if (entity === undefined) throw new Error(`There is no entity “${plan.entity}”.`);
  const { attribute, interval } = grouping;
  const [first] = sort;
  const isStated = first?.field === attribute.name;
  const isTurned = isStated ? first.descending : interval !== null;
  const byKey = new Map(found.map((group) => [group.key, group] as const));
  const ordered = orderOf(app, attribute, [...byKey.keys()], titles);
  const values = ordered.filter((key) => key !== null);
  const keys = [...(isTurned ? values.toReversed() : values), ...(byKey.has(null) ? [null] : [])];
  const groups = keys.flatMap((key): WireGroup[] => {
    const group = byKey.get(key);
    if (group === undefined) return [];
    const label =
      interval !== null && key !== null
        ? app.format.interval(String(key), interval)
        : attribute.type.kind === 'role' && key !== null
          ? (app.schema.roles.get(String(key))?.label ?? String(key))
          : keyLabel(app, attribute, key, titles);
    const sums = (plan.besides ?? []).map((measure, index) => sumOf(entity, measure, group.besides?.[index] ?? null));
    return [{ key: key === null ? null : String(key), label, rows: group.rows, sums }];
  });
  return { groups, tooMany: false };
}

/** In rising order. */
function orderOf(
  app: App,
  attribute: Attribute,
  keys: readonly Value[],
  titles: ReadonlyMap<string, string>,
): readonly Value[] {
  const values = keys.filter((key) => key !== null);
  switch (attribute.type.kind) {
    case 'choice':
      return keysOf(attribute, values);
    case 'role': {
      const roles = [...app.schema.roles.keys()];
      return by(values, (key) => String(roles.indexOf(String(key)) + 1).padStart(9, '0'));
    }
    case 'boolean':
      return by(values, (key) => (key === true ? '0' : '1'));
    case 'reference':
      // Records that they may not read come last, in no order that would tell of what they are called.
      return by(values, (key) => {
        const title = titles.get(String(key));
        return title === undefined ? `1${String(key)}` : `0${orderKey(title)} ${String(key)}`;
      });
    default:
      return by(values, String);
  }
}

function by(values: readonly Value[], key: (value: Value) => string): Value[] {
  const keyed = values.map((value) => [key(value), value] as const);
  return keyed.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)).map(([, value]) => value);
}

function sumOf(entity: PreparedEntity, measure: Measure, units: number | null): Json {
  if (units === null) return null;
  const text = textOfValue(entity, measure, units);
  return entity.schema.attributes.get(measure.field)?.type.kind === 'integer' ? Number(text) : text;
}
