import type { Tree } from '../../model/types/formula.ts';
import type { Field } from '../../model/types/model.ts';
import type { Driver } from '../drive/send-request.ts';
import { dayIn, dayText, instantText, type Span } from '../evaluator/calendar.ts';
import { evaluate, within } from '../evaluator/evaluate.ts';
import { lengthText, timeText } from '../evaluator/times.ts';
import type { Val } from '../evaluator/value.ts';
import { instantAfter } from '../evaluator/working.ts';
import type { Json, Stored } from '../evaluator/world.ts';
import { requestContextOf, rowOf, scopeOf } from '../oracle-rules/request-context.ts';

/**
 * Returns the values of the parts of these expressions: numbers, dates, durations, names. `of`: the record that they
 * are about.
 */
export function valuesInExpressions(
  { model, world, subject }: Driver,
  trees: readonly (Tree | null | undefined)[],
  of: Stored | null = null,
): readonly Val[] {
  const row = of === null ? null : rowOf(model, of);
  const scope = scopeOf(requestContextOf(model, world, null, subject.clock.now), row);
  const constants = trees
    .flatMap((tree) => (tree ? within(tree) : []))
    .flatMap((part) => {
      const named = part.op === 'name' ? model.constants.find(({ name }) => name === part.name) : undefined;
      const cells = named?.table?.cells.flat().flatMap((cell) => cell?.tree ?? []) ?? [];
      return [part, ...cells];
    });
  return constants.flatMap((part) => {
    if (part.op === 'call' || part.op === 'query') return [];
    const value = evaluate(part, scope);
    return value === undefined || value === null || typeof value === 'boolean' ? [] : [value];
  });
}

/** Returns the input with unusual values at the edges in these fields and in lines. */
export function withEdgeValues(
  driver: Driver,
  entity: string,
  names: readonly string[],
  input: ReadonlyMap<string, Json>,
  hints: readonly Val[] = [],
): ReadonlyMap<string, Json> {
  const { model, random } = driver;
  const fields = model.entities.find((each) => each.name === entity)?.fields ?? [];
  const changed = new Map(input);
  for (const field of fields) {
    const { name, type, required } = field;
    if (!names.includes(name) || random.chance(0.4)) continue;
    const given = changed.get(name) ?? null;
    if (type.kind === 'list' && Array.isArray(given)) changed.set(name, edgedLines(driver, type.entity, given, hints));
    else if (!required && random.chance(0.2)) changed.set(name, null);
    else {
      const all = edgesOf(driver, field, given, hints);
      const fitting = all.filter((value) => isWithin(field, value));
      const values = fitting.length > 0 && random.chance(0.85) ? fitting : all;
      if (values.length > 0) changed.set(name, random.pick(values));
    }
  }
  return changed;
}

function edgedLines(driver: Driver, entity: string, lines: readonly Json[], hints: readonly Val[]): readonly Json[] {
  const offers = [...(driver.document.inputs.get(entity) ?? [])];
  const names = offers.flatMap(([name, { use }]) => (use === 'input' ? [name] : []));
  const changed = lines.map((line): Json => {
    if (line === null || typeof line !== 'object') return line;
    const fields = new Map(Object.entries(line) as [string, Json][]);
    return Object.fromEntries(withEdgeValues(driver, entity, names, fields, hints));
  });
  // Sometimes repeats the lines.
  return driver.random.chance(0.3) ? [...changed, ...changed, ...changed] : changed;
}

const DAYS: readonly number[] = [-4000, -400, -100, -31, -8, -2, -1, 0, 1, 2, 8, 31, 100, 400, 4000];
const MOVES: readonly number[] = [-86_400_000, -3_600_000, -60_000, 0, 60_000, 3_600_000, 86_400_000];
const NUMBERS: readonly number[] = [0, 1, 2, 7, 13, 25, 60, 100, 500, 2000, 100_000];
const MINUTES: readonly number[] = [0, 30, 360, 480, 540, 720, 1020, 1200, 1439];

function edgesOf(driver: Driver, { type }: Field, given: Json, hints: readonly Val[]): readonly Json[] {
  const { model, subject, random, world } = driver;
  const { now } = subject.clock;
  const zone = model.product.timeZone.value ?? 'UTC';
  switch (type.kind) {
    case 'integer':
      return [...around(hints, 1), ...boundsOf(type), ...NUMBERS].filter((each) => Number.isInteger(each));
    case 'decimal':
      return [...around(hints, 0.5), ...boundsOf(type), ...NUMBERS, 0.5, 7.5, 3.33].map((each) =>
        each.toFixed(Math.min(type.scale, 2)),
      );
    case 'money':
      return [...around(hints, 0.01), ...boundsOf(type), ...NUMBERS, 0.01, 9.99].map((each) =>
        each.toFixed(Math.min(type.scale, 2)),
      );
    case 'boolean':
      return [true, false];
    case 'date': {
      const today = dayIn(zone, now);
      const stated = hints.flatMap((hint) => (isKind(hint, 'date') ? [hint.day - 1, hint.day, hint.day + 1] : []));
      const spans = spansIn(hints).flatMap((span) =>
        shiftedInstants(driver, span).flatMap((ms) => [-1, 0, 1].map((more) => dayIn(zone, ms) + more)),
      );
      return [...stated, ...spans, ...DAYS.map((days) => today + days)].map(dayText);
    }
    case 'date and time': {
      const spans = spansIn(hints).flatMap((span) =>
        shiftedInstants(driver, span).flatMap((ms) => [-1, 0, 1].map((more) => ms + more * 60_000)),
      );
      const days = DAYS.map((each) => now + each * 86_400_000 + random.pick([0, 1, -1, 5, 9]) * 3_600_000);
      const stated = hints.flatMap((hint) => (isKind(hint, 'instant') ? MOVES.map((more) => hint.ms + more) : []));
      return [...stated, ...spans, ...days].map(instantText);
    }
    case 'time': {
      const stated = hints.flatMap((hint) =>
        isKind(hint, 'time') ? [hint.minutes - 1, hint.minutes, hint.minutes + 1] : [],
      );
      const written = hints.flatMap((hint) =>
        isKind(hint, 'text') && /^\d\d:\d\d$/.test(hint.text) ? [hint.text] : [],
      );
      return [...written, ...[...stated, ...MINUTES].filter((each) => each >= 0 && each < 1440).map(timeText)];
    }
    case 'duration':
      return [
        ...spansIn(hints).flatMap(({ ms }) => [ms - 60_000, ms, ms + 60_000]),
        ...MINUTES.map((each) => each * 60_000),
      ]
        .filter((each) => each >= 0)
        .map(lengthText);
    case 'choice': {
      const names = type.options.map(({ name }) => name);
      return type.several ? [names, ...names.map((name) => [name])] : names;
    }
    case 'text':
    case 'long text':
      return [
        ...hints.flatMap((hint) => (isKind(hint, 'text') ? [hint.text] : [])),
        ...[String(given ?? 'x'), 'x', 'A rather long text that says a lot of things. '.repeat(2).trim()],
      ];
    case 'texts':
      return [['x'], ['One', 'Two'], [], Array.from({ length: 60 }, (_, at) => `No. ${at}`)];
    case 'references': {
      const ids = [...world.values()].flatMap((stored) => (stored.entity === type.entity ? stored.id : []));
      return [ids, ...ids.map((id) => [id])];
    }
    default:
      return [];
  }
}

export const isKind = <K extends Exclude<Val, null | boolean>['k']>(
  value: Val,
  kind: K,
): value is Extract<Val, { readonly k: K }> => value !== null && typeof value === 'object' && value.k === kind;

/** Returns the numbers among the hints, and their neighbours. */
const around = (hints: readonly Val[], step: number): readonly number[] =>
  hints.flatMap((hint) => {
    const number = isKind(hint, 'number') ? Number(hint.n.p) / Number(hint.n.q) : null;
    return number === null ? [] : [number - step, number, number + step];
  });

/** Whether a value respects the literal bounds. */
function isWithin({ type }: Field, value: Json): boolean {
  if (!('min' in type) || type.kind === 'list' || value === null) return true;
  const size = typeof value === 'string' && type.kind.endsWith('text') ? value.length : Number(value);
  const [min, max] = [type.min, type.max].map((bound) => (bound !== null && 'value' in bound ? bound.value : null));
  return Array.isArray(value) || ((min ?? size) <= size && size <= (max ?? size));
}

/** Returns the literal bounds of a number. */
const boundsOf = ({
  min,
  max,
}: Extract<Field['type'], { readonly kind: 'integer' | 'decimal' | 'money' }>): readonly number[] =>
  [min, max].flatMap((bound) => (bound !== null && 'value' in bound ? [bound.value] : []));

const spansIn = (hints: readonly Val[]): readonly Span[] =>
  hints.flatMap((hint) => (isKind(hint, 'span') ? [hint.span] : []));

/** Returns the instants before and after another by a duration; relative to now by default. */
export function shiftedInstants(
  { model, subject }: Driver,
  { months, days, ms, ...rest }: Span,
  from: number = subject.clock.now,
): readonly number[] {
  const where = { model, zone: model.product.timeZone.value ?? 'UTC' };
  const back = { ...rest, months: -months, days: -days, ms: -ms };
  return [instantAfter(where, from, { ...rest, months, days, ms }), instantAfter(where, from, back)].flatMap(
    (each) => each ?? [],
  );
}
