import { noValues, type Row, type Value } from '../fields/value.ts';
import { BUILT_IN } from '../model/schema.ts';
import type { PreparedEntity } from './app.ts';
import { authorityWrites } from './authority.ts';
import type { Consequence } from './consequence.ts';
import type { Context } from './context.ts';
import type { Attached } from './input-target.ts';
import type { Failure } from './refusal.ts';
import { sameValue } from './row.ts';
import { brokenRules, type Occasion } from './rules.ts';
import { numberWrites } from './series.ts';
import type { Verdict, Write } from './verdict.ts';

interface Done {
  readonly event: string;
  readonly attached: readonly Attached[];
  /** Notifications and calls to the outside. */
  readonly after: readonly Write[];
  readonly notes: readonly string[];
  /** What its effects do at other records. */
  readonly follow?: readonly Consequence[];
  /** The write that rules are looked at for: whether some of them warn. */
  readonly occasion?: Occasion;
}

/** A new record with everything that is written beside it. */
export function inserted(context: Context, entity: PreparedEntity, row: Row, done: Done): Verdict {
  return {
    allowed: true,
    row,
    ...following(context, row, done),
    ...warned(context, entity, row, null, done),
    writes: [
      { kind: 'insert', row },
      ...attachments(done),
      ...authorityWrites(context, null, row),
      ...numberWrites(context, entity, row),
      history(row, done, changesOf(entity, null, row)),
      ...done.after,
    ],
  };
}

/** What differs from before; nothing at all where nothing does and nobody is told. */
export function updated(context: Context, entity: PreparedEntity, before: Row, after: Row, done: Done): Verdict {
  const changes = changesOf(entity, before, after);
  const isEvent = done.event !== 'change';
  if (changes.length === 0 && !isEvent) return { allowed: true, row: before, writes: [] };
  const stamped = stamp(context, after);
  const values = noValues();
  for (const { field, to } of changes) values[field] = to;
  values.changedAt = context.now;
  values.changedBy = context.who.row?.id ?? null;
  return {
    allowed: true,
    row: { ...stamped, version: before.version + 1 },
    ...following(context, after, done),
    ...warned(context, entity, after, before, done),
    writes: [
      { kind: 'update', entity: before.entity, id: before.id, values },
      ...attachments(done),
      ...authorityWrites(context, before, after),
      history(before, done, changes),
      ...done.after,
    ],
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
  { occasion }: Done,
): { readonly warnings?: readonly Failure[] } {
  if (occasion === undefined) return {};
  const warnings = brokenRules(context, entity, occasion, { row, old, bad: new Set() }, 'warning');
  return warnings.length === 0 ? {} : { warnings };
}

/** What its effects do at other records, and then whatever follows it. */
function following(
  context: Context,
  row: Row,
  { event, follow = [] }: Done,
): { readonly follow?: readonly Consequence[] } {
  const all = [...follow, ...followedBy(context, row, event)];
  return all.length === 0 ? {} : { follow: all };
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

/** Fields and states that differ, in stated order; built-ins are not told. */
export function changesOf(entity: PreparedEntity, before: Row | null, after: Row): Change[] {
  return entity.attributes.flatMap(({ name }) => {
    if (BUILT_IN.includes(name)) return [];
    const from = before?.values[name] ?? null;
    const to = after.values[name] ?? null;
    return sameValue(from, to) ? [] : [{ field: name, from, to }];
  });
}
