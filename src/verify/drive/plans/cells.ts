import type { Permission } from '../../../model/types/model.ts';
import { askingOf } from '../../oracle/asking.ts';
import type { Stored } from '../../oracle/world.ts';
import { NOWHERE } from '../address.ts';
import { ask, type Driver } from '../ask.ts';
import { callFor, type OfRecords } from '../calls.ts';
import { goodInput, inputNames, sentTo } from '../input.ts';
import { isTried, thought } from './think.ts';

/** Tries each cell of the matrix that nobody tried, as somebody who has the role; what is refused is tried as well. */
export async function cells(driver: Driver): Promise<void> {
  const { model, judged } = driver;
  for (const cell of model.permissions.filter(({ entity }) => judged.has(entity))) {
    if (driver.found.length >= driver.most) return;
    if (isTried(driver, cell.id)) continue;
    const [person] = driver.random.some(holdersOf(driver, cell.role), 1);
    const request = person === undefined ? null : requestOf(driver, cell, person);
    if (person !== undefined && request !== null) await ask(driver, person, request);
  }
}

/** Sends each call that was never sent, as somebody who is let through where there is anybody. */
export async function calls(driver: Driver): Promise<void> {
  const { model, judged, askers, random } = driver;
  for (const { id, does } of model.calls) {
    if (driver.found.length >= driver.most) return;
    if (isTried(driver, id) || !('entity' in does) || !judged.has(does.entity)) continue;
    const asking = random.some(askers, askers.length).flatMap((person) => {
      const request =
        does.kind === 'event' ? eventOf(driver, does) : simple(driver, does.entity, does.kind, null, person);
      return request === null ? [] : [{ person, request: { ...request, call: id } as OfRecords }];
    });
    const best = asking.find((each) => thought(driver, each).allowed) ?? asking[0];
    if (best !== undefined) await ask(driver, best.person, best.request);
  }
}

/** Everybody who has a role. */
export function holdersOf({ model, world, askers, subject }: Driver, role: string): readonly (Stored | null)[] {
  return askers.filter((person) => askingOf(model, world, person?.id ?? null, subject.clock.now).roles.includes(role));
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
  // Whoever asks stays.
  const kept = kind === 'delete' ? people.map(({ id }) => id) : [person?.id];
  const there = [...world.values()].filter((each) => each.entity === entity && !kept.includes(each.id));
  const seen = there.filter(({ id }) => thought(driver, { person, request: { kind: 'read', entity, id } }).allowed);
  const id = (seen.length > 0 ? random.pick(seen) : there[0])?.id ?? NOWHERE;
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
        id: [...trash.values()].find((each) => each.entity === entity)?.id ?? NOWHERE,
        match: 'current',
      };
    default: {
      const call = callFor(driver, kind, entity);
      const names = inputNames(driver, entity, call);
      const own = field !== null ? [field] : random.some(names, 1);
      const input = sentTo(driver, call, goodInput(driver, entity, kind === 'create' ? names : own, 0));
      const base = { entity, call: call?.id ?? null, input };
      return kind === 'create' ? { kind, id: '', ...base } : { kind, id, match: 'current', ...base };
    }
  }
}

function eventOf(
  { model, world, random }: Driver,
  does: { readonly entity: string; readonly event: string },
): OfRecords | null {
  const there = [...world.values()].filter((each) => each.entity === does.entity);
  const from = model.machines.flatMap(({ name, transitions }) =>
    transitions.flatMap((each) => (each.event === does.event ? [[name, each.from] as const] : [])),
  );
  const ready = there.filter(({ values }) => from.some(([name, state]) => values.get(name) === state));
  const [stored] = random.some(ready.length > 0 ? ready : there, 1);
  if (stored === undefined) return null;
  return { kind: 'event', ...does, id: stored.id, call: null, input: {}, match: 'current' };
}
