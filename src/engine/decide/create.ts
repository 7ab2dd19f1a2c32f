import { noValues, type Row, type Value } from '../../fields/text/value.ts';
import { addedRolesNotHeld } from '../access/authority.ts';
import { cellsToCreate } from '../access/change-grants.ts';
import { refuseRoleGrant } from '../access/deny-self-promotion.ts';
import { type RoleChange, refuseRoleChange } from '../access/role-changes-by-effects.ts';
import { rolesStatedByTransitions } from '../access/stated-roles.ts';
import type { CompiledEntity, CompiledTransition } from '../compiled/compiled-model.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import { denialsOf, isGranted, matchingGrants } from '../context/permissions.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { Intent } from '../core/intent.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import { rowWith, storedAs, valuesOf } from '../core/row-values.ts';
import { notificationsAndCalls, withEffects } from '../effects/effects.ts';
import { withNumbers } from '../effects/line-numbers.ts';
import { nextNumber } from '../effects/number-series.ts';
import { actingRows, heldAt } from '../effects/operations.ts';
import { failure, invalid, refuse } from '../errors/error-catalogue.ts';
import { entityText, performersText } from '../errors/message-values.ts';
import { applyBodyRules, withAbsentRefused, withRefused } from '../input/body-rules.ts';
import { withoutHidden } from '../input/conditional-fields.ts';
import { withDependentDefaults } from '../input/default-values.ts';
import { closedBy, inputNamesForRoles } from '../input/input-fields.ts';
import { missingPassword, withPassword } from '../input/password-input.ts';
import { missingFields, uncheckedFields } from '../input/required-fields.ts';
import { withToken } from '../input/tokens.ts';
import { invalidEffectFields } from '../input/validate-effect-values.ts';
import { denyByRole, notFoundMissing } from '../records/authorize-record.ts';
import { overflowFailures, withComputedFields } from '../records/computed-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { takenFields } from '../rules/unique-keys.ts';
import {
  chooseInitialTransitions,
  inStartStates,
  possibleInitialTransitions,
} from '../transitions/initial-transition.ts';
import { type Inputs, inputObject, NO_INPUTS, readInputs } from './inputs.ts';
import { firstRefusal, judgesBodyAlone, once, orderOf, refuseGuest } from './refusal-steps.ts';
import { insertVerdict } from './writes.ts';

type Create = Extract<Intent, { kind: 'create' }>;

/** Decides a creation. Checks in this order unless the call states another: the role, the grant for the resulting record, the values. */
export function decideCreate(context: Context, intent: Create): Verdict {
  const { model, principal } = context;
  const entity = entityOf(model, intent.entity);
  const outright = denyByRole(context, entity, []);
  if (outright !== null) return no(outright);
  const object = inputObject(intent.input);
  if (object === null) return no(refuse(model, 'UNREADABLE', { reason: 'the body must be an object' }));
  const { within = [] } = intent;
  const missing = 'missing' in within ? notFoundMissing(context, within) : null;
  const inPath = 'missing' in within ? [] : within;
  const order = orderOf(model, intent.call);
  const allowed = once(() => {
    const listed = inputNamesForRoles(model, entity, 'create', principal, intent.call);
    return inPath.length === 0 ? listed : new Set([...listed, ...inPath]);
  });
  const ruled = once(() => {
    const applied = applyBodyRules(intent.rules, object, allowed(), entity);
    return withAbsentRefused(intent.rules, object, allowed(), applied);
  });
  const inputs = once(() => {
    const read = readInputs(context, { entity, id: intent.id, before: null }, ruled().input, allowed(), {
      call: intent.call,
      closedBy: (name) => closedBy(context, entity, intent.call, name),
      password: intent.password,
    });
    return { ...withRefused(context, entity, read, ruled().refused), inPath };
  });
  const bare = once(() => newRow(context, entity, intent.id, inputs().values));
  const verdict = once(() => createFrom(context, entity, bare(), inputs()));
  const ofRow = () => {
    const sent = [...Object.keys(ruled().input), ...ruled().refused].filter((name) => allowed().has(name));
    const { row } = bare();
    return refusedRow(context, entity, row, sent) ?? refusedGrant(context, entity, row, inputs().values);
  };
  const refusal = firstRefusal(order, [
    refuseGuest(context, entity, ['create']),
    ['allowed', () => refuseCreate(context, entity)],
    ['found', () => missing],
    ['allowed', () => (missing === null ? ofRow() : null)],
    ['body', () => (judgesBodyAlone(order) ? refusedBody(context, entity, bare(), inputs(), missing !== null) : null)],
    ['rules', () => refusalOf(verdict())],
  ]);
  return refusal === null ? verdict() : no(refusal);
}

