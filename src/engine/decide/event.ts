import type { Json } from '../../fields/text/json.ts';
import type { Row } from '../../fields/text/value.ts';
import { stateIn } from '../../model/lookups/states.ts';
import { addedRolesNotHeld } from '../access/authority.ts';
import type { CompiledEntity, CompiledTransition } from '../compiled/compiled-model.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import type { Verdict } from '../context/verdict.ts';
import type { Intent } from '../core/intent.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import { invalid, refuse } from '../errors/error-catalogue.ts';
import { applyBodyRules, withRefused } from '../input/body-rules.ts';
import { askNames } from '../input/input-fields.ts';
import {
  denyByRole,
  findReadable,
  notFoundById,
  notFoundMissing,
  notFoundWithin,
  refuseByIfMatch,
} from '../records/authorize-record.ts';
import { isEnded, wrongState } from '../transitions/editable-states.ts';
import { transitionsOf } from '../transitions/transition-refusals.ts';
import { type Inputs, inputObject, NO_INPUTS, readInputs } from './inputs.ts';
import { firstRefusal, judgesBodyAlone, once, orderOf, stateChecks } from './refusal-steps.ts';
import { missingAsks, raised, refuseEvent, type Taken, transitionFor } from './transition.ts';

type Raise = Extract<Intent, { kind: 'event' }>;

/**
 * Decides an event. Checks in this order unless the call states another: the record exists, the event may be raised, the version matches, the state,
 * the guard, then the asks and rules.
 */
export function decideEvent(context: Context, intent: Raise): Verdict {
  const { model } = context;
  const entity = entityOf(model, intent.entity);
  const outright = denyByRole(context, entity, []);
  if (outright !== null) return no(outright);
  const input = inputObject(intent.input);
  if (input === null) return no(refuse(model, 'UNREADABLE', { reason: 'the body must be an object' }));
  const { within = [] } = intent;
  const missing = 'missing' in within ? notFoundMissing(context, within) : null;
  const inPath = 'missing' in within ? [] : within;
  const order = orderOf(model, intent.call);
  const find = once(() => findReadable(context, entity, intent.id));
  const taking = once(() => {
    const row = find();
    if (row === null) return null;
    const taken = transitionFor(context, entity, row, intent.event);
    const inputs = inputsFor(context, entity, row, taken.transition, { ...intent, within: inPath }, input);
    return { row, taken, inputs };
  });
  const verdict = once(() => {
    const now = taking();
    if (now === null || now.taken.transition === null) return null;
    return raised(context, entity, now.row, now.taken.transition, now.inputs);
  });
  const refusal = firstRefusal(order, [
    ['signed in', () => (context.principal.row === null ? refuseEvent(context, entity, intent.event) : null)],
    ['allowed', () => refuseEvent(context, entity, intent.event)],
    ['found', () => (find() === null ? notFoundWithin(context, entity, intent) : missing)],
    ['allowed', () => refusedPerson(context, taking())],
    ['version', () => (find() === null ? null : refuseByIfMatch(context, find() as Row, intent.ifMatch))],
    ...stateChecks(context, order, entity, find, (row) => refusedState(context, entity, row, intent.event, taking())),
    ['body', () => (judgesBodyAlone(order) ? refusedBody(context, entity, intent, input, find()) : null)],
    ['rules', () => refusalOf(verdict())],
  ]);
  return refusal === null ? (verdict() ?? no(notFoundById(context, entity, intent.id))) : no(refusal);
}

/** An event that is about to be raised. */
interface Taking {
  readonly row: Row;
  readonly taken: Taken;
  readonly inputs: Inputs;
}

function refusedPerson(context: Context, taking: Taking | null): Refusal | null {
  if (taking === null) return null;
  return taking.taken.refusedPerson ?? refusedGrant(context, taking.row, taking.inputs);
}

