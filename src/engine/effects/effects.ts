import { EMAIL } from '../../expressions/syntax/recipients.ts';
import type { Row, Value, Values } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import { BUILT_IN } from '../../model/lookups/schema.ts';
import { stateEntry } from '../../model/lookups/states.ts';
import { bodyText } from '../compiled/call-body.ts';
import { isStamp } from '../compiled/compiled-formula.ts';
import type { CompiledEffect, CompiledEntity, CompiledTransition } from '../compiled/compiled-model.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import type { Write } from '../context/verdict.ts';
import type { Failure } from '../core/refusal.ts';
import { rowWith, sameValue, storedAs, valuesOf } from '../core/row-values.ts';
import { failure } from '../errors/error-catalogue.ts';
import { withoutHidden } from '../input/conditional-fields.ts';
import { lineId } from '../input/line-id.ts';
import { withCreatedLines } from '../input/new-line.ts';
import { withToken } from '../input/tokens.ts';
import { invalidEffectFields } from '../input/validate-effect-values.ts';
import { evaluateFormula, withComputedFields } from '../records/computed-fields.ts';
import { readsInvalidField, withDependentFields } from '../rules/rules.ts';
import { chooseInitialTransitions } from '../transitions/initial-transition.ts';
import { isOnOtherRecord, lineValues, withLinesSet } from './cross-record-effects.ts';
import { withNumbers } from './line-numbers.ts';
import { recipientsOf } from './recipients.ts';

/**
 * Returns the record in its new state, with the values of its asks and then of each `set` from left to right; computed
 * fields are recalculated after each. `follow` collects effects on other records, which run after this record is
 * written. `open`: fields whose value is not known yet, so that nothing that reads them is checked. The result's `open`
 * also contains the fields set from them.
 */
export function withEffects(
  context: Context,
  entity: CompiledEntity,
  prepared: CompiledTransition,
  old: Row,
  askedValues: ReadonlyMap<string, Value>,
  follow: FollowUp[] | null = null,
  open: ReadonlySet<string> = NONE,
): EffectResult {
  const { transition, machine, effects } = prepared;
  const failures: Failure[] = [];
  // A plain operation leads to no state.
  const entered = transition.timer?.kind === 'operation' ? [] : stateEntry(machine, transition.to);
  const numbered = withNumbers(context, entity, rowWith(old, valuesOf([...askedValues, ...entered])), old);
  failures.push(...numbered.failures);
  let row = withComputedFields(context, entity, numbered.row, old);
  const unknown = new Set(withDependentFields(entity, open));
  const filled = new Set<string>();
  const due: { readonly effect: CompiledEffect; readonly at: Row }[] = [];
  for (const effect of effects) {
    if (effect.kind === 'set elsewhere' && effect.lines) {
      const set = withLinesSet(context, effect, row, old);
      if (!readsInvalidField(effect.value, unknown))
        failures.push(...invalidLines(context, effect, set, transition.id));
      if (!set.known) failures.push(failure(context.model, [], 'NOT_SHOWN', { what: effect.field }, [transition.id]));
      row = withComputedFields(context, entity, set.row, old);
      continue;
    }
    if (effect.kind === 'make' && effect.list !== null) {
      const newLines = linesMade(context, entity, effect, effect.list, transition.id, row, old);
      failures.push(...newLines.failures);
      row = withComputedFields(context, entity, newLines.row, old);
      continue;
    }
    if (effect.kind !== 'set') {
      if (follow !== null && isOnOtherRecord(effect)) due.push({ effect, at: row });
      continue;
    }
    // A field set to exactly the current time does not make the result depend on the clock; fields that read it do.
    const timed = isStamp(effect.value) ? { ...context, onClock: undefined } : context;
    const within = effect.value.makesToken ? withToken(timed, entity, row, effect.field) : timed;
    const { outcome, tooLarge } = evaluateFormula(within, effect.value, row, old);
    if (tooLarge) {
      failures.push(failure(context.model, [effect.field], 'NUMBER_TOO_LARGE', {}, [transition.id]));
    }
    if (readsInvalidField(effect.value, unknown)) unknown.add(effect.field);
    else filled.add(effect.field);
    const set = rowWith(row, valuesOf([[effect.field, storedAs(effect.type, outcome)]]));
    // Otherwise the computed fields don't change.
    const isRead = entity.computedFrom === null || entity.computedFrom.has(effect.field);
    row = isRead ? withComputedFields(context, entity, set, old) : set;
  }
  // A value from before the effect is not validated.
  const changed = [...filled].filter(
    (name) => !unknown.has(name) && !sameValue(row.values[name] ?? null, old.values[name] ?? null),
  );
  failures.push(...invalidEffectFields(context, entity, { row, fields: changed, by: transition.id }));
  // The record itself is deleted after all its other effects.
  const deletesItself = ({ effect }: { readonly effect: CompiledEffect }) =>
    effect.kind === 'delete' && effect.on === null;
  for (const { effect, at } of [...due.filter((each) => !deletesItself(each)), ...due.filter(deletesItself)]) {
    const previousValues = overwrittenValues(entity, at, row);
    follow?.push({
      kind: 'do',
      by: transition.id,
      depth: 0,
      entity: entity.name,
      id: row.id,
      effect,
      old,
      held: previousValues,
    });
  }
  return { row, failures, open: unknown };
}

