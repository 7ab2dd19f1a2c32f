import type { Row } from '../../fields/text/value.ts';
import type { CompiledFormula, CompiledModel, CompiledScreen } from '../compiled/compiled-model.ts';
import { contextOf, scopeOf } from '../context/decision-context.ts';
import type { Facts, Needs, RecordKey } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import { trackFacts } from '../core/tracked-facts.ts';
import { findReadable } from '../records/authorize-record.ts';

/** Returns the record that a screen's URL names, or null if it names none. */
export function recordOf({ screen, record }: CompiledScreen, params: ReadonlyMap<string, string>): RecordKey | null {
  const { entity } = screen;
  const id = record === null ? undefined : params.get(record);
  return entity === null || id === undefined ? null : { entity, id };
}

/**
 * Returns whether the principal meets `Only if` of a screen. Returns true for a record that they may not read: the
 * screen itself then answers "not found". An unknown condition does not hold.
 */
export function meetsGuard(
  model: CompiledModel,
  principal: Principal,
  prepared: CompiledScreen,
  params: ReadonlyMap<string, string>,
  facts: Facts,
  now: number,
): boolean {
  const { screen, guard } = prepared;
  if (screen.guard === null) return true;
  if (guard === null) return false;
  const context = contextOf(model, principal, facts, now);
  const key = recordOf(prepared, params);
  const entity = key === null ? undefined : model.entities.get(key.entity);
  const row = key === null || entity === undefined ? null : findReadable(context, entity, key.id);
  if (key !== null && row === null) return true;
  return holds(guard, model, principal, row, facts, now);
}

/** Returns whether the navigation shows the screen to this principal, by the condition of `Menu`. */
export function isInMenuOf(
  model: CompiledModel,
  principal: Principal,
  { screen, menu }: CompiledScreen,
  facts: Facts,
  now: number,
): boolean {
  if (screen.menu === null || screen.menu.when === null) return true;
  return menu !== null && holds(menu, model, principal, null, facts, now);
}

/** Returns what `ask` reads and is not loaded yet; null if nothing is missing. May be called repeatedly. */
export function missingNeeds(facts: Facts, ask: (recording: Facts) => unknown): Needs | null {
  const { facts: recording, missing } = trackFacts(facts);
  ask(recording);
  return missing();
}

function holds(
  condition: CompiledFormula,
  model: CompiledModel,
  principal: Principal,
  row: Row | null,
  facts: Facts,
  now: number,
): boolean {
  if (condition.unknown.length > 0) return false;
  return condition.evaluate(scopeOf(contextOf(model, principal, facts, now), row)) === true;
}
