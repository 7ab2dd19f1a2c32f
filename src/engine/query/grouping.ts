import type { Relation } from '../../expressions/types/relation.ts';
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
import { statedGroupingOf } from '../../model/types/screen.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import type { WireGroup, WireGroups } from '../core/wire-format.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { keyLabel, keysOf, textOfValue } from './dashboard-tiles.ts';
import type { ListRequest } from './list.ts';
import { isComparable, parameterOf, readableField } from './list-filter.ts';
import type { AggregatePlan, Bucket, ListPlan, Measure } from './list-plan.ts';

/** How rows are grouped, for this person. */
export interface Grouping {
  readonly attribute: Attribute;
  /**
   * Where the field may be read; null on every row. Rows where it may not be read belong to the group without a value.
   */
  readonly gate: Relation | null;
  /** The length of a group of dates or instants; never null for these. */
  readonly interval: Interval | null;
}

/** Maximum number of groups: nobody reads through more, and each may need a title. */
const MOST_GROUPS = 500;
/** Maximum number of days that are merged into intervals. */
const MOST_DAYS = 10_000;
/** Maximum number of groups requested at once. */
const MOST_ASKED = 200;

/**
 * Returns whether rows can be grouped by values of this type: there are few of them, or they are grouped by intervals.
 */
export function isGroupable(model: CompiledModel, entity: CompiledEntity, attribute: Attribute): boolean {
  const { type } = attribute;
  const few = type.kind === 'boolean' || type.kind === 'reference' || isTime(attribute);
  const one = (type.kind === 'choice' || type.kind === 'role') && !type.several;
  return (few || one) && isComparable(model, entity, attribute);
}

const isTime = ({ type }: Attribute): boolean => type.kind === 'date' || type.kind === 'date and time';

/** Returns the screen's grouping as written in a URL; null if it has none that these roles may read. */
export function groupedBy(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  screen: Screen,
): string | null {
  const stated = statedGroupingOf(screen);
  if (stated === null) return null;
  const text = stated.interval === null ? stated.field : `${stated.interval} of ${stated.field}`;
  return 'situation' in readGrouping(model, principal, entity, text) ? null : text;
}

const WITH_INTERVAL = /^(day|week|month|quarter|year) of (.+)$/s;

/**
 * Parses a grouping as written in a URL: `status` or `month of dueOn`. A field of exactly that name takes precedence. A
 * field that the person may never read is refused with the same words as one that does not exist or can't be grouped
 * by.
 */
export function readGrouping(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  text: string,
): Grouping | Refusal {
  const { attributes } = entity.schema;
  const match = attributes.has(text) ? null : WITH_INTERVAL.exec(text);
  const attribute = attributes.get(match?.[2] ?? text);
  const readable = readPolicyFor(model, entity, principal).fields;
  const isRead = attribute !== undefined && readable.has(attribute.name) && isGroupable(model, entity, attribute);
  if (!isRead || (match !== null && !isTime(attribute)))
    return refuse(model, 'UNREADABLE', { reason: `it can’t be grouped by “${text}”` });
  const interval = isTime(attribute) ? ((match?.[1] as Interval | undefined) ?? 'month') : null;
  return { attribute, gate: readable.get(attribute.name) ?? null, interval };
}

