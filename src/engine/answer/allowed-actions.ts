import type { Row, Values } from '../../fields/text/value.ts';
import type { App } from '../compiled/compiled-model.ts';
import { type Context, contextOf, entityOf } from '../context/decision-context.ts';
import type { Facts } from '../core/facts.ts';
import type { Who } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import { refusalsOfFields } from '../decide/change.ts';
import { refusedCreate } from '../decide/create.ts';
import { refusalOfDelete } from '../decide/remove.ts';
import { judgedEvent } from '../decide/transition.ts';
import { namesSent } from '../input/input-fields.ts';
import { refusedOutright } from '../records/authorize-record.ts';
import { readableValues } from '../records/etag.ts';
import { clockedRow } from '../records/time-dependent-fields.ts';

/**
 * What this person can do with a record now, by the very functions of `decide`. Null: `decide` would go on to what is
 * typed; else the refusal that it would give.
 * An event: with nothing asked yet. Missing asks, and rules that read a field which the event asks for, are not
 * counted; every other rule is, and `invalid` names all that fail. A field: permission, then the state. Deletion: what
 * refers to the record is not counted, nor is the version seen anywhere.
 */
export interface Allowed {
  readonly delete: Refusal | null;
  readonly change: ReadonlyMap<string, Refusal | null>;
  readonly events: ReadonlyMap<string, Refusal | null>;
  /** By event that may be raised, the one that would take it back. */
  readonly back: ReadonlyMap<string, string>;
}

/** `row` whole, with `recordNeeds` loaded. */
export function canOf(app: App, who: Who, row: Row, facts: Facts, now: number): Allowed {
  return canIn(contextOf(app, who, facts, now), row);
}

/** As `canOf`, within a decision. */
export function canIn(context: Context, row: Row): Allowed {
  const entity = entityOf(context.app, row.entity);
  const { app, who } = context;
  const fields = namesSent(app, entity, 'change', who, null);
  const outright = refusedOutright(context, entity, ['read', 'change']);
  const events = entity.events.map((event) => [event, judgedEvent(context, entity, row, event)] as const);
  return {
    delete: refusalOfDelete(context, entity, row),
    change:
      outright === null
        ? refusalsOfFields(context, entity, row, fields)
        : new Map([...fields].map((name) => [name, outright])),
    events: new Map(events.map(([event, { refusal }]) => [event, refusal])),
    back: new Map(events.flatMap(([event, { back }]) => (back === null ? [] : [[event, back] as const]))),
  };
}

/** Whether this person may create a record of this entity at all, before anything is typed; null: they may. */
export function canCreate(app: App, who: Who, entity: string): Refusal | null {
  const context = contextOf(app, who, NO_FACTS, 0);
  return refusedCreate(context, entityOf(app, entity));
}

/**
 * The values of a record as this person reads it, by name: fields, states, built-ins. A field that they may never
 * read is absent, one that they may not read on this record is empty. Null: they may not read the record at all.
 */
export function readable(app: App, who: Who, row: Row, facts: Facts, now: number): Values | null {
  const context = contextOf(app, who, facts, now);
  return readableValues(context, clockedRow(context, row));
}