/** Returns the refusal because of the state or the guard. Guards are not judged for a person who may not raise the event. */
function refusedState(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  event: string,
  taking: Taking | null,
): Refusal | null {
  if (taking === null || taking.taken.transition !== null) return null;
  if (taking.taken.refusedPerson === null) return taking.taken.refusal;
  const all = transitionsOf(entity, event);
  const isHere = all.some(
    ({ transition, machine }) => stateIn(machine, row.values) === transition.from && !isEnded(machine, row),
  );
  return isHere
    ? null
    : wrongState(
        context,
        row,
        all.map(({ machine }) => machine.name),
      );
}

/** Returns the refusal of what is wrong with the body itself, whichever transition the event takes. */
function refusedBody(
  context: Context,
  entity: CompiledEntity,
  { id, event, call, rules, within = [] }: Raise,
  input: { readonly [name: string]: Json },
  before: Row | null,
): Refusal | null {
  const transitions = transitionsOf(entity, event);
  const names = transitions.flatMap(({ transition }) => [...askNames(context.model, transition, call)]);
  const inPath = 'missing' in within ? [] : within;
  const allowed = new Set([...names, ...inPath]);
  const ruled = applyBodyRules(rules, input, allowed, entity, names);
  const read = readInputs(context, { entity, id, before }, ruled.input, allowed, {
    call,
    closedBy: () => (call === null ? [] : [call]),
  });
  const inputs = withRefused(context, entity, read, ruled.refused);
  const [first] = transitions;
  const isAsked = (failed: Failure) =>
    transitions.every(({ asks }) => asks.some(({ field, optional }) => field === failed.path[0] && !optional)) &&
    !('missing' in within);
  const row = before ?? { entity: entity.name, id, version: 0, values: {} };
  const missing = first === undefined ? [] : missingAsks(context, entity, first, inputs, row).filter(isAsked);
  const failures = [...inputs.failures, ...missing];
  return failures.length === 0 ? null : invalid(context.model, failures);
}

const refusalOf = (verdict: Verdict | null): Refusal | null =>
  verdict === null || verdict.allowed ? null : verdict.refusal;

function inputsFor(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  transition: CompiledTransition | null,
  { call, within, rules }: Pick<Raise, 'call' | 'rules'> & { readonly within: readonly string[] },
  sent: { readonly [name: string]: Json },
): Inputs {
  if (transition === null) return NO_INPUTS;
  // The path holds values for every transition of the event, of which this one need not ask for all.
  const asked = new Set(transition.asks.map(({ field }) => field));
  const input = Object.fromEntries(Object.entries(sent).filter(([name]) => !within.includes(name) || asked.has(name)));
  const inPath = (call === null ? null : context.model.calls.get(call)?.pathInputs) ?? [];
  const listed = [...askNames(context.model, transition.transition, call)];
  const allowed = new Set([
    ...listed.filter((name) => !inPath.some(({ field }) => field === name)),
    ...within.filter((name) => asked.has(name)),
  ]);
  // A call that lists its fields determines what may be sent; otherwise the asks of the event do.
  const sends = call === null ? null : (context.model.calls.get(call)?.sends ?? null);
  const isListed = (name: string) => sends === null || sends.size === 0 || sends.has(name);
  const replaced = [...allowed].filter((name) => isListed(name) && !within.includes(name));
  const ruled = applyBodyRules(rules, input, allowed, entity, replaced);
  const read = readInputs(context, { entity, id: row.id, before: row }, ruled.input, allowed, {
    call,
    closedBy: (name) => (call === null || isListed(name) ? [transition.transition.id] : [call]),
  });
  return withRefused(context, entity, read, ruled.refused);
}

/** Refuses asks that assign a role which the person does not hold. */
function refusedGrant(context: Context, before: Row, inputs: Inputs): Refusal | null {
  if (context.model.people?.entity !== before.entity) return null;
  const foreign = [...inputs.values].flatMap(([name, value]) =>
    addedRolesNotHeld(context, name, value, before.values[name] ?? null, []),
  );
  return foreign.length === 0
    ? null
    : refuse(context.model, 'NOT_ALLOWED', { who: context.model.format.choice(foreign) });
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });
