import type { Row } from '../../fields/text/value.ts';
import type { App, Compiled, PreparedScreen } from '../compiled/compiled-model.ts';
import { contextOf, scopeOf } from '../context/decision-context.ts';
import type { Facts, Needs, RecordKey } from '../core/facts.ts';
import type { Who } from '../core/principal.ts';
import { recordingFacts } from '../core/tracked-facts.ts';
import { findReadable } from '../records/authorize-record.ts';

/** The record that a screen's address names; null where it names none. */
export function recordOf({ screen, record }: PreparedScreen, params: ReadonlyMap<string, string>): RecordKey | null {
  const { entity } = screen;
  const id = record === null ? undefined : params.get(record);
  return entity === null || id === undefined ? null : { entity, id };
}

/**
 * Whether a person meets `Only if` of a screen. A record that they may not read is answered by the screen itself, as
 * one that never was. What is not known does not hold.
 */
export function meetsGuard(
  app: App,
  who: Who,
  prepared: PreparedScreen,
  params: ReadonlyMap<string, string>,
  facts: Facts,
  now: number,
): boolean {
  const { screen, guard } = prepared;
  if (screen.guard === null) return true;
  if (guard === null) return false;
  const context = contextOf(app, who, facts, now);
  const key = recordOf(prepared, params);
  const entity = key === null ? undefined : app.entities.get(key.entity);
  const row = key === null || entity === undefined ? null : findReadable(context, entity, key.id);
  if (key !== null && row === null) return true;
  return holds(guard, app, who, row, facts, now);
}

/** Whether the navigation holds a screen for this person, by the condition of `Menu`. */
export function isInMenuOf(app: App, who: Who, { screen, menu }: PreparedScreen, facts: Facts, now: number): boolean {
  if (screen.menu === null || screen.menu.when === null) return true;
  return menu !== null && holds(menu, app, who, null, facts, now);
}

/** What such a question reads and does not have yet; null: nothing. May be asked again. */
export function moreFor(facts: Facts, ask: (recording: Facts) => unknown): Needs | null {
  const { facts: recording, missing } = recordingFacts(facts);
  ask(recording);
  return missing();
}

function holds(condition: Compiled, app: App, who: Who, row: Row | null, facts: Facts, now: number): boolean {
  if (condition.unknown.length > 0) return false;
  return condition.evaluate(scopeOf(contextOf(app, who, facts, now), row)) === true;
}
