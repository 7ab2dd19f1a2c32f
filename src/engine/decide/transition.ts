import type { Row } from '../../fields/text/value.ts';
import { stateIn } from '../../model/lookups/states.ts';
import { refuseRoleChange } from '../access/role-changes-by-effects.ts';
import { rolesStatedByTransitions } from '../access/stated-roles.ts';
import type { CompiledEntity, CompiledTransition } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Context } from '../context/decision-context.ts';
import type { FollowUp, Occasion } from '../context/follow-up.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import { notificationsAndCalls, withEffects } from '../effects/effects.ts';
import { failure, invalid, refuse } from '../errors/error-catalogue.ts';
import { performersOfTransitions } from '../errors/message-values.ts';
import { missingFields, uncheckedFields } from '../input/required-fields.ts';
import { denyByRole, notFound } from '../records/authorize-record.ts';
import { overflowFailures } from '../records/computed-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { fieldChangedSince, takenFields } from '../rules/unique-keys.ts';
import { isEditable, isEnded, wrongState } from '../transitions/editable-states.ts';
import { inverseEvent, type Step } from '../transitions/inverse-transition.ts';
import {
  differByPerson,
  guardRefusal,
  mayPerform,
  mayRaiseSomewhere,
  personRefusal,
  transitionsOf,
} from '../transitions/transition-refusals.ts';
import { type Inputs, NO_INPUTS } from './inputs.ts';
import { updateVerdict } from './writes.ts';

/** An event as this principal could raise it now, before its asks are filled in. */
export interface EventCheck {
  /** Null if the event may be raised. */
  readonly refusal: Refusal | null;
  /** The event with which they could undo it; null if there is none or it would be refused. */
  readonly undo: string | null;
}

/**
 * Returns the refusal of the event on the record as it is now, before its asks are filled in, and the event that would
 * undo it.
 */
export function validateEvent(context: Context, entity: CompiledEntity, row: Row, event: string): EventCheck {
  const step = stepOf(context, entity, row, event);
  if ('situation' in step) return { refusal: step, undo: null };
  const next = (name: string, after: Row): Step | null => {
    const possibleStep = stepOf(context, entity, after, name);
    return 'situation' in possibleStep ? null : possibleStep;
  };
  return { refusal: null, undo: inverseEvent(context, entity, step, next) };
}

function stepOf(context: Context, entity: CompiledEntity, row: Row, event: string): Step | Refusal {
  const forbidden = refuseEvent(context, entity, event);
  if (forbidden !== null) return forbidden;
  const taken = transitionFor(context, entity, row, event);
  if (taken.refusedPerson !== null) return taken.refusedPerson;
  if (taken.transition === null) return taken.refusal;
  const askedFields = new Set(taken.transition.asks.map(({ field }) => field));
  const outcome = resultOfEvent(context, entity, row, taken.transition, NO_INPUTS, askedFields);
  const rights = refusedTaking(context, entity, taken.transition, row, outcome.row);
  if (rights !== null) return rights;
  if (outcome.failures.length > 0) return invalid(context.model, outcome.failures);
  return { transition: taken.transition, after: outcome.row };
}

/** Refuses before any record is loaded, if none of the principal's roles could raise the event on any record. */
export function refuseEvent(context: Context, entity: CompiledEntity, event: string): Refusal | null {
  const outright = denyByRole(context, entity, []);
  if (outright !== null) return outright;
  const never = memoizeByRoles(context.model, `event ${event} of ${entity.name}`, context.principal, () =>
    neverRaises(context, entity, event),
  );
  return never?.situation === 'not allowed' && context.principal.row === null
    ? refuse(context.model, 'NOT_SIGNED_IN')
    : never;
}

function neverRaises(context: Context, entity: CompiledEntity, event: string): Refusal | null {
  const transitions = transitionsOf(entity, event);
  if (transitions.length === 0) return notFound(context, entity);
  const outright = denyByRole(context, entity, ['read']);
  if (outright !== null) return outright;
  if (transitions.some((transition) => mayRaiseSomewhere(context, entity, transition))) return null;
  const performers = performersOfTransitions(context.model, transitions, context);
  const decidedBy = transitions.map(({ transition }) => transition.id);
  return refuse(context.model, 'NOT_ALLOWED', { who: performers }, decidedBy);
}

