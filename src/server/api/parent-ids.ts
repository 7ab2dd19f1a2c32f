import type { Missing } from '../../engine/core/intent.ts';
import { isId, NO_KEY } from '../../engine/core/record-address.ts';
import { isTyped } from '../../engine/input/input-fields.ts';
import { notFoundMissing } from '../../engine/records/authorize-record.ts';
import { isObject, type Json } from '../../fields/text/json.ts';
import type { Parent } from '../../model/lookups/call-record.ts';
import { refusedAnswer } from '../http/answer.ts';
import { acceptsWholeRecords } from '../http/whole-records.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { findAddressedRecord, type Within } from './addressed-record.ts';
import { loadRecord } from './read-record.ts';

/** Ids of the parents in a call's path, each by the chain of fields that leads to it. */
export type Parents = ReadonlyMap<Parent, string>;

/**
 * Whether the path names any parent, by a hyphen: the one that the record, or the body of a new record, refers to. Only
 * clients that send whole records do so, as the product's own.
 */
export const namesAnyParent = ({ params, request }: RequestContext, parameter: string): boolean =>
  params.get(parameter) === '-' && acceptsWholeRecords(request);

/**
 * Finds the parents that a path names. A parent is missing if the principal can't read it or if it does not belong to
 * the parent above it; the path then leads nowhere.
 */
export async function findParents(context: RequestContext, call: string): Promise<Parents | Missing> {
  const named = context.version.compiled.calls.get(call)?.parents ?? [];
  const found = new Map<Parent, string>();
  // The farthest first, because a nearer one may be named by a value that is unique within the farther one alone.
  for (const parent of named.toSorted((one, other) => other.path.length - one.path.length)) {
    if (namesAnyParent(context, parent.parameter)) continue;
    const id = await findParent(context, call, parent, parentsOf(found, parent));
    if (typeof id !== 'string') return id;
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

export async function findParent(
  context: RequestContext,
  call: string,
  { parameter, entity }: Pick<Parent, 'parameter' | 'entity'>,
  within: Within = [],
): Promise<string | Missing> {
  const named = context.params.get(parameter) ?? '';
  const { id } = await findAddressedRecord(context, entity, named, { parameter, call }, within);
  if (id === NO_KEY) return { missing: entity, isNoKey: true };
  return isId(id) && 'wire' in (await loadRecord(context, entity, id)) ? id : { missing: entity };
}

/** Returns the parents that a parent itself refers to. */
const parentsOf = (found: Parents, { path }: Parent): Within =>
  [...found].flatMap(([{ path: farther }, id]) => {
    const field = farther.at(-1);
    const isNext = farther.length === path.length + 1 && path.every((name, index) => farther[index] === name);
    return field === undefined || !isNext ? [] : [[field, id] as const];
  });

/** Returns the parent through which another parent is reached; null if the call's own record refers to it directly. */
function parentAbove(found: Parents, { path }: Parent): { readonly parent: Parent; readonly id: string } | null {
  const before = path.slice(0, -1).join('.');
  for (const [parent, id] of found) if (before !== '' && parent.path.join('.') === before) return { parent, id };
  return null;
}

/** Answers that a parent in the path is not found. */
export function missingParent(context: RequestContext, missing: Missing): Response {
  return refusedAnswer(context, notFoundMissing({ model: context.version.compiled }, missing));
}

/** Returns the parents that the call's own record refers to directly, each as field and id. */
export const ownParents = (parents: Parents): readonly (readonly [field: string, id: string])[] =>
  [...parents].flatMap(([{ path }, id]) => (path.length === 1 ? [[path[0], id] as const] : []));

/** Returns whether a record has the parents in the path, as far as the principal can read them. */
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

/** An id that no record has. */
const NO_RECORD = '00000000-0000-7000-8000-000000000000';

/** Returns the body of a create request with the references that its path determines, and the names of these fields. */
export function fillFromPath(
  context: RequestContext,
  entity: string,
  input: Json,
  parents: Parents,
): { readonly input: Json; readonly within: readonly string[] } {
  const fields = context.version.compiled.entities.get(entity)?.entity.fields ?? [];
  const given = ownParents(parents).filter(([name]) => fields.some((field) => field.name === name && isTyped(field)));
  if (!isObject(input)) return { input, within: [] };
  // A body that contradicts the path gets the id of no record, so that the engine refuses the field like any unknown
  // id.
  const named = given.map(([name, id]) => [name, (input[name] ?? id) === id ? id : NO_RECORD] as const);
  return { input: { ...input, ...Object.fromEntries(named) }, within: given.map(([name]) => name) };
}
