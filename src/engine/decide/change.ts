import type { Json } from '../../fields/text/json.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import { addedRolesNotHeld, isOwnSignInName, ownAuthority } from '../access/authority.ts';
import { fieldCells } from '../access/change-grants.ts';
import { refuseOwnAuthority, refuseRoleGrant } from '../access/deny-self-promotion.ts';
import { mayDisclose } from '../access/disclosure.ts';
import { refuseRoleChange } from '../access/role-changes-by-effects.ts';
import { rolesStatedByTransitions } from '../access/stated-roles.ts';
import type { CompiledEntity, CompiledGrant } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { type Context, entityOf, scopeOf } from '../context/decision-context.ts';
import type { FollowUp } from '../context/follow-up.ts';
import { denialsOf, matchesAnyGrant } from '../context/permissions.ts';
import type { Verdict } from '../context/verdict.ts';
import type { Intent } from '../core/intent.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import { rowWith, sameValue, valuesOf } from '../core/row-values.ts';
import { withNumbers } from '../effects/line-numbers.ts';
import { type OperationEffects, withChangeEffects } from '../effects/operations.ts';
import { invalid, refuse } from '../errors/error-catalogue.ts';
import { performersText } from '../errors/message-values.ts';
import { applyBodyRules, withRefused } from '../input/body-rules.ts';
import { withReceivedFile } from '../input/input-failure.ts';
import { closedBy, inputNamesForRoles } from '../input/input-fields.ts';
import { missingPassword, withPassword } from '../input/password-input.ts';
import { missingFields, uncheckedFields } from '../input/required-fields.ts';
import {
  denyByRole,
  findReadable,
  notAllowedHere,
  notFoundById,
  notFoundWithin,
  refuseByIfMatch,
  withoutReason,
} from '../records/authorize-record.ts';
import { overflowFailures, withComputedFields } from '../records/computed-fields.ts';
import { brokenRules } from '../rules/rules.ts';
import { fieldChangedSince, takenFields } from '../rules/unique-keys.ts';
import { isEditable, wrongState } from '../transitions/editable-states.ts';
import { refuseAsCreator } from './create.ts';
import { type Inputs, inputObject, readInputs } from './inputs.ts';
import { firstRefusal, judgesBodyAlone, once, orderOf, refuseGuest, stateChecks } from './refusal-steps.ts';
import { updateVerdict } from './writes.ts';

type Change = Extract<Intent, { kind: 'change' }>;

/**
 * Decides a change of fields. Checks in this order unless the call states another: the record exists, each field may be changed, the version matches,
 * the state is editable, the values are valid.
 */
export function decideChange(context: Context, intent: Change): Verdict {
  const { model } = context;
  const entity = entityOf(model, intent.entity);
  const outright = denyByRole(context, entity, []);
  if (outright !== null) return no(outright);
  const object = inputObject(intent.input);
  if (object === null) return no(refuse(model, 'UNREADABLE', { reason: 'the body must be an object' }));
  const order = orderOf(model, intent.call);
  const find = once(() => findReadable(context, entity, intent.id));
  const sent = once(() => sentBy(context, entity, intent, object, find()));
  const verdict = once(() => {
    const row = find();
    return row === null ? null : changeTo(context, entity, row, sent().inputs());
  });
  const ofRow = (judge: (row: Row) => Refusal | null) => () => {
    const row = find();
    return row === null ? null : judge(row);
  };
  const refusal = firstRefusal(order, [
    refuseGuest(context, entity, ['read', 'change']),
    ['allowed', () => denyByRole(context, entity, ['read', 'change'])],
    ['found', () => (find() === null ? notFoundWithin(context, entity, intent) : null)],
    ['allowed', ofRow((row) => refusedFields(context, entity, row, { ...sent(), call: intent.call }))],
    ['version', ofRow((row) => refuseByIfMatch(context, row, intent.ifMatch))],
    ...stateChecks(context, order, entity, find, (row) => (isEditable(entity, row) ? null : wrongState(context, row))),
    ['body', () => (judgesBodyAlone(order) ? refusedBody(context, entity, find(), sent().inputs()) : null)],
    ['rules', () => refusalOf(verdict())],
  ]);
  return refusal === null ? (verdict() ?? no(notFoundById(context, entity, intent.id))) : no(refusal);
}

/** What a request sends for a change: the names, and the values once they are needed. */
interface Sent {
  readonly names: readonly string[];
  readonly inputs: () => Inputs;
}

function sentBy(
  context: Context,
  entity: CompiledEntity,
  intent: Change,
  object: { readonly [name: string]: Json },
  before: Row | null,
): Sent {
  const allowed = inputNamesForRoles(context.model, entity, 'change', context.principal, intent.call);
  const cells = before === null ? null : fieldCells(context, entity, before);
  const replaces = [...allowed].filter((name) => cells?.any(name) === true);
  const { input, refused } = applyBodyRules(intent.rules, object, allowed, entity, replaces);
  const inputs = once(() => {
    const read = readInputs(context, { entity, id: intent.id, before }, input, allowed, {
      call: intent.call,
      closedBy: (name) => closedBy(context, entity, intent.call, name),
      password: intent.password,
    });
    return withReceivedFile(context, entity, withRefused(context, entity, read, refused), intent.received);
  });
  const names = [...Object.keys(input), ...refused, ...(intent.received === undefined ? [] : [intent.received.field])];
  return { names: names.filter((name) => allowed.has(name)), inputs };
}

/** Returns the refusal of what is wrong with the body itself. */
function refusedBody(context: Context, entity: CompiledEntity, before: Row | null, inputs: Inputs): Refusal | null {
  const values = valuesOf([...inputs.values]);
  const missing =
    before === null
      ? []
      : missingFields(context, entity, rowWith(before, values), new Set(inputs.values.keys()), inputs.bad);
  const failures = [...inputs.failures, ...missing];
  return failures.length === 0 ? null : invalid(context.model, failures);
}

/** Returns the refusal of changing these fields of the record to these values. */
function refusedFields(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  { names, inputs, call }: Sent & Pick<Change, 'call'>,
): Refusal | null {
  const cells = fieldCells(context, entity, row);
  const closed = names.find((name) => !cells.any(name));
  if (closed !== undefined) return closedField(context, entity, row, closed);
  if (names.length === 0 && !matchesAnyGrant(context, entity.permissions.change, scopeOf(context, row)))
    return notAllowedHere(context, entity, 'change', row);
  return (
    refusedAuthority(context, entity, row, inputs().values, { cells: cells.all, call }) ??
    refusePassword(context, row, inputs().password)
  );
}

/**
 * Returns for each field the refusal of changing it on the record as it is now, whatever the new value; null if it may
 * be changed.
 */
export function refusalsOfFields(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  fields: Iterable<string>,
): Map<string, Refusal | null> {
  const { people } = context.model;
  const ownRights = people?.entity === entity.name && row.id === context.principal.row?.id ? people.authority : null;
  const state = isEditable(entity, row) ? null : wrongState(context, row);
  const changes = fieldCells(context, entity, row);
  const refusalOf = (field: string) => {
    if (!changes.any(field)) return closedField(context, entity, row, field);
    return ownRights?.has(field) === true ? refuseOwnAuthority(context, entity, [field]) : state;
  };
  const refusals = new Map<string, Refusal | null>();
  for (const field of fields) refusals.set(field, refusalOf(field));
  return refusals;
}

function changeTo(context: Context, entity: CompiledEntity, before: Row, inputs: Inputs): Verdict {
  const follow: FollowUp[] = [];
  const { row, typed, failures, rows, after, notes } = validateChange(context, entity, before, inputs, follow);
  if (rows.length > 0) {
    const stated = rolesStatedByTransitions(context, entity.name, rows);
    const rights = refuseRoleChange(context, entity, { operation: 'change', before: typed, after: row, stated });
    if (rights !== null) return no(rights);
  }
  if (failures.length > 0) return no(invalid(context.model, failures));
  return updateVerdict(context, entity, before, row, {
    event: 'change',
    attached: inputs.attached,
    password: inputs.password,
    sent: inputs.values.keys(),
    after,
    notes,
    follow,
    reportsWarnings: true,
    occasion: { event: null, operation: 'change', editable: true },
  });
}

/** Returns the record changed by the inputs and the effects of the change, and all failures of its values. */
export function validateChange(
  context: Context,
  entity: CompiledEntity,
  before: Row,
  inputs: Inputs,
  follow: FollowUp[] | null = null,
): ChangedRow {
  const changed = [...inputs.values].filter(([name, value]) => !sameValue(value, before.values[name] ?? null));
  const numbered = withNumbers(context, entity, rowWith(before, valuesOf(changed)), before);
  const typed = withComputedFields(context, entity, numbered.row, before);
  const isChange = changed.length > 0 || inputs.password !== undefined;
  const effected = isChange ? withChangeEffects(context, entity, before, typed, follow, inputs.bad) : unchanged(typed);
  const { row } = effected;
  const touched = new Set(inputs.values.keys());
  const missing = [
    ...missingFields(context, entity, row, touched, inputs.bad),
    ...missingPassword(context, entity, inputs, before),
  ];
  const bad = uncheckedFields(inputs.bad, missing);
  const failures = [
    ...inputs.failures,
    ...numbered.failures,
    ...effected.failures,
    ...missing,
    ...takenFields(context, entity, row, fieldChangedSince(before, row), touched),
    ...overflowFailures(context, entity, row),
    ...brokenRules(
      context,
      entity,
      { event: null, operation: 'change', editable: true },
      { row: withPassword(row, inputs.password), old: before, bad, sent: touched },
    ),
  ];
  return { ...effected, typed, failures };
}

/** A changed record after the effects of the change, and the record before these effects. */
interface ChangedRow extends OperationEffects {
  readonly typed: Row;
}

const unchanged = (row: Row): OperationEffects => ({ row, failures: [], after: [], notes: [], rows: [] });

/** A record as it would be after a write, and why the write is refused. */
export interface ValidatedRow {
  readonly row: Row;
  readonly failures: readonly Failure[];
}

/**
 * Returns the refusal of changing a field. It names the cells that decided only if the person may know what their
 * conditions read.
 */
function closedField(context: Context, entity: CompiledEntity, row: Row, field: string): Refusal {
  const cells = entity.permissions.change;
  const own = (cells.fields.get(field) ?? []).filter((cell) => context.principal.roles.has(cell.role));
  if (own.length === 0) return notAllowedHere(context, entity, 'change', row);
  const { model, principal } = context;
  const refusal = memoizeByRoles(model, `no change of ${field} of ${entity.name}`, principal, () =>
    refuse(model, 'NOT_ALLOWED', { who: performersText(model, entity, 'change', context) }, [
      ...denialsOf(cells, principal),
      ...own.map((cell) => cell.id),
    ]),
  );
  const conditions = [...own, ...cells.record].flatMap((cell) =>
    context.principal.roles.has(cell.role) ? (cell.where ?? []) : [],
  );
  return mayDisclose(context, conditions, row) ? refusal : withoutReason(context, refusal);
}

/** Refuses changes of one's own authority and the assignment of roles that the person does not hold. */
function refusedAuthority(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  values: ReadonlyMap<string, Value>,
  { cells, call }: { readonly cells: (field: string) => readonly CompiledGrant[]; readonly call: string | null },
): Refusal | null {
  const own = ownAuthority(context, row, values).filter((field) => !isOwnSignInName(context, field, call));
  if (own.length > 0) return refuseOwnAuthority(context, entity, own);
  if (context.model.people?.entity !== entity.name) return null;
  for (const [name, value] of values) {
    const granting = cells(name);
    const foreign = addedRolesNotHeld(context, name, value, row.values[name] ?? null, granting);
    if (foreign.length > 0) return refuseRoleGrant(context, entity, 'change', foreign, granting);
  }
  return null;
}

/**
 * Refuses a password for somebody whom the principal could not have created: whoever sets it can sign in as that
 * person.
 */
function refusePassword(context: Context, row: Row, password: Inputs['password']): Refusal | null {
  if (password === undefined || row.id === context.principal.row?.id) return null;
  return refuseAsCreator(context, row);
}

const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });

const refusalOf = (verdict: Verdict | null): Refusal | null =>
  verdict === null || verdict.allowed ? null : verdict.refusal;
