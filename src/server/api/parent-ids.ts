import type { Missing } from '../../engine/core/intent.ts';
import { isId } from '../../engine/core/record-address.ts';
import { isTyped } from '../../engine/input/input-fields.ts';
import { isObject, type Json } from '../../fields/text/json.ts';
import type { Parent } from '../../model/lookups/call-record.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { findAddressedRecord } from './addressed-record.ts';
import { loadRecord } from './read-record.ts';

/** The ids of the records that the path of a call names as parents, by the path of fields that leads to each. */
export type Parents = ReadonlyMap<Parent, string>;

/** In a path in place of a parent: whichever the record, or the body of a new one, refers to. The client uses it. */
const ANY_PARENT = '-';

/**
 * Finds the parents that a path names. One that is not there for whoever asks, or does not belong to the one above it, is
 * missing: the address then names nothing.
 */
export async function findParents(context: RequestContext, call: string): Promise<Parents | Missing> {
  const named = context.version.compiled.calls.get(call)?.within ?? [];
  const found = new Map<Parent, string>();
  for (const parent of named) {
    if (context.params.get(parent.parameter) === ANY_PARENT) continue;
    const id = await findParent(context, parent);
    if (id === null) return { missing: parent.entity };
    found.set(parent, id);
  }
  for (const [parent, id] of found) {
    const [closer, field] = [parentAbove(found, parent), parent.path.at(-1)];
    if (closer === null || field === undefined) continue;
    const loaded = await loadRecord(context, closer.parent.entity, closer.id);
    if (!('wire' in loaded) || loaded.wire[field] !== id) return { missing: closer.parent.entity };
  }
  return found;
}

async function findParent(context: RequestContext, { parameter, entity }: Parent): Promise<string | null> {
  const { id } = await findAddressedRecord(context, entity, context.params.get(parameter) ?? '', parameter);
  if (!isId(id)) return null;
  return 'wire' in (await loadRecord(context, entity, id)) ? id : null;
}

/** The parent that another one is reached through; null where the call's own record leads there itself. */
function parentAbove(found: Parents, { path }: Parent): { readonly parent: Parent; readonly id: string } | null {
  const before = path.slice(0, -1).join('.');
  for (const [parent, id] of found) if (before !== '' && parent.path.join('.') === before) return { parent, id };
  return null;
}

/** The parents that the call's own record refers to itself: its field and the id. */
export const ownParents = (parents: Parents): readonly (readonly [field: string, id: string])[] =>
  [...parents].flatMap(([{ path }, id]) => (path.length === 1 ? [[path[0], id] as const] : []));

/** Whether a record that the path names too belongs where the path says, as far as whoever asks may know it. */
export async function belongsToParents(
  context: RequestContext,
  entity: string,
  id: string,
  parents: Parents,
): Promise<boolean> {
  const own = ownParents(parents);
  if (own.length === 0) return true;
  const loaded = await loadRecord(context, entity, id);
  return 'wire' in loaded && own.every(([field, parent]) => loaded.wire[field] === parent);
}

/** The id of no record. */
const NO_RECORD = '00000000-0000-7000-8000-000000000000';

/** The body of a creation with the references that its path fills, and which these are. */
export function fillFromPath(
  context: RequestContext,
  entity: string,
  input: Json,
  parents: Parents,
): { readonly input: Json; readonly within: readonly string[] } {
  const fields = context.version.compiled.entities.get(entity)?.entity.fields ?? [];
  const given = ownParents(parents).filter(([name]) => fields.some((field) => field.name === name && isTyped(field)));
  if (!isObject(input)) return { input, within: [] };
  // Under this path there is no such record, so the engine refuses the field as it refuses any id that names nothing.
  const named = given.map(([name, id]) => [name, (input[name] ?? id) === id ? id : NO_RECORD] as const);
  return { input: { ...input, ...Object.fromEntries(named) }, within: given.map(([name]) => name) };
}
