import { isRows } from '../fields/list.ts';
import type { Row, Value, Values } from '../fields/value.ts';
import type { PreparedEffect, PreparedTransition } from './app.ts';
import { evaluated } from './computed.ts';
import type { Consequence } from './consequence.ts';
import { type Context, scopeOf } from './context.ts';
import { failure } from './errors.ts';
import type { Failure } from './refusal.ts';
import { isRow, rowWith, storedAs, valuesOf } from './row.ts';
import { statedRoles } from './stated-roles.ts';

/** What an effect does at other records, as the record stands between the effects to its left and its right. */
export function elsewhere(
  context: Context,
  { transition }: PreparedTransition,
  effect: PreparedEffect,
  row: Row,
  old: Row | null,
): { readonly follow: readonly Consequence[]; readonly failures: readonly Failure[] } {
  const at = { by: transition.id, depth: 0 };
  switch (effect.kind) {
    case 'set elsewhere': {
      if (effect.lines) return NOTHING;
      const ids = idsOf(effect.on.evaluate(scopeOf(context, row, old)));
      const { outcome, tooLarge } = evaluated(context, effect.value, row, old);
      if (ids === undefined) return unknown(context, transition.id, effect.field);
      if (tooLarge) return { follow: [], failures: [tooLargeNumber(context, transition.id)] };
      const { entity, field } = effect;
      const value = storedAs(typeOf(context, entity, field), outcome);
      const given = givenBy(statedRoles(context, entity, field, effect.value));
      return { follow: ids.map((id) => ({ ...at, kind: 'set', entity, id, field, value, ...given })), failures: [] };
    }
    case 'raise': {
      const ids = idsOf(effect.on.evaluate(scopeOf(context, row, old)));
      if (ids === undefined) return unknown(context, transition.id, effect.event);
      const { entity, event } = effect;
      return { follow: ids.map((id) => ({ ...at, kind: 'raise', entity, id, event })), failures: [] };
    }
    case 'make':
      return effect.list === null ? making(context, transition.id, effect, row, old) : NOTHING;
    default:
      return NOTHING;
  }
}

const NOTHING = { follow: [], failures: [] };

const givenBy = (stated: readonly string[]) => (stated.length === 0 ? {} : { stated });

function making(
  context: Context,
  by: string,
  effect: Extract<PreparedEffect, { kind: 'make' }>,
  row: Row,
  old: Row | null,
): { readonly follow: readonly Consequence[]; readonly failures: readonly Failure[] } {
  const { made, failures } = valuesMade(context, by, effect, row, old);
  const { entity } = effect;
  const given = givenBy(effect.values.flatMap(({ field, value }) => statedRoles(context, entity, field, value)));
  return { follow: made.map((values) => ({ by, depth: 0, kind: 'make', entity, values, ...given })), failures };
}

/** The values of each record, or line, that an effect makes. */
export function valuesMade(
  context: Context,
  by: string,
  { entity, items, values }: Extract<PreparedEffect, { kind: 'make' }>,
  row: Row,
  old: Row | null,
): { readonly made: readonly Values[]; readonly failures: readonly Failure[] } {
  const each = items === null ? [null] : itemsIn(items.evaluate(scopeOf(context, row, old)));
  if (each === undefined) return { made: [], failures: unknown(context, by, entity).failures };
  if (each.length === 0) return { made: [], failures: [] };
  const failures: Failure[] = [];
  const columns = values.map(({ field, value, each: isEach }) => {
    const { outcome, tooLarge } = evaluated(context, value, row, old);
    if (tooLarge) failures.push(tooLargeNumber(context, by));
    const several = isEach && Array.isArray(outcome) ? (outcome as readonly Value[]) : null;
    return {
      field,
      valueAt: (index: number) => storedAs(typeOf(context, entity, field), isEach ? several?.[index] : outcome),
    };
  });
  const made = each.map((_, index) => valuesOf(columns.map(({ field, valueAt }) => [field, valueAt(index)])));
  return { made, failures };
}

/** The record with a field set in those of its own lines that the effect leads to, and which lines these are. */
export function withLinesSet(
  context: Context,
  effect: Extract<PreparedEffect, { kind: 'set elsewhere' }>,
  row: Row,
  old: Row | null,
): { readonly row: Row; readonly known: boolean; readonly lines: ReadonlySet<string> } {
  const ids = idsOf(effect.on.evaluate(scopeOf(context, row, old)));
  if (ids === undefined) return { row, known: false, lines: new Set() };
  const { outcome } = evaluated(context, effect.value, row, old);
  const wanted = new Set(ids);
  const lists = Object.entries(row.values).flatMap(([name, value]): [string, Value][] => {
    if (!isRows(value) || !value.some((line) => line.entity === effect.entity && wanted.has(line.id))) return [];
    const set = (line: Row) =>
      wanted.has(line.id)
        ? rowWith(line, valuesOf([[effect.field, storedAs(typeOf(context, effect.entity, effect.field), outcome)]]))
        : line;
    return [[name, value.map(set)]];
  });
  return { row: rowWith(row, valuesOf(lists)), known: true, lines: wanted };
}

const typeOf = ({ app }: Context, entity: string, field: string) =>
  app.schema.entities.get(entity)?.attributes.get(field)?.type;

/** What a list holds, or the one record that a path leads to. Undefined: it is not known. */
function itemsIn(outcome: Value | undefined): readonly Value[] | undefined {
  if (outcome === undefined || outcome === null) return outcome === null ? [] : undefined;
  return Array.isArray(outcome) ? (outcome as readonly Value[]) : [outcome];
}

/** Ids of the records that a path leads to, each once; nothing there is none. Undefined: it is not known where it leads. */
function idsOf(outcome: Value | undefined): readonly string[] | undefined {
  if (outcome === undefined) return undefined;
  if (outcome === null) return [];
  const all = Array.isArray(outcome) ? (outcome as readonly Value[]) : [outcome];
  const ids = all.flatMap((one) => (isRow(one) ? one.id : typeof one === 'string' ? one : []));
  return [...new Set(ids)];
}

/** Unknown never permits: where it is not known what would happen, nothing does. */
function unknown({ app }: Context, by: string, what: string) {
  return { follow: [], failures: [failure(app, [], 'NOT_SHOWN', { what }, [by])] };
}

function tooLargeNumber({ app }: Context, by: string): Failure {
  return failure(app, [], 'NUMBER_TOO_LARGE', {}, [by]);
}