/** Returns the refusal of what is wrong with the body itself. `isCut`: the path does not fill what it should. */
function refusedBody(
  context: Context,
  entity: CompiledEntity,
  { row, failures: bad }: NewRow,
  inputs: Inputs,
  isCut: boolean,
): Refusal | null {
  const skip = new Set([...inputs.bad, ...bad.map(({ path }) => String(path[0]))]);
  const filled = isCut ? new Set(inputs.values.keys()) : null;
  const missing = [...missingFields(context, entity, row, filled, skip), ...missingPassword(context, entity, inputs)];
  const failures = [...inputs.failures, ...missing];
  return failures.length === 0 ? null : invalid(context.model, failures);
}

const refusalOf = (verdict: Verdict): Refusal | null => (verdict.allowed ? null : verdict.refusal);

function createFrom(
  context: Context,
  entity: CompiledEntity,
  bare: NewRow,
  inputs: Inputs,
  given: Pick<RoleChange, 'before' | 'stated'> = { before: bare.row, stated: [] },
): Verdict {
  const follow: FollowUp[] = [];
  const { refusal, after, notes, row, failures, starts } = validateCreate(context, entity, bare, inputs, follow);
  if (refusal !== null) return no(refusal);
  const stated = [...given.stated, ...rolesStatedByTransitions(context, entity.name, starts)];
  const rights = refuseRoleChange(context, entity, { operation: 'create', before: given.before, after: row, stated });
  if (rights !== null) return no(rights);
  if (failures.length > 0) return no(invalid(context.model, failures));
  return insertVerdict(context, entity, row, {
    event: 'create',
    attached: inputs.attached,
    password: inputs.password,
    after,
    notes,
    follow,
    reportsWarnings: true,
    occasion: { event: null, operation: 'create', editable: true },
  });
}

/** Creates a record by the product. Permissions are not checked; the values are. */
export function createByProduct(
  context: Context,
  entity: CompiledEntity,
  id: string,
  { values, stated = [], by }: Pick<Extract<FollowUp, { kind: 'make' }>, 'values' | 'stated' | 'by'>,
): Verdict {
  const unknown = entity.machines.find(({ machine }) => machine.initial === null);
  if (unknown !== undefined) {
    const { label, id: element } = unknown.machine;
    return no(invalid(context.model, [failure(context.model, [], 'NOT_SHOWN', { what: label }, [element])]));
  }
  const bare = newRow(context, entity, id, new Map(Object.entries(values)));
  const unset = valuesOf(Object.keys(values).map((name) => [name, null]));
  const unfit = invalidEffectFields(context, entity, { row: bare.row, fields: Object.keys(values), by });
  const created = { row: bare.row, failures: [...bare.failures, ...unfit] };
  return createFrom(context, entity, created, NO_INPUTS, { before: rowWith(bare.row, unset), stated });
}

