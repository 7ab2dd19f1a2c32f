import type { Field } from '../../model/types/model.ts';
import { entityNamed } from '../evaluator/names.ts';
import { member } from '../evaluator/wire.ts';
import type { DeletedRecord, Json, Refused, Request, Stored, Trash } from '../evaluator/world.ts';
import { readableStored } from '../oracle-rules/callers.ts';
import { may, mayAtAll } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, rowOf } from '../oracle-rules/request-context.ts';
import { rulesAgainstDeletion } from '../oracle-rules/rules.ts';
import { isEnded } from '../oracle-rules/states.ts';
import { versionRefusal } from './version-refusal.ts';

type DeleteRequest = Extract<Request, { readonly kind: 'delete' }>;

/** The deleted records, the requested one first. */
export type DeletionResult = { readonly allowed: true; readonly deleted: readonly DeletedRecord[] } | Refused;

/** Deletes a record with its cascade. `alone`: ignores the cascade. */
export function remove(context: RequestContext, request: DeleteRequest, alone = false): DeletionResult {
  const { model, world } = context;
  if (!mayAtAll(context, 'read', request.entity) || !mayAtAll(context, 'delete', request.entity))
    return refusal(model, 'NOT_ALLOWED');
  const stored = readableStored(context, request.entity, request.id, request.call);
  if (stored === null) return refusal(model, 'NOT_FOUND');
  if (!may(context, 'delete', rowOf(model, stored))) return refusal(model, 'NOT_ALLOWED');
  const late = versionRefusal(context, request.match, request.call);
  if (late !== null) return late;
  const gone: DeletedRecord[] = [];
  const refused = takenAway({ ...context, world: new Map(world) }, { ...stored, of: null }, gone, alone);
  return refused ?? { allowed: true, deleted: gone };
}

/** Returns what is deleted with a record, whoever deletes it. */
export function deletionOf(context: RequestContext, stored: Stored): DeletionResult {
  const gone: DeletedRecord[] = [];
  return takenAway(context, { ...stored, of: null }, gone, false) ?? { allowed: true, deleted: gone };
}

/**
 * Checks each deleted record by its state, its rules on deletion and the references to it. If one of them may not be deleted, none is.
 */
function takenAway(
  context: RequestContext,
  stored: DeletedRecord,
  gone: DeletedRecord[],
  alone: boolean,
): Refused | null {
  const { model, world } = context;
  if (isEnded(context, stored)) return refusal(model, 'WRONG_STATE');
  // What is offered with a record is judged without its rules, as without the references to it.
  const faults = alone ? [] : rulesAgainstDeletion(context, stored);
  // Rules of a record that goes with another one are about no field of the one that is deleted.
  if (faults.length > 0)
    return refusal(model, 'INVALID', stored.of === null ? faults : faults.map((fault) => ({ ...fault, path: '' })));
  if (referring(context, stored, ({ onDelete }) => onDelete !== 'clear' && onDelete !== 'cascade').length > 0)
    return refusal(model, 'IN_USE');
  const along = alone ? [] : referring(context, stored, ({ onDelete }) => onDelete === 'cascade');
  gone.push(stored);
  world.delete(stored.id);
  for (const { id } of along) {
    const next = world.get(id);
    const refused = next === undefined ? null : takenAway(context, { ...next, of: stored.id }, gone, alone);
    if (refused !== null) return refused;
  }
  return null;
}

/** Returns other records that refer to it by such a field, of their own or of their lines. */
function referring({ model, world }: RequestContext, stored: Stored, by: (field: Field) => boolean): readonly Stored[] {
  const refers = (entity: string, get: (name: string) => Json | undefined): boolean =>
    (entityNamed(model, entity)?.fields ?? []).some((field) => {
      const { type } = field;
      const json = get(field.name);
      if (type.kind === 'reference') return type.entity === stored.entity && json === stored.id && by(field);
      if (type.kind === 'references')
        return type.entity === stored.entity && Array.isArray(json) && json.includes(stored.id) && by(field);
      return (
        type.kind === 'list' &&
        Array.isArray(json) &&
        json.some((line: Json) => refers(type.entity, (name) => member(line, name)))
      );
    });
  return [...world.values()].filter(
    (other) => other.id !== stored.id && refers(other.entity, (name) => other.values.get(name)),
  );
}

/** Moves the records to the trash and clears references to them. */
export function moveToTrash({ model, world }: RequestContext, trash: Trash, gone: readonly DeletedRecord[]): void {
  for (const each of gone) {
    trash.set(each.id, each);
    world.delete(each.id);
  }
  for (const { entity, id } of gone) {
    for (const other of [...world.values()]) {
      const clearing = (entityNamed(model, other.entity)?.fields ?? []).filter(({ type, name }) => {
        const json = other.values.get(name);
        const leads = (type.kind === 'reference' || type.kind === 'references') && type.entity === entity;
        return leads && (Array.isArray(json) ? json.includes(id) : json === id);
      });
      if (clearing.length === 0) continue;
      const values = new Map(other.values);
      for (const field of clearing) values.set(field.name, without(values.get(field.name) ?? null, id));
      world.set(other.id, { ...other, values });
    }
  }
}

function without(json: Json, id: string): Json {
  const others = Array.isArray(json) ? json.filter((each) => each !== id) : [];
  return others.length === 0 ? null : others;
}