/** Returns the condition for the rows of these groups, and the shape of the query. */
export function readGroups(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  { by, keys }: NonNullable<ListRequest['groups']>,
): { readonly where: readonly Relation[]; readonly shape: readonly string[] } | Refusal {
  const grouping = readGrouping(model, principal, entity, by);
  if ('situation' in grouping) return grouping;
  const wrong = (reason: string) => refuse(model, 'UNREADABLE', { reason: `its parameter “keys” must be ${reason}` });
  if (keys.length > MOST_ASKED) return wrong(`at most ${MOST_ASKED} groups`);
  const { attribute, gate, interval } = grouping;
  const type = staticTypeOf(attribute.type, attribute.id);
  const field = readableField(entity, attribute, gate);
  const given = [...new Set(keys)].filter((key) => key !== null);
  const parts: Relation[] = [];
  if (keys.includes(null)) parts.push({ r: 'same', left: field, right: parameterOf(null, type), negated: false });
  if (interval !== null) {
    for (const key of given) {
      const ends = endsOf(model, attribute, interval, key);
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
 * Returns the start (inclusive) and end (exclusive) of a group as values of the field; null if no group begins on that
 * day. The first and last group of the calendar include everything beyond it.
 */
function endsOf(
  model: CompiledModel,
  { type }: Attribute,
  interval: Interval,
  key: string,
): readonly [Value, Value | null] | null {
  if (parseDate(key) === null || startOfUnit(key, interval) !== key) return null;
  const end = (day: string): Value => (type.kind === 'date' ? day : instantOf(day, 0, model.zone));
  const next = addToDate(key, durationOfUnit(interval));
  const isFirst = key === '0001-01-01' && type.kind !== 'date';
  return [isFirst ? -EVER : end(key), next === null ? null : end(next)];
}

/** Returns the key of a row's group, by the value that this person may read. */
export function groupOf(model: CompiledModel, { interval }: Grouping, value: Value): string | null {
  if (value === null) return null;
  if (interval === null) return String(value);
  return startOfUnit(typeof value === 'number' ? nearestDate(value, model.zone) : String(value), interval);
}

/** Whether sums of the field are meaningful: numbers, and amounts in one currency. */
const isSummed = ({ type }: Attribute): boolean =>
  type.kind === 'integer' || type.kind === 'decimal' || (type.kind === 'money' && type.currency !== null);

/** Returns the fields to sum; a refusal if one is not readable or not a number. */
export function readSums(
  model: CompiledModel,
  principal: Principal,
  entity: CompiledEntity,
  names: readonly string[],
): readonly Measure[] | Refusal {
  const readable = readPolicyFor(model, entity, principal).fields;
  const unknown = names.find((name) => {
    const attribute = entity.schema.attributes.get(name);
    return attribute === undefined || !readable.has(name) || !isSummed(attribute);
  });
  if (unknown !== undefined) return refuse(model, 'UNREADABLE', { reason: `“${unknown}” can’t be summed` });
  return [...new Set(names)].map((field) => ({ aggregate: 'sum', field, gate: readable.get(field) ?? null }));
}

/**
 * Plans the query for the earliest and latest instant of a list's rows, from which the groups are made; null if the
 * field is not an instant.
 */
export function planTimeRange(list: ListPlan, { attribute, gate }: Grouping): AggregatePlan | null {
  if (attribute.type.kind !== 'date and time') return null;
  const field = attribute.name;
  return {
    key: `span ${JSON.stringify([field, list.key])}`,
    entity: list.entity,
    where: list.where,
    hasOwnConditions: true,
    aggregate: 'min',
    field,
    gate,
    by: null,
    furtherMeasures: [{ aggregate: 'max', field, gate }],
  };
}

/**
 * Plans the query for the number of rows in each group, and their sums, with the list's own conditions. `span`: the
 * earliest and latest instant of its rows. Null if there are too many groups.
 */
export function planGroups(
  model: CompiledModel,
  list: ListPlan,
  grouping: Grouping,
  besides: readonly Measure[],
  span: readonly [number | null, number | null] | null,
): AggregatePlan | null {
  const { attribute, gate, interval } = grouping;
  const buckets = span === null || interval === null ? null : bucketsIn(model, interval, span);
  if (buckets === 'too many') return null;
  return {
    key: `groups ${JSON.stringify([attribute.name, interval, besides.map(({ field }) => field), list.key])}`,
    entity: list.entity,
    where: list.where,
    hasOwnConditions: true,
    aggregate: 'count',
    field: null,
    gate: null,
    by: { field: attribute.name, gate, buckets, others: true, maxGroups: MOST_DAYS + 1 },
    furtherMeasures: besides,
  };
}

/**
 * Returns the intervals, latest first, because most rows are recent. Rows that appeared outside the span meanwhile
 * count in the first or last interval.
 */
function bucketsIn(
  { zone }: CompiledModel,
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
  readonly furtherValues?: readonly (number | null)[];
}[];

/** Returns the result of `planGroups`, with days merged into intervals; null if there are too many. */
export function joinedGroups(model: CompiledModel, grouping: Grouping, found: Found): Found | null {
  if (found.length > MOST_DAYS) return null;
  const { attribute, interval } = grouping;
  const isJoined = interval !== null && attribute.type.kind === 'date';
  const joined = new Map<Value, Found[number]>();
  for (const group of found) {
    if (group.rows === 0) continue;
    const key = isJoined ? groupOf(model, grouping, group.key) : group.key;
    const before = joined.get(key);
    joined.set(key, before === undefined ? { ...group, key } : added(before, group));
  }
  return joined.size > MOST_GROUPS ? null : [...joined.values()];
}

function added(one: Found[number], other: Found[number]): Found[number] {
  const furtherValues = (one.furtherValues ?? []).map((sum, index) => {
    const next = other.furtherValues?.[index] ?? null;
    const both = sum === null || next === null ? null : sum + next;
    return Number.isSafeInteger(both) ? both : null;
  });
  return { key: one.key, rows: one.rows + other.rows, furtherValues };
}

/**
 * Converts the groups to wire format, in order: choices, states and roles as stated, records by title, yes before no,
 * times latest first. If the list is sorted by this field first, its direction applies. Rows without a value come last.
 */
export function wireGroups(
  model: CompiledModel,
  plan: Pick<AggregatePlan, 'entity' | 'furtherMeasures'>,
  grouping: Grouping,
  { found, titles, sort }: { found: Found; titles: ReadonlyMap<string, string>; sort: ListPlan['sort'] },
): WireGroups {
  const entity = model.entities.get(plan.entity);
  if (entity === undefined) throw new Error(`There is no entity “${plan.entity}”.`);
  const { attribute, interval } = grouping;
  const [first] = sort;
  const isStated = first?.field === attribute.name;
  const isTurned = isStated ? first.descending : interval !== null;
  const byKey = new Map(found.map((group) => [group.key, group] as const));
  const ordered = orderOf(model, attribute, [...byKey.keys()], titles);
  const values = ordered.filter((key) => key !== null);
  const keys = [...(isTurned ? values.toReversed() : values), ...(byKey.has(null) ? [null] : [])];
  const groups = keys.flatMap((key): WireGroup[] => {
    const group = byKey.get(key);
    if (group === undefined) return [];
    const label =
      interval !== null && key !== null
        ? model.format.interval(String(key), interval)
        : attribute.type.kind === 'role' && key !== null
          ? (model.schema.roles.get(String(key))?.label ?? String(key))
          : keyLabel(model, attribute, key, titles);
    const sums = (plan.furtherMeasures ?? []).map((measure, index) =>
      sumOf(entity, measure, group.furtherValues?.[index] ?? null),
    );
    return [{ key: key === null ? null : String(key), label, rows: group.rows, sums }];
  });
  return { groups, tooMany: false };
}

/** Sorts the keys in ascending order. */
function orderOf(
  model: CompiledModel,
  attribute: Attribute,
  keys: readonly Value[],
  titles: ReadonlyMap<string, string>,
): readonly Value[] {
  const values = keys.filter((key) => key !== null);
  switch (attribute.type.kind) {
    case 'choice':
      return keysOf(attribute, values);
    case 'role': {
      const roles = [...model.schema.roles.keys()];
      return by(values, (key) => String(roles.indexOf(String(key)) + 1).padStart(9, '0'));
    }
    case 'boolean':
      return by(values, (key) => (key === true ? '0' : '1'));
    case 'reference':
      // Unreadable records come last, in an order that reveals nothing about their titles.
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

function sumOf(entity: CompiledEntity, measure: Measure, units: number | null): Json {
  if (units === null) return null;
  const text = textOfValue(entity, measure, units);
  return entity.schema.attributes.get(measure.field)?.type.kind === 'integer' ? Number(text) : text;
}
