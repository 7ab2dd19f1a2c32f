import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import { BUILT_IN } from '../../model/lookups/schema.ts';
import { authorityHistory } from '../access/authority.ts';
import type { CompiledEntity } from '../compiled/compiled-model.ts';
import { secretIn, withoutSecrets } from '../compiled/write-only-values.ts';
import type { Context } from '../context/decision-context.ts';
import type { FollowUp, Occasion } from '../context/follow-up.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { Failure } from '../core/refusal.ts';
import { sameValue } from '../core/row-values.ts';
import { notificationsOfLines } from '../effects/line-effects.ts';
import { numberWritesOfLines } from '../effects/line-numbers.ts';
import { numberWrites } from '../effects/number-series.ts';
import type { Attached } from '../input/input-upload.ts';
import { namesOf, type PasswordInput, passwordWrites, withPassword } from '../input/password-input.ts';
import { brokenRules, isCheckedOnResult } from '../rules/rules.ts';
import { erasing } from './erase-history.ts';

interface WriteDetails {
  readonly event: string;
  readonly attached: readonly Attached[];
  /** The password that was sent. */
  readonly password?: PasswordInput | undefined;
  /** The fields that were sent. */
  readonly sent?: Iterable<string>;
  /** Notifications and outgoing calls. */
  readonly after: readonly Write[];
  readonly notes: readonly string[];
  /** A line took a transition, which counts as an event even if no value of the record differs. */
  readonly ofLine?: boolean;
  /** The effects on other records. */
  readonly follow?: readonly FollowUp[];
  /** The write for which rules are checked. */
  readonly occasion: Occasion;
  /** Whether a person sees the result. If not (the product acted), warnings are not computed. */
  readonly reportsWarnings?: boolean;
}

/** Returns the verdict for a new record, with all other writes that belong to it. */
export function insertVerdict(context: Context, entity: CompiledEntity, row: Row, given: WriteDetails): Verdict {
  const done = withLineNotifications(context, entity, null, row, given);
  return {
    allowed: true,
    row,
    ...following(context, entity, { before: null, row }, done),
    ...warned(context, entity, row, null, done),
    writes: [
      { kind: 'insert', row },
      ...attachments(done),
      ...authorityHistory(context, null, row),
      ...passwordWrites(row, done.password, true),
      ...numberWrites(context, entity, row),
      ...numberWritesOfLines(context, entity, null, row),
      history(row, done, withoutSecretChanges(context, entity, changesOf(entity, null, row))),
      ...done.after,
    ],
  };
}

/**
 * Returns the verdict for a changed record. Writes only what differs; nothing if nothing differs and there was no
 * event.
 */
export function updateVerdict(
  context: Context,
  entity: CompiledEntity,
  before: Row,
  after: Row,
  given: WriteDetails,
): Verdict {
  const done = withLineNotifications(context, entity, before, after, given);
  const changes = changesOf(entity, before, after, [...secretIn(entity, done.sent ?? []), ...namesOf(done.password)]);
  const isEvent = done.event !== 'change' || done.ofLine === true;
  if (changes.length === 0 && !isEvent) {
    const follow = judging(context, entity, { before, row: after }, done);
    return { allowed: true, row: before, writes: [], ...(follow.length === 0 ? {} : { follow }) };
  }
  const stamped = stamp(context, after);
  const values = noValues();
  for (const { field, to } of changes) values[field] = to;
  values.changedAt = context.now;
  values.changedBy = context.principal.row?.id ?? null;
  return {
    allowed: true,
    row: { ...stamped, version: before.version + 1 },
    ...following(context, entity, { before, row: after }, done),
    ...warned(context, entity, after, before, done),
    writes: [
      { kind: 'update', entity: before.entity, id: before.id, values },
      ...attachments(done),
      ...authorityHistory(context, before, after),
      ...passwordWrites(before, done.password, false),
      ...numberWritesOfLines(context, entity, before, after),
      history(before, done, withoutSecretChanges(context, entity, changes)),
      ...erasing(context, entity, before, after),
      ...done.after,
    ],
  };
}

/** Adds the notifications and follow-ups of new lines. */
function withLineNotifications(
  context: Context,
  entity: CompiledEntity,
  before: Row | null,
  after: Row,
  done: WriteDetails,
): WriteDetails {
  const notifications = notificationsOfLines(context, entity, before, after);
  if (notifications.writes.length + notifications.notes.length + notifications.follow.length === 0) return done;
  return {
    ...done,
    after: [...done.after, ...notifications.writes],
    notes: [...done.notes, ...notifications.notes],
    follow: [...(done.follow ?? []), ...notifications.follow],
  };
}

/** Returns the record with the time and person of the change set to now and this principal. */
function stamp(context: Context, row: Row): Row {
  const values = noValues();
  for (const name of Object.keys(row.values)) values[name] = row.values[name] ?? null;
  values.changedAt = context.now;
  values.changedBy = context.principal.row?.id ?? null;
  return { ...row, values };
}

function warned(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  old: Row | null,
  { occasion, reportsWarnings = false, password }: WriteDetails,
): { readonly warnings?: readonly Failure[] } {
  if (!reportsWarnings) return {};
  const warnings = brokenRules(
    context,
    entity,
    occasion,
    { row: withPassword(row, password), old, bad: new Set() },
    'warning',
  );
  return warnings.length === 0 ? {} : { warnings };
}

/**
 * Returns the follow-ups of a write: its effects on other records, then the transitions that its event triggers, then
 * the rules on the resulting state.
 */
function following(
  context: Context,
  entity: CompiledEntity,
  turned: RowChange,
  done: WriteDetails,
): { readonly follow?: readonly FollowUp[] } {
  const { event, follow = [] } = done;
  const all = [...follow, ...followUpsOfEvent(context, turned.row, event), ...judging(context, entity, turned, done)];
  return all.length === 0 ? {} : { follow: all };
}

interface RowChange {
  readonly before: Row | null;
  readonly row: Row;
}

/** Returns the step that checks the rules on the resulting state, if there are any. */
function judging(
  context: Context,
  of: CompiledEntity,
  { before, row }: RowChange,
  { occasion }: WriteDetails,
): FollowUp[] {
  if (!isCheckedOnResult(context, of, occasion, { row, old: before, bad: new Set() })) return [];
  const { entity, id } = row;
  return [{ kind: 'judge', by: of.entity.id, depth: 0, entity, id, occasion, before, byProduct: context.product }];
}

/**
 * Returns the follow-ups of an event on the records that refer to it as a trigger: one transition per machine of each
 * record that a field of this one points to.
 */
export function followUpsOfEvent({ model }: Context, row: Row, event: string): FollowUp[] {
  const all = (model.followers.get(row.entity) ?? []).flatMap(({ transition, timer, machine }) => {
    const id = timer?.kind === 'on' && timer.event === event ? row.values[timer.by] : null;
    return typeof id === 'string' ? [{ timer: transition.id, machine, id }] : [];
  });
  const together = Map.groupBy(all, ({ machine, id }) => JSON.stringify([machine.id, id]));
  return [...together.values()].flatMap((ways): FollowUp[] => {
    const [first] = ways;
    if (first === undefined) return [];
    const timers = ways.map(({ timer }) => timer);
    const { timer: by, machine, id } = first;
    return [{ kind: 'take', by, depth: 0, entity: machine.entity, id, timers, other: row }];
  });
}

function attachments({ attached }: WriteDetails): Write[] {
  return attached.map((one): Write => ({ kind: 'attach', ...one }));
}

function history({ entity, id }: Row, { event, notes }: WriteDetails, changes: readonly Change[]): Write {
  return { kind: 'history', entry: { entity, id, event, changes, notes } };
}

interface Change {
  readonly field: string;
  readonly from: Value;
  readonly to: Value;
}

/** Removes write-only values from the history entry. */
function withoutSecretChanges(
  { model }: Context,
  entity: CompiledEntity,
  changes: readonly Change[],
): readonly Change[] {
  if (changes.every(({ field }) => !entity.secrets.own.has(field) && !entity.secrets.lists.has(field))) return changes;
  const open = (field: string, value: Value) => withoutSecrets(model, entity, field, value);
  return changes.map(({ field, from, to }) => ({ field, from: open(field, from), to: open(field, to) }));
}

/**
 * Returns the fields and states that differ, in stated order, and those in `again` whether they differ or not. Built-in
 * fields are omitted.
 */
export function changesOf(
  entity: CompiledEntity,
  before: Row | null,
  after: Row,
  again: readonly string[] = [],
): Change[] {
  return entity.attributes.flatMap(({ name }) => {
    if (BUILT_IN.includes(name)) return [];
    const from = before?.values[name] ?? null;
    const to = after.values[name] ?? null;
    return sameValue(from, to) && !again.includes(name) ? [] : [{ field: name, from, to }];
  });
}