/** Returns the values that changed fields had before effects further right set them. */
export function overwrittenValues(entity: CompiledEntity, before: Row, after: Row): Values {
  const computed = new Set(entity.computed.map(({ field }) => field.name));
  const names = entity.attributes.flatMap(({ name }) => (computed.has(name) || BUILT_IN.includes(name) ? [] : name));
  const set = names.filter((name) => !sameValue(before.values[name] ?? null, after.values[name] ?? null));
  return valuesOf(set.map((name) => [name, before.values[name] ?? null]));
}

interface EffectResult {
  readonly row: Row;
  readonly failures: readonly Failure[];
  /** The fields that are not known yet, including those that effects set from them. */
  readonly open: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the failures of the values that an effect set in lines. */
function invalidLines(
  context: Context,
  { entity, field }: Extract<CompiledEffect, { kind: 'set elsewhere' }>,
  { row, lines }: { readonly row: Row; readonly lines: ReadonlySet<string> },
  by: string,
): Failure[] {
  return Object.entries(row.values).flatMap(([name, value]) => {
    if (value === null || !isRows(value)) return [];
    return value.flatMap((line, index) =>
      line.entity === entity && lines.has(line.id)
        ? invalidEffectFields(context, entityOf(context.model, entity), {
            row: line,
            fields: [field],
            by,
            path: [name, index],
          })
        : [],
    );
  });
}

/** Returns a new line after the effects of its `(new)` transition; with a failure if it can take none. */
export function withLineStart(
  context: Context,
  entity: CompiledEntity,
  line: Row,
  isStated: (field: string) => boolean,
): { readonly row: Row; readonly failures: readonly Failure[] } {
  const bare = withoutHidden(context, entity, withComputedFields(context, entity, line, null), isStated);
  let row = bare;
  const failures: Failure[] = [];
  // Lines are not started by a person: `Who` and the parts of the guard about the person are ignored.
  for (const start of chooseInitialTransitions({ ...context, product: true }, entity, bare)) {
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

/** Returns the record with the lines that an effect adds to one of its lists, with their numbers. */
function linesMade(
  context: Context,
  entity: CompiledEntity,
  effect: Extract<CompiledEffect, { kind: 'make' }>,
  list: string,
  by: string,
  row: Row,
  old: Row,
): { readonly row: Row; readonly failures: readonly Failure[] } {
  const { made, failures } = lineValues(context, by, effect, row, old);
  if (made.length === 0) return { row, failures };
  const lines = entityOf(context.model, effect.entity);
  const added = withCreatedLines(context, { entity, lines, list, by }, row, made, (index, values, isStated) => {
    const id = lineId(context.model.digest, { record: row.id, version: old.version, list, index, now: context.now });
    return withLineStart(context, lines, { entity: lines.name, id, version: 1, values }, isStated);
  });
  const numbered = withNumbers(context, entity, added.row, row);
  return { row: numbered.row, failures: [...failures, ...added.failures, ...numbered.failures] };
}

/**
 * Returns the notifications and outgoing calls of a transition, evaluated over the final record. People are not
 * notified of their own actions.
 */
export function notificationsAndCalls(
  context: Context,
  { effects }: CompiledTransition,
  row: Row,
  old: Row | null,
  event: string,
): { readonly writes: readonly Write[]; readonly notes: readonly string[] } {
  const writes: Write[] = [];
  const notes: string[] = [];
  const about = { entity: row.entity, id: row.id, event };
  for (const effect of effects) {
    if (effect.kind === 'notify') {
      const { values: people, notes: noted } = recipientsOf(context, effect.to, row, old);
      notes.push(...noted);
      const others = people.filter((person) => person !== context.principal.row?.id);
      writes.push(...others.map((person): Write => ({ kind: 'notify', person, ...about })));
    }
    if (effect.kind === 'email' && context.model.mailer !== null) {
      const sent = context.model.mailer.lettersOf(context, effect, row, old);
      notes.push(...sent.notes);
      const entry = { kind: 'outbox', call: EMAIL, waitsFor: null } as const;
      writes.push(...sent.letters.map((letter): Write => ({ ...entry, body: JSON.stringify(letter), ...about })));
    }
    if (effect.kind === 'call') {
      const { call, waitsFor } = effect.call;
      const body = effect.body === null ? null : bodyText(effect.body, scopeOf(context, row, old));
      writes.push({ kind: 'outbox', call: call.id, waitsFor, body, ...about });
    }
  }
  return { writes, notes };
}
