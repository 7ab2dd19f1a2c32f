import type { Parent } from '../../model/lookups/call-record.ts';
import type { Call } from '../../model/types/model.ts';
import type { Json, Stored } from '../evaluator/world.ts';
import { oracle } from '../oracle/oracle.ts';
import { parentsIn, referencedId, UNUSED_ID } from './call-address.ts';
import type { OfRecords } from './calls.ts';
import type { Driver } from './send-request.ts';

/**
 * Adds the values that the path fills in to a new record. Null if the path names a parent that the record does not have
 * or that the person cannot read.
 */
export function withinParents(
  driver: Driver,
  person: Stored | null,
  request: OfRecords,
  call: Call | null,
): OfRecords | null {
  const parents = call === null ? [] : parentsIn(driver.model, call);
  if (parents.length === 0) return request;
  if (request.kind === 'create' || request.kind === 'list') {
    const fields = new Map(
      parents.flatMap(({ path, entity }) => (path.length === 1 ? [[path[0], pick(driver, entity)]] : [])),
    );
    return {
      ...request,
      within: { fields, areReadable: parents.every((each) => isThere(driver, person, fields, each)) },
    };
  }
  if (!('id' in request)) return request;
  const values = seen(driver, person, request.entity, request.id);
  return parents.every((each) => isThere(driver, person, values, each)) ? request : null;
}

/** Returns some record of the entity; sometimes an id that does not exist. */
function pick({ world, random }: Driver, entity: string): string {
  const ids = [...world.values()].flatMap((stored) => (stored.entity === entity ? stored.id : []));
  return ids.length === 0 || random.chance(0.1) ? UNUSED_ID : random.pick(ids);
}

/** Whether the person can read the parent and each reference that leads to it. */
function isThere(
  driver: Driver,
  person: Stored | null,
  values: ReadonlyMap<string, Json>,
  { path, entity }: Parent,
): boolean {
  const id = referencedId(driver.world, values, path);
  if (typeof id !== 'string' || seen(driver, person, entity, id).size === 0) return false;
  const [field, ...rest] = path;
  const [next, ...more] = rest;
  if (next === undefined) return true;
  const nearer = values.get(field);
  const target = typeof nearer === 'string' ? driver.world.get(nearer) : undefined;
  if (target === undefined) return false;
  return isThere(driver, person, seen(driver, person, target.entity, target.id), {
    path: [next, ...more],
    entity,
    parameter: '',
  });
}

/** Returns what the person reads of a record; empty if they cannot read it. */
function seen(
  { model, world, subject }: Driver,
  person: Stored | null,
  entity: string,
  id: string,
): ReadonlyMap<string, Json> {
  const answer = oracle(model, new Map(world), person?.id ?? null, { kind: 'read', entity, id }, subject.clock.now);
  return answer.allowed && answer.record !== null ? answer.record.fields : new Map();
}