export type Taken =
  | { readonly transition: CompiledTransition; readonly refusedPerson: null }
  /** `refusedPerson` is reported before a version mismatch, `refusal` after it. */
  | { readonly transition: null; readonly refusedPerson: Refusal | null; readonly refusal: Refusal };

/**
 * Returns the transition that the event takes now: the first one from the current state that this person may take and
 * whose guard holds. If none starts at the current state, the person is checked against the transitions from other
 * states first (M15).
 */
export function transitionFor(context: Context, entity: CompiledEntity, row: Row, event: string): Taken {
  const all = transitionsOf(entity, event);
  const here = all.filter(
    ({ transition, machine }) => stateIn(machine, row.values) === transition.from && !isEnded(machine, row),
  );
  const open: CompiledTransition[] = [];
  let first: Refusal | null = null;
  const isOneOfSeveral = differByPerson(here.filter((each) => mayPerform(context, each, row)));
  for (const transition of here.length > 0 ? here : all) {
    const refusal = personRefusal(context, transition, row, { isOneOfSeveral });
    if (refusal === null) open.push(transition);
    else first ??= refusal;
  }
  if (open.length === 0 && first !== null) return { transition: null, refusedPerson: first, refusal: first };
  if (here.length === 0) {
    const machines = all.map(({ machine }) => machine.name);
    const stated = all.find(({ transition }) => transition.wrongState !== null)?.transition.wrongState?.name ?? null;
    return { transition: null, refusedPerson: null, refusal: wrongState(context, row, machines, stated) };
  }
  let unmet: Refusal | null = null;
  for (const transition of open) {
    const refusal = guardRefusal(context, transition, row);
    if (refusal === null) return { transition, refusedPerson: null };
    unmet ??= refusal;
  }
  return { transition: null, refusedPerson: null, refusal: unmet ?? wrongState(context, row) };
}

export function raised(
  context: Context,
  entity: CompiledEntity,
  before: Row,
  transition: CompiledTransition,
  inputs: Inputs,
): Verdict {
  const { row, failures, event, after, notes, follow } = performed(context, entity, before, transition, inputs);
  const rights = refusedTaking(context, entity, transition, before, row);
  if (rights !== null) return no(rights);
  if (failures.length > 0) return no(invalid(context.model, failures));
  return updateVerdict(context, entity, before, row, {
    event,
    attached: inputs.attached,
    sent: inputs.values.keys(),
    after,
    notes,
    follow,
    reportsWarnings: true,
    occasion: {
      event: transition.transition.event,
      operation: 'event',
      editable: !context.product && isEditable(entity, before),
    },
  });
}

function refusedTaking(
  context: Context,
  entity: CompiledEntity,
  transition: CompiledTransition,
  before: Row,
  after: Row,
): Refusal | null {
  const stated = rolesStatedByTransitions(context, entity.name, [transition]);
  return refuseRoleChange(context, entity, { operation: 'change', before, after, stated });
}

/** The result of taking a transition: the record, the other writes, and all failures. */
export interface Performed {
  readonly row: Row;
  readonly failures: readonly Failure[];
  readonly event: string;
  readonly after: readonly Write[];
  readonly notes: readonly string[];
  readonly follow: readonly FollowUp[];
}

function performed(
  context: Context,
  entity: CompiledEntity,
  before: Row,
  transition: CompiledTransition,
  inputs: Inputs,
): Performed {
  const follow: FollowUp[] = [];
  const { row, failures } = resultOfEvent(context, entity, before, transition, inputs, null, follow);
  const event = transitionTrigger(transition);
  const { writes, notes } = notificationsAndCalls(context, transition, row, before, event);
  return { row, failures, event, after: [...writes, ...enteredAgain(before, transition)], notes, follow };
}

/**
 * Raises an event of a line by the product; the result is written with the line's owner. Returns the refusal if the
 * event may not be raised.
 */
export function performEventByProduct(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  event: string,
): Performed | Refusal {
  const taken = transitionFor(context, entity, row, event);
  if (taken.transition === null) return taken.refusedPerson ?? taken.refusal;
  return performed(context, entity, row, taken.transition, NO_INPUTS);
}

/** Takes a transition of a line whose state and guard were already checked. */
export const performTransition = (
  context: Context,
  entity: CompiledEntity,
  row: Row,
  transition: CompiledTransition,
): Performed => performed(context, entity, row, transition, NO_INPUTS);

