import type { Row, Value, Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { BUILT_IN } from '../../model/lookups/schema.ts';
import { bodyText } from '../compile/call-body.ts';
import { isStamp } from '../compiled/compiled-formula.ts';
import type { PreparedEffect, PreparedEntity, PreparedTransition } from '../compiled/compiled-model.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { Consequence } from '../context/follow-up.ts';
import type { Write } from '../context/verdict.ts';
import type { Failure } from '../core/refusal.ts';
import { rowWith, sameValue, stored, storedAs, valuesOf } from '../core/row.ts';
import { failure } from '../errors/error-catalogue.ts';
import { english } from '../errors/standard-texts-en.ts';
import { withoutUnasked } from '../input/conditional-fields.ts';
import { lineId } from '../input/line-id.ts';
import { withLinesMade } from '../input/new-line.ts';
import { withToken } from '../input/tokens.ts';
import { unfitFields } from '../input/validate-effect-values.ts';
import { computedRow, evaluated } from '../records/computed-fields.ts';
import { reachesBad, spread } from '../rules/rules.ts';
import { chosenStarts } from '../transitions/initial-transition.ts';
import { isElsewhere, lineValues, withLinesSet } from './cross-record-effects.ts';
import { withNumbers } from './line-numbers.ts';

/**
 * The record in its new state, with what was asked and then each `set` from left to right; computed fields follow.
 * `follow` takes the effects on other records, whose turn comes once this one stands. `open`: fields that are not known
 * yet, so that nothing is said of what reads them; `unknown`: those, and what was set from them.
 */
export function withEffects(
  context: Context,
  entity: PreparedEntity,
  prepared: PreparedTransition,
  old: Row,
  asked: ReadonlyMap<string, Value>,
  follow: Consequence[] | null = null,
  open: ReadonlySet<string> = NONE,
): Effected {
  const { transition, machine, effects } = prepared;
  const failures: Failure[] = [];
  const numbered = withNumbers(context, entity, rowWith(old, valuesOf([...asked, [machine.name, transition.to]])), old);
  failures.push(...numbered.failures);
  let row = computedRow(context, entity, numbered.row, old);
  const unknown = new Set(spread(entity, open));
  const filled = new Set<string>();
  const due: { readonly effect: PreparedEffect; readonly at: Row }[] = [];
  for (const effect of effects) {
    if (effect.kind === 'set elsewhere' && effect.lines) {
      const set = withLinesSet(context, effect, row, old);
      if (!reachesBad(effect.value, unknown)) failures.push(...unfitLines(context, effect, set, transition.id));
      if (!set.known) failures.push(failure(context.app, [], 'NOT_SHOWN', { what: effect.field }, [transition.id]));
      row = computedRow(context, entity, set.row, old);
      continue;
    }
    if (effect.kind === 'make' && effect.list !== null) {
      const made = linesMade(context, entity, effect, effect.list, transition.id, row, old);
      failures.push(...made.failures);
      row = computedRow(context, entity, made.row, old);
      continue;
    }
    if (effect.kind !== 'set') {
      if (follow !== null && isElsewhere(effect)) due.push({ effect, at: row });
      continue;
    }
    // What reads the stamp goes by the clock, not the stamp as such.
    const timed = isStamp(effect.value) ? { ...context, onClock: undefined } : context;
    const within = effect.value.makesToken ? withToken(timed, entity, row, effect.field) : timed;
    const { outcome, tooLarge } = evaluated(within, effect.value, row, old);
    if (tooLarge) {
      failures.push(failure(context.app, [effect.field], 'NUMBER_TOO_LARGE', {}, [transition.id]));
    }
    if (reachesBad(effect.value, unknown)) unknown.add(effect.field);
    else filled.add(effect.field);
    const set = rowWith(row, valuesOf([[effect.field, storedAs(effect.type, outcome)]]));
    // Else they stand as they did before.
    const isRead = entity.computedFrom === null || entity.computedFrom.has(effect.field);
    row = isRead ? computedRow(context, entity, set, old) : set;
  }
  // What stood there before may stay.
  const changed = [...filled].filter(
    (name) => !unknown.has(name) && !sameValue(row.values[name] ?? null, old.values[name] ?? null),
  );
  failures.push(...unfitFields(context, entity, { row, fields: changed, by: transition.id }));
  for (const { effect, at } of due) {
    const held = heldBefore(entity, at, row);
    follow?.push({ kind: 'do', by: transition.id, depth: 0, entity: entity.name, id: row.id, effect, old, held });
  }
  return { row, failures, open: unknown };
}

/** What fields of a record held before effects further to the right set them. */
export function heldBefore(entity: PreparedEntity, before: Row, after: Row): Values {
  const computed = new Set(entity.computed.map(({ field }) => field.name));
  const names = entity.attributes.flatMap(({ name }) => (computed.has(name) || BUILT_IN.includes(name) ? [] : name));
  const set = names.filter((name) => !sameValue(before.values[name] ?? null, after.values[name] ?? null));
  return valuesOf(set.map((name) => [name, before.values[name] ?? null]));
}

interface Effected {
  readonly row: Row;
  readonly failures: readonly Failure[];
  /** The fields that are not known yet, with those that effects filled from one of them. */
  readonly open: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** What does not fit in the lines that an effect set. */
function unfitLines(
  context: Context,
  { entity, field }: Extract<PreparedEffect, { kind: 'set elsewhere' }>,
  { row, lines }: { readonly row: Row; readonly lines: ReadonlySet<string> },
  by: string,
): Failure[] {
  return Object.entries(row.values).flatMap(([name, value]) => {
    if (value === null || !isRows(value)) return [];
    return value.flatMap((line, index) =>
      line.entity === entity && lines.has(line.id)
        ? unfitFields(context, entityOf(context.app, entity), { row: line, fields: [field], by, path: [name, index] })
        : [],
    );
  });
}

/** A new line after what the `(new)` row that it takes sets; a failure where it takes none. */
export function lineStarted(
  context: Context,
  entity: PreparedEntity,
  line: Row,
  isStated: (field: string) => boolean,
): { readonly row: Row; readonly failures: readonly Failure[] } {
  const bare = withoutUnasked(context, entity, computedRow(context, entity, line, null), isStated);
  let row = bare;
  const failures: Failure[] = [];
  // Nobody starts a line by hand: `Who`, and what the guard says of the person, do not count.
  for (const start of chosenStarts({ ...context, product: true }, entity, bare)) {
    if (start.transition === null) {
      const { code, message, next, decidedBy } = start.refusal;
      failures.push({ path: [], code, message, next, decidedBy });
      continue;
    }
    const effected = withEffects(context, entity, start.transition, row, new Map());
    row = effected.row;
    failures.push(...effected.failures);
  }
  return { row, failures };
}

/** The record with the lines that an effect puts into one of its lists, and their numbers. */
function linesMade(
  context: Context,
  entity: PreparedEntity,
  effect: Extract<PreparedEffect, { kind: 'make' }>,
  list: string,
  by: string,
  row: Row,
  old: Row,
): { readonly row: Row; readonly failures: readonly Failure[] } {
  const { made, failures } = lineValues(context, by, effect, row, old);
  if (made.length === 0) return { row, failures };
  const lines = entityOf(context.app, effect.entity);
  const added = withLinesMade(context, { entity, lines, list, by }, row, made, (index, values, isStated) => {
    const id = lineId(context.app.digest, { record: row.id, version: old.version, list, index, now: context.now });
    return lineStarted(context, lines, { entity: lines.name, id, version: 1, values }, isStated);
  });
  const numbered = withNumbers(context, entity, added.row, row);
  return { row: numbered.row, failures: [...failures, ...added.failures, ...numbered.failures] };
}

/** Who is told and what leaves, once the record stands as it will. Nobody is told of what they did themselves. */
export function afterEffects(
  context: Context,
  { effects }: PreparedTransition,
  row: Row,
  old: Row | null,
  event: string,
): { readonly writes: readonly Write[]; readonly notes: readonly string[] } {
  const writes: Write[] = [];
  const notes: string[] = [];
  const about = { entity: row.entity, id: row.id, event };
  for (const effect of effects) {
    if (effect.kind === 'notify') {
      const people = peopleIn(effect.to.evaluate(scopeOf(context, row, old)));
      if (people.length === 0) notes.push(english.nobodyToTell);
      const others = people.filter((person) => person !== context.who.row?.id);
      writes.push(...others.map((person): Write => ({ kind: 'notify', person, ...about })));
    }
    if (effect.kind === 'call') {
      const { call, waitsFor } = effect.call;
      const body = effect.body === null ? null : bodyText(effect.body, scopeOf(context, row, old));
      writes.push({ kind: 'outbox', call: call.id, waitsFor, body, ...about });
    }
  }
  return { writes, notes };
}

function peopleIn(outcome: Value | undefined): string[] {
  const all = Array.isArray(outcome) ? (outcome as readonly Value[]) : [outcome];
  const ids = all.map((one) => stored(one)).filter((id): id is string => typeof id === 'string');
  return [...new Set(ids)];
}
