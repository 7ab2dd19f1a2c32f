import type { Permission } from '../../model/types/model.ts';
import { UNUSED_ID } from '../drive/call-address.ts';
import { callFor, hasQueryInputs, type OfRecords } from '../drive/calls.ts';
import { bodyFor, goodInput, inputNames } from '../drive/input.ts';
import { type Driver, sendAndCompare } from '../drive/send-request.ts';
import { stateOf } from '../evaluator/names.ts';
import type { Stored } from '../evaluator/world.ts';
import { requestContextOf } from '../oracle-rules/request-context.ts';
import { imaginedAnswer, isTried } from './think.ts';

/** Tries each untried cell of the matrix as a person with the role, including refusals. */
export async function tryCells(driver: Driver): Promise<void> {
  const { model, judged } = driver;
  for (const cell of model.permissions.filter(({ entity }) => judged.has(entity))) {
    if (driver.disagreements.length >= driver.most) return;
    if (isTried(driver, cell.id)) continue;
    const [person] = driver.random.some(peopleWithRole(driver, cell.role), 1);
    const request = person === undefined ? null : requestOf(driver, cell, person);
    if (person !== undefined && request !== null) await sendAndCompare(driver, person, request);
  }
}

/** Sends each unsent call, preferably as a person who is allowed. */
export async function tryCalls(driver: Driver): Promise<void> {
  const { model, judged, principals, random } = driver;
  for (const call of model.calls) {
    const { id, does } = call;
    if (driver.disagreements.length >= driver.most) return;
    if (isTried(driver, id) || !('entity' in does) || !judged.has(does.entity)) continue;
    // The proof does not judge calls about files, values and several records, nor values in a query.
    if (does.kind === 'bulk' || does.kind === 'file' || does.kind === 'values' || hasQueryInputs(call)) continue;
    const candidates = random.some(principals, principals.length).flatMap((person) => {
      const request =
        does.kind === 'event' ? eventOf(driver, does) : simple(driver, does.entity, does.kind, null, person);
      return request === null ? [] : [{ person, request: { ...request, call: id } as OfRecords }];
    });
    const best = candidates.find((each) => imaginedAnswer(driver, each).allowed) ?? candidates[0];
    if (best !== undefined) await sendAndCompare(driver, best.person, best.request);
  }
}

/** Returns everybody who has a role. */
export function peopleWithRole(
  { model, world, principals, subject }: Driver,
  role: string,
): readonly (Stored | null)[] {
  return principals.filter((person) =>
    requestContextOf(model, world, person?.id ?? null, subject.clock.now).roles.includes(role),
  );
}

const requestOf = (driver: Driver, { entity, operation, field }: Permission, person: Stored | null): OfRecords | null =>
  simple(driver, entity, operation, field, person);

function simple(
  driver: Driver,
  entity: string,
  kind: Permission['operation'] | 'list',
  field: string | null,
  person: Stored | null,
): OfRecords | null {
  const { world, random, trash, people } = driver;
  // The person who sends the request must not be deleted.
  const excluded = kind === 'delete' ? people.map(({ id }) => id) : [person?.id];
  const candidates = [...world.values()].filter((each) => each.entity === entity && !excluded.includes(each.id));
  const seen = candidates.filter(
    ({ id }) => imaginedAnswer(driver, { person, request: { kind: 'read', entity, id } }).allowed,
  );
  const id = (seen.length > 0 ? random.pick(seen) : candidates[0])?.id ?? UNUSED_ID;
  switch (kind) {
    case 'list':
      return { kind, entity, screen: null, filter: null, sort: null };
    case 'read':
      return { kind, entity, id };
    case 'delete':
      return { kind, entity, id, match: random.chance(0.5) ? 'stale' : 'current' };
    case 'restore':
      return {
        kind,
        entity,
        id: [...trash.values()].find((each) => each.entity === entity)?.id ?? UNUSED_ID,
        match: 'current',
      };
    default: {
      const call = callFor(driver, kind, entity);
      const names = inputNames(driver, entity, call);
      const own = field !== null ? [field] : random.some(names, 1);
      const input = bodyFor(driver, call, goodInput(driver, entity, kind === 'create' ? names : own, 0));
      const base = { entity, call: call?.id ?? null, input };
      return kind === 'create' ? { kind, id: '', ...base } : { kind, id, match: 'current', ...base };
    }
  }
}

function eventOf(
  { model, world, random }: Driver,
  does: { readonly entity: string; readonly event: string },
): OfRecords | null {
  const candidates = [...world.values()].filter((each) => each.entity === does.entity);
  const from = model.machines.flatMap((machine) =>
    machine.transitions.flatMap((each) => (each.event === does.event ? [[machine, each.from] as const] : [])),
  );
  const ready = candidates.filter(({ values }) => from.some(([machine, state]) => stateOf(machine, values) === state));
  const [stored] = random.some(ready.length > 0 ? ready : candidates, 1);
  if (stored === undefined) return null;
  return { kind: 'event', ...does, id: stored.id, call: null, input: {}, match: 'current' };
}
