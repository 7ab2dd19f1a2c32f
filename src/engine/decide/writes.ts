import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import { BUILT_IN } from '../../model/lookups/schema.ts';
import { authorityWrites } from '../access/authority.ts';
import type { PreparedEntity } from '../compiled/compiled-model.ts';
import { secretIn, withoutSecrets } from '../compiled/write-only-values.ts';
import type { Context } from '../context/decision-context.ts';
import type { Consequence, Occasion } from '../context/follow-up.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { Failure } from '../core/refusal.ts';
import { sameValue } from '../core/row.ts';
import { toldOfLines } from '../effects/line-effects.ts';
import { numberWritesOfLines } from '../effects/line-numbers.ts';
import { numberWrites } from '../effects/number-series.ts';
import type { Attached } from '../input/input-upload.ts';
import { awaitsResult, brokenRules } from '../rules/rules.ts';
import { erasing } from './erase-history.ts';

interface Done {
  readonly event: string;
  readonly attached: readonly Attached[];
  /** The fields that were sent. */
  readonly sent?: Iterable<string>;
  /** Notifications and calls to the outside. */
  readonly after: readonly Write[];
  readonly notes: readonly string[];
  /** A line of it was moved, which is an event even where nothing of the record differs. */
  readonly ofLine?: boolean;
  /** What its effects do at other records. */
  readonly follow?: readonly Consequence[];
  /** The write that rules are looked at for. */
  readonly occasion: Occasion;
  /** Rules that warn are told of changes by the product to nobody. */
  readonly isTold?: boolean;
}

/** A new record with everything that is written beside it. */
export function inserted(context: Context, entity: PreparedEntity, row: Row, given: Done): Verdict {
  const done = withLinesTold(context, entity, null, row, given);
  return {
    allowed: true,
    row,
    ...following(context, entity, { before: null, row }, done),
    ...warned(context, entity, row, null, done),
    writes: [
      { kind: 'insert', row },
      ...attachments(done),
      ...authorityWrites(context, null, row),
      ...numberWrites(context, entity, row),
      ...numberWritesOfLines(context, entity, null, row),
      history(row, done, told(context, entity, changesOf(entity, null, row))),
      ...done.after,
    ],
  };
}

/** What differs from before; nothing at all where nothing does and nobody is told. */
export function updated(context: Context, entity: PreparedEntity, before: Row, after: Row, given: Done): Verdict {
  const done = withLinesTold(context, entity, before, after, given);
  const changes = changesOf(entity, before, after, secretIn(entity, done.sent ?? []));
  const isEvent = done.event !== 'change' || done.ofLine === true;
  if (changes.length === 0 && !isEvent) {
    const follow = judging(context, entity, { before, row: after }, done);
    return { allowed: true, row: before, writes: [], ...(follow.length === 0 ? {} : { follow }) };
  }
  const stamped = stamp(context, after);
  const values = noValues();
  for (const { field, to } of changes) values[field] = to;
  values.changedAt = context.now;
  values.changedBy = context.who.row?.id ?? null;
  return {
    allowed: true,
    row: { ...stamped, version: before.version + 1 },
    ...following(context, entity, { before, row: after }, done),
    ...warned(context, entity, after, before, done),
    writes: [
      { kind: 'update', entity: before.entity, id: before.id, values },
      ...attachments(done),
      ...authorityWrites(context, before, after),
      ...numberWritesOfLines(context, entity, before, after),
      history(before, done, told(context, entity, changes)),
      ...erasing(context, entity, before, after),
      ...done.after,
    ],
  };
}

/** The same with what new lines tell and lead to. */
function withLinesTold(context: Context, entity: PreparedEntity, before: Row | null, after: Row, done: Done): Done {
  const told = toldOfLines(context, entity, before, after);
  if (told.writes.length + told.notes.length + told.follow.length === 0) return done;
  return {
    ...done,
    after: [...done.after, ...told.writes],
    notes: [...done.notes, ...told.notes],
    follow: [...(done.follow ?? []), ...told.follow],
  };
}

/** The record as changed now by this person. */
function stamp(context: Context, row: Row): Row {
  const values = noValues();
  for (const name of Object.keys(row.values)) values[name] = row.values[name] ?? null;
  values.changedAt = context.now;
  values.changedBy = context.who.row?.id ?? null;
  return { ...row, values };
}

function warned(
  context: Context,
  entity: PreparedEntity,
  row: Row,
  old: Row | null,
  { occasion, isTold = false }: Done,
): { readonly warnings?: readonly Failure[] } {
  if (!isTold) return {};
  const warnings = brokenRules(context, entity, occasion, { row, old, bad: new Set() }, 'warning');
  return warnings.length === 0 ? {} : { warnings };
}

/** What its effects do at other records, and then whatever follows it. */
function following(
  context: Context,
  entity: PreparedEntity,
  turned: Turned,
  done: Done,
): { readonly follow?: readonly Consequence[] } {
  const { event, follow = [] } = done;
  const all = [...follow, ...followedBy(context, turned.row, event), ...judging(context, entity, turned, done)];
  return all.length === 0 ? {} : { follow: all };
}

interface Turned {
  readonly before: Row | null;
  readonly row: Row;
}

/** The rules that only the resulting state answers, where some are due. */
function judging(context: Context, of: PreparedEntity, { before, row }: Turned, { occasion }: Done): Consequence[] {
  if (!awaitsResult(context, of, occasion, { row, old: before, bad: new Set() })) return [];
  const { entity, id } = row;
  return [{ kind: 'judge', by: of.entity.id, depth: 0, entity, id, occasion, before, byProduct: context.product }];
}

/** What follows an event at the records that a field of this one leads to: of each machine there one transition. */
export function followedBy({ app }: Context, row: Row, event: string): Consequence[] {
  const all = (app.followers.get(row.entity) ?? []).flatMap(({ transition, timer, machine }) => {
    const id = timer?.kind === 'on' && timer.event === event ? row.values[timer.by] : null;
    return typeof id === 'string' ? [{ timer: transition.id, machine, id }] : [];
  });
  const together = Map.groupBy(all, ({ machine, id }) => JSON.stringify([machine.id, id]));
  return [...together.values()].flatMap((ways): Consequence[] => {
    const [first] = ways;
    if (first === undefined) return [];
    const timers = ways.map(({ timer }) => timer);
    const { timer: by, machine, id } = first;
    return [{ kind: 'take', by, depth: 0, entity: machine.entity, id, timers, other: row }];
  });
}

function attachments({ attached }: Done): Write[] {
  return attached.map((one): Write => ({ kind: 'attach', ...one }));
}

function history({ entity, id }: Row, { event, notes }: Done, changes: readonly Change[]): Write {
  return { kind: 'history', entry: { entity, id, event, changes, notes } };
}

interface Change {
  readonly field: string;
  readonly from: Value;
  readonly to: Value;
}

/** What is secret is kept nowhere but in its field. */
function told({ app }: Context, entity: PreparedEntity, changes: readonly Change[]): readonly Change[] {
  if (changes.every(({ field }) => !entity.secrets.own.has(field) && !entity.secrets.lists.has(field))) return changes;
  const open = (field: string, value: Value) => withoutSecrets(app, entity, field, value);
  return changes.map(({ field, from, to }) => ({ field, from: open(field, from), to: open(field, to) }));
}

/** Fields and states that differ, in stated order, and `again`, whether they do or not; built-ins are not told. */
export function changesOf(
  entity: PreparedEntity,
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
