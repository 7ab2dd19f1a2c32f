import type { Screen } from '../../model/types/model.ts';
import { refuseScreen } from '../access/screen-access.ts';
import { readableValuesFor } from '../answer/allowed-actions.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { Facts, Needs, RecordKey } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import { moreRecordNeeds, recordNeeds } from '../decide/needs.ts';

/**
 * Whether people who view the same record see each other: on every record screen, unless the document says otherwise
 * (A-PRESENCE).
 */
export function hasPresence({ kind, entity, presence }: Screen): boolean {
  return kind === 'record' && entity !== null && (presence ?? 'yes') === 'yes';
}

/**
 * Returns whether the principal takes part in presence on records of this entity: some record screen for them has it.
 */
export function mayBePresent(model: CompiledModel, principal: Principal, entity: string): boolean {
  if (principal.row === null) return false;
  return [...model.screens.values()].some(
    (prepared) =>
      prepared.screen.entity === entity &&
      hasPresence(prepared.screen) &&
      refuseScreen(model, principal, prepared) === null,
  );
}

/** Returns what `presentNames` reads. */
export function presenceNeeds(
  model: CompiledModel,
  principal: Principal,
  key: RecordKey,
  people: readonly string[],
): Needs {
  const record = recordNeeds(model, principal, key.entity, [key.id]);
  const others = recordNeeds(model, principal, model.people?.entity ?? '', people);
  return { ...record, rows: [...record.rows, ...(people.length === 0 ? [] : others.rows)] };
}

/** Returns what `presentNames` still needs; null if nothing is missing. May be called repeatedly. */
export function morePresenceNeeds(
  model: CompiledModel,
  principal: Principal,
  key: RecordKey,
  people: readonly string[],
  facts: Facts,
  now: number,
): Needs | null {
  const keys = [key, ...people.map((id) => ({ entity: model.people?.entity ?? '', id }))];
  return moreRecordNeeds(
    model,
    keys,
    facts,
    (row, recording) => void readableValuesFor(model, principal, row, recording, now),
  );
}

/**
 * Returns the names of those people whose record and title the principal may read. Null if the principal may not read
 * the record that they are viewing.
 */
export function presentNames(
  model: CompiledModel,
  principal: Principal,
  key: RecordKey,
  people: readonly string[],
  facts: Facts,
  now: number,
): ReadonlyMap<string, string> | null {
  const row = facts.row(key.entity, key.id);
  if (!row || readableValuesFor(model, principal, row, facts, now) === null) return null;
  const entity = model.people?.entity ?? '';
  const title = model.entities.get(entity)?.schema.title ?? '';
  return new Map(
    people.flatMap((id) => {
      const person = facts.row(entity, id);
      const name = person ? readableValuesFor(model, principal, person, facts, now)?.[title] : null;
      return typeof name === 'string' && name !== '' ? [[id, name] as const] : [];
    }),
  );
}