/** Returns the new record after the effects of its creation, and all failures of its values. */
export function validateCreate(
  context: Context,
  entity: CompiledEntity,
  bare: NewRow,
  inputs: Inputs,
  follow: FollowUp[] | null = null,
): CreatedRow {
  const { row, failures, ...rest } = started(context, entity, bare.row, follow);
  const skip = new Set([...inputs.bad, ...bare.failures.map(({ path }) => String(path[0]))]);
  const missing = [...missingFields(context, entity, row, null, skip), ...missingPassword(context, entity, inputs)];
  const bad = uncheckedFields(inputs.bad, missing);
  const all = [
    ...inputs.failures,
    ...bare.failures,
    ...failures,
    ...missing,
    ...takenFields(context, entity, row, (name) => Object.hasOwn(row.values, name), inBody(inputs)),
    ...overflowFailures(context, entity, row),
    ...brokenRules(
      context,
      entity,
      { event: null, operation: 'create', editable: true },
      { row: withPassword(row, inputs.password), old: null, bad, sent: new Set(inputs.values.keys()) },
    ),
  ];
  return { ...rest, row, failures: all };
}

/** Returns the fields that the body fills. */
const inBody = ({ values, inPath = [] }: Inputs): ReadonlySet<string> =>
  new Set([...values.keys()].filter((name) => !inPath.includes(name)));

/**
 * Returns the refusal if none of the principal's roles may create such records, or if the document does not state the
 * initial state; else null.
 */
export function refuseCreate(context: Context, entity: CompiledEntity): Refusal | null {
  const outright = denyByRole(context, entity, ['create']);
  if (outright !== null) return outright;
  const unknown = entity.machines.find(({ machine }) => machine.initial === null);
  const owned = entity.entity.belongsTo !== null;
  if (unknown === undefined && !owned) return null;
  const decidedBy = unknown === undefined ? [entity.entity.id] : [unknown.machine.id];
  return refuse(
    context.model,
    'NOT_ALLOWED',
    { who: performersText(context.model, entity, 'create', context) },
    decidedBy,
  );
}

/**
 * Returns the record before the effects of its creation, with the values sent, the defaults of the other fields, and
 * the initial states.
 */
export function newRow(context: Context, entity: CompiledEntity, id: string, sent: ReadonlyMap<string, Value>): NewRow {
  const values = noValues();
  const failures: Failure[] = [];
  for (const field of entity.entity.fields) {
    const value = sent.get(field.name);
    const byDefault = entity.defaults.get(field.name);
    values[field.name] = value ?? null;
    if (value === undefined && field.type.kind === 'number series') {
      const number = nextNumber(context, entity, field.name, id);
      values[field.name] = number ?? null;
      if (number === undefined && !context.isForm)
        failures.push(failure(context.model, [field.name], 'NOT_SHOWN', { what: field.label }, [field.id]));
      continue;
    }
    if (value !== undefined || byDefault === undefined || entity.dependentDefaults.includes(field)) continue;
    if (byDefault === null) {
      failures.push(failure(context.model, [field.name], 'NOT_SHOWN', { what: field.label }, [field.id]));
    } else {
      const within = byDefault.makesToken ? withToken(context, entity, { id, version: 0 }, field.name) : context;
      values[field.name] = storedAs(field.type, byDefault.evaluate(scopeOf(within, null)));
    }
  }
  for (const { machine } of entity.machines) if (!machine.stateless) values[machine.name] = machine.initial;
  const by = context.principal.row?.id ?? null;
  Object.assign(values, { id, createdAt: context.now, createdBy: by, changedAt: context.now, changedBy: by });
  const { row, failures: unnumbered } = withNumbers(
    context,
    entity,
    { entity: entity.name, id, version: 1, values },
    null,
  );
  const withComputed = withDependentDefaults(context, entity, withComputedFields(context, entity, row, null), (name) =>
    sent.has(name),
  );
  const visible = withoutHidden(context, entity, withComputed, (name) => sent.has(name));
  const begun = inStartStates(visible, chooseInitialTransitions(context, entity, visible));
  const settled = begun === visible ? visible : withComputedFields(context, entity, begun, null);
  return { row: settled, failures: [...failures, ...unnumbered] };
}