/** An event that leads back to the same state restarts its timers; a timer does not (M20). */
function enteredAgain({ entity, id }: Row, { transition, machine }: CompiledTransition): Write[] {
  const isAgain = !machine.stateless && transition.event !== null && transition.from === transition.to;
  return isAgain ? [{ kind: 'entered', entity, id, machine: machine.name }] : [];
}

/** Returns the name under which the history lists a transition: its event or the text of its timer. */
export function transitionTrigger({ transition: { event, timer } }: CompiledTransition): string {
  if (event !== null || timer === null) return event ?? '';
  if (timer.kind === 'when') return `when ${timer.condition.text}`;
  if (timer.kind === 'on') return `on ${timer.entity.name}: ${timer.event.name}`;
  if (timer.kind === 'operation') return timer.operation;
  return `${timer.kind} ${timer.delay.text}`;
}

/** Raises an event by the product. Permissions are not checked; the state and guard are. */
export function raiseByProduct(context: Context, entity: CompiledEntity, row: Row, event: string): Verdict {
  const taken = transitionFor(context, entity, row, event);
  if (taken.transition === null) return no(taken.refusedPerson ?? taken.refusal);
  return raised(context, entity, row, taken.transition, NO_INPUTS);
}

/** Takes a transition by the product. Its state and guard were already checked. */
export function takeByProduct(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  transition: CompiledTransition,
): Verdict {
  return raised(context, entity, row, transition, NO_INPUTS);
}

/**
 * Returns the record after the event and all failures. `unasked`: the asks that are not filled in yet; they are not
 * reported as missing, and rules that read them are skipped.
 */
export function resultOfEvent(
  context: Context,
  entity: CompiledEntity,
  before: Row,
  transition: CompiledTransition,
  inputs: Inputs,
  unasked: ReadonlySet<string> | null,
  follow: FollowUp[] | null = null,
): { readonly row: Row; readonly failures: readonly Failure[] } {
  const editable = !context.product && isEditable(entity, before);
  // A client has no values of write-only fields.
  const unheld = context.isForm ? entity.secrets.own : NONE;
  const unanswered = unasked === null ? missingAsks(context, entity, transition, inputs, before) : [];
  const unforeseen = context.isForm ? transition.unpredictable : NONE;
  const unknown = uncheckedFields(anyOf(inputs.bad, unasked ?? NONE, unheld, unforeseen), unanswered);
  const { row, failures, open } = withEffects(context, entity, transition, before, inputs.values, follow, unknown);
  const asks = context.product ? missingAsks(context, entity, transition, inputs, row) : unanswered;
  const occasion: Occasion = {
    ...{ event: transition.transition.event, operation: 'event', editable },
  };
  const touched = new Set(inputs.values.keys());
  const missing = missingFields(context, entity, row, editable ? null : touched, open);
  const isChanged = fieldChangedSince(before, row);
  return {
    row,
    failures: [
      ...inputs.failures,
      ...asks,
      ...failures,
      ...missing,
      ...takenFields(context, entity, row, (name) => touched.has(name) || isChanged(name), touched),
      ...overflowFailures(context, entity, row),
      ...brokenRules(context, entity, occasion, {
        ...{ row, old: before, bad: uncheckedFields(open, missing), sent: touched },
      }),
    ],
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the union of the sets. */
function anyOf(...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const filled = sets.filter(({ size }) => size > 0);
  return filled.length > 1 ? new Set(filled.flatMap((each) => [...each])) : (filled[0] ?? NONE);
}

/** Returns a failure for each required ask without a value. An ask is required unless it says `(optional)`. */
export function missingAsks(
  context: Context,
  entity: CompiledEntity,
  { asks, transition }: CompiledTransition,
  inputs: Inputs,
  row: Row,
): Failure[] {
  return asks.flatMap(({ field, optional }) => {
    // The product is not required to fill in asks if the field has a value already.
    if (context.product && (row.values[field] ?? null) !== null) return [];
    if (optional || inputs.bad.has(field) || (inputs.values.get(field) ?? null) !== null) return [];
    const attribute = entity.schema.attributes.get(field);
    const label = attribute?.kind === 'field' ? attribute.field.label : field;
    const about = attribute?.kind === 'field' ? [attribute.field.id] : [];
    return [failure(context.model, [field], 'REQUIRED', { field: label }, [transition.id], null, about)];
  });
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });
