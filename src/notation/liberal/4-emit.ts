import { labelOf } from '../../model/lookups/label.ts';
import type { Reference, Timer, Transition } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import type { Span } from '../markdown/span.ts';
import { type Reader, stated } from '../reader.ts';
import type { Branch } from './4-branches.ts';
import { allOf, wordFormula } from './4-formula.ts';
import type { TimerWords } from './4-parts.ts';

/** A transition that was read in words, with the ways in which it may be taken. */
export interface WayDraft {
  readonly at: Span;
  /** Null: the creation of a record. */
  readonly from: string | null;
  readonly to: string;
  readonly branches: readonly Branch[];
  readonly event: string | null;
}

/** The event of a transition of which none is stated. */
export const eventTo = (state: string): string => `to ${state}`;

/** The transitions of a machine, in order. Of two that say the same the first counts. */
export function emit(
  reader: Reader,
  ways: readonly WayDraft[],
  machine: { readonly entity: string; readonly name: string },
): Transition[] {
  const seen = new Set<string>();
  const torn = undecided(reader, ways);
  return ways.flatMap((way) =>
    way.branches.flatMap((branch) => {
      const transition = transitionOf(reader, way, branch, machine, torn.has(branch));
      const { id, at, help, ...own } = transition(null);
      const key = JSON.stringify(own, (name, value: unknown) => (name === 'at' || name === 'tree' ? undefined : value));
      if (seen.has(key)) return [];
      seen.add(key);
      return [transition(reader)];
    }),
  );
}

/** One event from one state to several, and nothing says when to which: nobody knows. */
function undecided(reader: Reader, ways: readonly WayDraft[]): ReadonlySet<Branch> {
  const torn = new Set<Branch>();
  const all = ways.flatMap((way) =>
    way.branches.map((branch) => ({ way, branch, event: branch.event ?? way.event ?? eventTo(way.to) })),
  );
  const groups = Map.groupBy(
    all.filter(
      ({ way, branch }) => way.from !== null && !branch.product && branch.conditions.length === 0 && !branch.unknown,
    ),
    ({ way, event }) => JSON.stringify([way.from, event]),
  );
  for (const group of groups.values()) {
    if (new Set(group.map(({ way }) => way.to)).size < 2) continue;
    for (const { branch } of group) torn.add(branch);
    const first = group[0];
    if (first !== undefined) reader.report(say.targetNotKnown(first.event), first.way.at, { point: 4 });
  }
  return torn;
}

function transitionOf(
  reader: Reader,
  way: WayDraft,
  branch: Branch,
  { entity, name }: { readonly entity: string; readonly name: string },
  torn: boolean,
): (ids: Reader | null) => Transition {
  const timer = way.from === null || !branch.product ? null : timerWordsOf(branch);
  const event = timer !== null || way.from === null ? null : (branch.event ?? way.event ?? eventTo(way.to));
  const step = timer !== null ? [stepOfTimer(timer)] : event === null ? [] : [event];
  const waits = branch.product && branch.trigger === null && branch.conditions.length === 0;
  const unknown = branch.unknown || torn || waits;
  const guards = timer !== null && branch.trigger === null ? [] : branch.conditions;
  const place = reader.place(way.at);
  const by = (names: readonly string[]): Reference[] => names.map((each) => ({ name: each, at: place }));
  return (ids) => ({
    ...stated(reader, 4, ids?.id('transition', entity, name, way.from ?? '(new)', ...step) ?? '', way.at),
    from: way.from,
    to: way.to,
    event,
    label: event === null ? '' : labelOf(event),
    timer: timer === null ? null : timerFrom(reader, timer, way.at),
    who: branch.who === null && branch.somebody && timer === null && way.from !== null ? null : by(branch.who ?? []),
    guard: unknown || guards.length === 0 ? null : wordFormula(reader, allOf(guards), way.at),
    guardShown: !unknown,
    effects: branch.effects,
    error: branch.error === null ? null : { name: branch.error, at: place },
  });
}

/** What the product waits for. Where that is not understood it never comes. */
function timerWordsOf({ trigger, conditions, unknown }: Branch): TimerWords {
  return trigger ?? { kind: 'when', condition: conditions.length > 0 && !unknown ? allOf(conditions) : NEVER };
}

const NEVER = 'false';

/** A short name of a trigger, as ids hold it. */
export function stepOfTimer(trigger: TimerWords): string {
  if (trigger.kind === 'when') return `when ${trigger.condition}`;
  if (trigger.kind === 'on') return `on ${trigger.entity} ${trigger.event}`;
  return `${trigger.kind} ${trigger.delay}${trigger.from === null ? '' : ` from ${trigger.from}`}`;
}

/** A trigger in words, at the place of the words. */
export function timerFrom(reader: Reader, trigger: TimerWords, span: Span): Timer {
  const at = reader.place(span);
  if (trigger.kind === 'when') return { kind: 'when', condition: wordFormula(reader, trigger.condition, span) };
  if (trigger.kind === 'on')
    return {
      kind: 'on',
      entity: { name: trigger.entity, at },
      event: { name: trigger.event, at },
      by: trigger.by === null ? null : { name: trigger.by, at },
      where: trigger.where === null ? null : wordFormula(reader, trigger.where, span),
    };
  const from = trigger.from === null ? null : wordFormula(reader, trigger.from, span);
  return { kind: trigger.kind, delay: wordFormula(reader, trigger.delay, span), from };
}