/**
 * Applies the effects of the `(new)` transition of each machine, one machine after the other, and then those of `on
 * create`.
 */
function started(context: Context, entity: CompiledEntity, bare: Row, follow: FollowUp[] | null): CreatedRow {
  let row = bare;
  const failures: Failure[] = [];
  const chosen = chooseInitialTransitions(context, entity, bare);
  const starts = possibleInitialTransitions(chosen);
  const due: { readonly doing: FollowUp; readonly at: Row }[] = [];
  const act = (transition: CompiledTransition) => {
    const ofThis: FollowUp[] = [];
    const effected = withEffects(context, entity, transition, row, new Map(), ofThis);
    row = effected.row;
    failures.push(...effected.failures);
    due.push(...ofThis.map((doing) => ({ doing, at: effected.row })));
  };
  for (const start of chosen) {
    if (start.transition === null) return { row, failures, after: [], notes: [], starts, refusal: start.refusal };
    act(start.transition);
  }
  const onCreate = actingRows(context, entity, 'create', row, null);
  failures.push(...onCreate.failures);
  for (const acting of onCreate.rows) act(acting);
  const taken = [...starts, ...onCreate.rows];
  // Effects of later machines may change fields that cross-record effects of earlier ones read, so those get the values
  // from before.
  follow?.push(...due.map(({ doing, at }) => heldAt(entity, doing, at, row)));
  const consequences = taken.map((transition) => notificationsAndCalls(context, transition, row, null, 'create'));
  return {
    row,
    failures,
    after: consequences.flatMap(({ writes }) => writes),
    notes: consequences.flatMap(({ notes }) => notes),
    starts: taken,
    refusal: null,
  };
}

/** A new record before the effects of its creation. */
export interface NewRow {
  readonly row: Row;
  readonly failures: readonly Failure[];
}

/** A new record after the effects of its creation, and the other writes that these cause. */
export interface CreatedRow extends NewRow {
  readonly after: readonly Write[];
  readonly notes: readonly string[];
  /** The `(new)` transitions and the rows of `on create` that were taken. */
  readonly starts: readonly CompiledTransition[];
  readonly refusal: Refusal | null;
}

/** Returns the refusal if no grant covers the resulting record with each field that was sent; else null. */
function refusedRow(context: Context, entity: CompiledEntity, row: Row, sent: readonly string[]): Refusal | null {
  const cells = entity.permissions.create;
  const scope = scopeOf(context, row, null);
  const grants = matchingGrants(context, cells, scope);
  const fits = grants.length > 0 && sent.every((name) => isGranted(cells, context.principal, grants, name, scope));
  if (fits) return null;
  const values = {
    who: performersText(context.model, entity, 'create', context),
    entity: entityText(context.model, entity),
  };
  return refuse(context.model, 'NOT_ALLOWED', values, denialsOf(cells, context.principal));
}

/**
 * Returns why the principal could not have created a person's record as it is now, including its roles; null if they
 * could have. A principal who could not may not set how that person signs in either.
 */
export function refuseAsCreator(context: Context, row: Row): Refusal | null {
  const entity = entityOf(context.model, row.entity);
  const role = context.model.people?.role?.name;
  const values = new Map(role === undefined ? [] : [[role, row.values[role] ?? null] as const]);
  return (
    refuseCreate(context, entity) ?? refusedRow(context, entity, row, []) ?? refusedGrant(context, entity, row, values)
  );
}

function refusedGrant(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  values: ReadonlyMap<string, Value>,
): Refusal | null {
  const role = context.model.people?.role?.name;
  if (role === undefined || context.model.people?.entity !== entity.name || !values.has(role)) return null;
  const granting = cellsToCreate(context, entity, role, row);
  const foreign = addedRolesNotHeld(context, role, values.get(role) ?? null, null, granting);
  return foreign.length === 0 ? null : refuseRoleGrant(context, entity, 'create', foreign, granting);
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });
