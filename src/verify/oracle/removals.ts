import type { Field } from '../../model/types/model.ts';
import { type Asking, refusal, rowOf } from './asking.ts';
import { entityNamed } from './names.ts';
import { may, mayAtAll } from './permissions.ts';
import { isEnded } from './states.ts';
import { member } from './wire.ts';
import type { Gone, Json, Refused, Request, Stored, Trash } from './world.ts';
import { found, matched } from './writes.ts';

type Asked = Extract<Request, { readonly kind: 'delete' }>;

/** The records that go, the one that is asked for first. */
export type Removed = { readonly allowed: true; readonly gone: readonly Gone[] } | Refused;

/** Takes a record away with all that goes along. `alone`: what goes along is not looked at. */
export function remove(asking: Asking, asked: Asked, alone = false): Removed {
  const { model, world } = asking;
  if (!mayAtAll(asking, 'read', asked.entity) || !mayAtAll(asking, 'delete', asked.entity))
    return refusal(model, 'NOT_ALLOWED');
  const stored = found(asking, asked.entity, asked.id);
  if (stored === null) return refusal(model, 'NOT_FOUND');
  if (!may(asking, 'delete', rowOf(model, stored))) return refusal(model, 'NOT_ALLOWED');
  const late = matched(asking, asked.match);
  if (late !== null) return late;
  const gone: Gone[] = [];
  const code = takenAway({ ...asking, world: new Map(world) }, { ...stored, of: null }, gone, alone);
  return code === null ? { allowed: true, gone } : refusal(model, code);
}

/** Each that goes is judged, by its own state and by what refers to it and stays: one that may not go keeps all of them. */
function takenAway(asking: Asking, stored: Gone, gone: Gone[], alone: boolean): string | null {
  const { world } = asking;
  if (isEnded(asking, stored)) return 'WRONG_STATE';
  if (referring(asking, stored, ({ onDelete }) => onDelete !== 'clear' && onDelete !== 'cascade').length > 0)
    return 'IN_USE';
  const along = alone ? [] : referring(asking, stored, ({ onDelete }) => onDelete === 'cascade');
  gone.push(stored);
  world.delete(stored.id);
  for (const { id } of along) {
    const next = world.get(id);
    const code = next === undefined ? null : takenAway(asking, { ...next, of: stored.id }, gone, alone);
    if (code !== null) return code;
  }
  return null;
}

/** Other records that refer to it by such a field, of their own or of their lines. */
function referring({ model, world }: Asking, stored: Stored, by: (field: Field) => boolean): readonly Stored[] {
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

/** Takes them out of the world, as they are, and empties what referred to them elsewhere. */
export function forget({ model, world }: Asking, trash: Trash, gone: readonly Gone[]): void {
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
