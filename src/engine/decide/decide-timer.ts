import { stateIn } from '../../model/lookups/states.ts';
import { mayChangeWithoutWrite } from '../compile/timer.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, entityOf, productContext, scopeOf } from '../context/decision-context.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { Facts, Needs, RecordKey } from '../core/needs-and-facts.ts';
import type { Refusal } from '../core/refusal.ts';
import { dueOf, lastDue, RECHECK_INTERVAL, timersOf } from '../effects/timers.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { isEnded } from '../transitions/editable-states.ts';
import { guardRefusal, personRefusal } from '../transitions/transition-refusals.ts';
import { isLine, lineTransitionVerdict, ownedLine, unavailable } from './owned-line.ts';
import { performTransition, takeByProduct } from './transition.ts';

/** A timer of a record that may be due; `timer` is the id of its transition. */
export interface TimerKey extends RecordKey {
  readonly timer: string;
}

export function timerNeeds(model: CompiledModel, { entity, id }: TimerKey): Needs {
  const paths = model.entities.get(entity)?.paths ?? [];
  return { rows: [{ entity, id, paths }], unique: [], files: [], referrers: [] };
}

/**
 * Decides the action of a timer. The state, its entry time and the due time are checked here, so it does no harm if the
 * scheduler is late or if two nodes fire the same timer. If the timer does not act, the verdict says when to check
 * again.
 */
export function decideTimer(model: CompiledModel, key: TimerKey, facts: Facts, now: number): Verdict {
  const context = productContext(model, facts, now);
  const entity = model.entities.get(key.entity);
  const transitionOfTimer =
    entity === undefined ? undefined : timersOf(entity).find(({ transition }) => transition.id === key.timer);
  const row = entity === undefined ? null : context.find(key.entity, key.id);
  if (row === undefined) return no(refuse(model, 'UNAVAILABLE'));
  if (transitionOfTimer === undefined || row === null) return again(key, null);
  const { machine, transition, timer } = transitionOfTimer;
  if (stateIn(machine, row.values) !== transition.from || isEnded(machine, row)) return again(key, null);
  const stay = facts.stateEntry?.({ ...key, machine: machine.name });
  if (stay === undefined) return no(refuse(model, 'UNAVAILABLE'));
  if (stay === null) return again(key, null);
  const due = dueOf(context, timer, row, stay.since, stay.fired);
  const later = timer.watches ? now + RECHECK_INTERVAL : null;
  if (due === null) return again(key, stay.fired === null ? later : null);
  if (due > now) return again(key, later === null ? due : Math.min(due, later));
  if (timer.kind === 'when' && timer.condition.evaluate(scopeOf(context, row)) !== true) return again(key, later);
  const unknown = personRefusal(context, transitionOfTimer, row);
  if (unknown !== null) return no(unknown);
  if (guardRefusal(context, transitionOfTimer, row) !== null)
    return again(
      key,
      timer.watches || transitionOfTimer.guard.some(mayChangeWithoutWrite) ? now + RECHECK_INTERVAL : null,
    );
  return fired(context, entityOf(model, key.entity), key, { row, way: transitionOfTimer, due, since: stay.since });
}

function fired(
  context: Context,
  entity: CompiledEntity,
  key: TimerKey,
  {
    row,
    way: transitionOfTimer,
    due,
    since,
  }: {
    readonly row: Parameters<typeof takeByProduct>[2];
    readonly way: ReturnType<typeof timersOf>[number];
    readonly due: number;
    readonly since: number;
  },
): Verdict {
  const verdict = taken(context, entity, key, row, transitionOfTimer);
  if (!verdict.allowed) return verdict;
  const { timer } = transitionOfTimer;
  const at = timer.kind === 'delay' && timer.again ? lastDue(context, timer, since, due) : due;
  const mark: Write = { kind: 'timer', ...key, due: null, fired: at, problem: null };
  // The timer's write comes before the record's: the next due time is computed from it.
  return { ...verdict, writes: [mark, ...verdict.writes] };
}

function taken(
  context: Context,
  entity: CompiledEntity,
  key: TimerKey,
  row: Parameters<typeof takeByProduct>[2],
  transitionOfTimer: ReturnType<typeof timersOf>[number],
): Verdict {
  if (!isLine(context.model, key.entity)) return takeByProduct(context, entity, row, transitionOfTimer);
  const owned = ownedLine(context, key);
  if (owned === undefined) return unavailable(context);
  if (owned === null) return again(key, null);
  return lineTransitionVerdict(
    context,
    owned,
    performTransition(context, entity, owned.line, transitionOfTimer),
    transitionOfTimer.transition.id,
  );
}

/** The verdict of a timer that does not act now; `due` is when to check it again. */
function again(key: TimerKey, due: number | null): Verdict {
  return { allowed: true, row: null, writes: [{ kind: 'timer', ...key, due, fired: null, problem: null }] };
}

/** Returns the verdict after a refused timer action: it stores the reason and the time of the next attempt. */
export function afterRefusal(key: TimerKey, refusal: Refusal, now: number): Verdict {
  const problem = [refusal.message, ...refusal.failures.map(({ message }) => message)].join(' ').slice(0, 500);
  return {
    allowed: true,
    row: null,
    writes: [{ kind: 'timer', ...key, due: now + RECHECK_INTERVAL, fired: null, problem }],
  };
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });
