import type { Row, Values } from '../../fields/text/value.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, contextOf, entityOf } from '../context/decision-context.ts';
import type { Facts } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import { refusalsOfFields } from '../decide/change.ts';
import { refuseCreate } from '../decide/create.ts';
import { refusalOfDelete } from '../decide/remove.ts';
import { validateEvent } from '../decide/transition.ts';
import { inputNamesForRoles } from '../input/input-fields.ts';
import { denyByRole } from '../records/authorize-record.ts';
import { readableValues } from '../records/etag.ts';
import { withTimeDependentFields } from '../records/time-dependent-fields.ts';

/**
 * What this person can do with a record now, determined by the functions that `decide` uses. Null means that `decide`
 * would go on to validate the input; otherwise it is the refusal that `decide` would give.
 * - An event is judged before its asks are filled in: missing asks and rules that read an asked field are not counted;
 * every other rule is, and `invalid` lists all that fail.
 * - A field is judged by permission, then state.
 * - A deletion is judged without the references to the record. The version is never checked.
 */
export interface AllowedActions {
  readonly delete: Refusal | null;
  readonly change: ReadonlyMap<string, Refusal | null>;
  readonly events: ReadonlyMap<string, Refusal | null>;
  /** By allowed event, the event that would undo it. */
  readonly undoEvents: ReadonlyMap<string, string>;
}

/** `row` must be complete, and its `recordNeeds` loaded. */
export function allowedActions(
  model: CompiledModel,
  principal: Principal,
  row: Row,
  facts: Facts,
  now: number,
): AllowedActions {
  return allowedActionsIn(contextOf(model, principal, facts, now), row);
}

/** Like `canOf`, with an existing decision context. */
export function allowedActionsIn(context: Context, row: Row): AllowedActions {
  const entity = entityOf(context.model, row.entity);
  const { model, principal } = context;
  const fields = inputNamesForRoles(model, entity, 'change', principal, null);
  const outright = denyByRole(context, entity, ['read', 'change']);
  const events = entity.events.map((event) => [event, validateEvent(context, entity, row, event)] as const);
  return {
    delete: refusalOfDelete(context, entity, row),
    change:
      outright === null
        ? refusalsOfFields(context, entity, row, fields)
        : new Map([...fields].map((name) => [name, outright])),
    events: new Map(events.map(([event, { refusal }]) => [event, refusal])),
    undoEvents: new Map(events.flatMap(([event, { undo }]) => (undo === null ? [] : [[event, undo] as const]))),
  };
}

/** Returns the refusal if this person may not create records of the entity at all; null if they may. */
export function canCreate(model: CompiledModel, principal: Principal, entity: string): Refusal | null {
  const context = contextOf(model, principal, NO_FACTS, 0);
  return refuseCreate(context, entityOf(model, entity));
}

/**
 * Returns the values of a record that this person may read, by name: fields, states and built-ins. A field that they
 * may never read is absent; one that they may not read on this record is null. Null if they may not read the record.
 */
export function readableValuesFor(
  model: CompiledModel,
  principal: Principal,
  row: Row,
  facts: Facts,
  now: number,
): Values | null {
  const context = contextOf(model, principal, facts, now);
  return readableValues(context, withTimeDependentFields(context, row));
}
