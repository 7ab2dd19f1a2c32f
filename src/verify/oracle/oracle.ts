import type { Model } from '../../model/model.ts';
import type { Type } from '../../model/types.ts';
import { type Asking, askingOf, refusal } from './asking.ts';
import { comments, mentionable, writeComment } from './comments.ts';
import { list } from './lists.ts';
import { entityNamed } from './names.ts';
import { numberLines } from './numbers.ts';
import { mayAtAll } from './permissions.ts';
import { deleted, restore } from './restores.ts';
import { seenBy } from './seen.ts';
import type { Answer, Comments, Json, Request, Stored, Trash, World } from './world.ts';
import { change, create, found, raise, remove, type Written } from './writes.ts';

/**
 * What a product that follows the document answers to one request of one person. Worked out from the Model's plain
 * data by the meaning of the notation alone; slow, and meant to be obvious. An allowed request changes the world.
 * `who` is the id of a person, or null: nobody is signed in. `trash`: what was deleted; `said`: the comments.
 */
export function oracle(
  model: Model,
  world: World,
  who: string | null,
  request: Request,
  now: number,
  trash: Trash = new Map(),
  said: Comments = new Map(),
): Answer {
  const asking = askingOf(model, world, who, now);
  if (asking.person === null) return refusal(model, 'NOT_SIGNED_IN');
  switch (request.kind) {
    case 'read':
      return read(asking, request.entity, request.id);
    case 'list':
      return list(asking, request);
    case 'create':
      return apply(asking, create(asking, request));
    case 'change':
      return apply(asking, change(asking, request));
    case 'event':
      return apply(asking, raise(asking, request));
    case 'deleted':
      return deleted(asking, trash, request);
    case 'restore': {
      const restored = restore(asking, trash, request);
      if (restored.allowed) trash.delete(request.id);
      return apply(asking, restored);
    }
    case 'comments':
      return comments(asking, said, request);
    case 'mentionable':
      return mentionable(asking, request);
    case 'comment':
    case 'change comment':
    case 'remove comment':
      return writeComment(asking, said, request);
    case 'delete': {
      const stored = world.get(request.id);
      const removed = remove(asking, request);
      if (removed.allowed && stored !== undefined) trash.set(request.id, stored);
      if (removed.allowed) forget(asking, request.id);
      return removed.allowed ? { allowed: true, values: null, seen: null, list: null } : removed;
    }
  }
}

function read(asking: Asking, entity: string, id: string): Answer {
  if (!mayAtAll(asking, 'read', entity)) return refusal(asking.model, 'NOT_ALLOWED');
  const stored = found(asking, entity, id);
  if (stored === null) return refusal(asking.model, 'NOT_FOUND');
  return { allowed: true, values: stored.values, seen: seenBy(asking, stored), list: null };
}

/** The person is looked up anew: what was written may have been their own record. */
function apply(asking: Asking, written: Written): Answer {
  if (!written.allowed) return written;
  const { draft } = written;
  if (draft === null) return { allowed: true, values: null, seen: null, list: null };
  numberLines(asking.model, draft.values, draft.entity, asking.world.get(draft.id));
  const stored: Stored = { entity: draft.entity, id: draft.id, values: draft.values };
  asking.world.set(stored.id, stored);
  const after = askingOf(asking.model, asking.world, asking.person?.id ?? null, asking.now);
  const { warned } = written;
  return {
    allowed: true,
    values: stored.values,
    seen: seenBy(after, stored),
    list: null,
    ...(warned === undefined ? {} : { warned }),
  };
}

/** Takes a record out of the world, and what refers to it with it. */
function forget({ model, world }: Asking, id: string): void {
  const entity = world.get(id)?.entity;
  world.delete(id);
  const leads = (type: Type) => (type.kind === 'reference' || type.kind === 'references') && type.entity === entity;
  const without = (json: Json): Json => {
    if (!Array.isArray(json)) return null;
    const others = json.filter((each) => each !== id);
    return others.length === 0 ? null : others;
  };
  for (const other of world.values()) {
    const clearing = (entityNamed(model, other.entity)?.fields ?? []).filter((field) => {
      const json = other.values.get(field.name);
      return leads(field.type) && (Array.isArray(json) ? json.includes(id) : json === id);
    });
    if (clearing.length === 0) continue;
    const values = new Map(other.values);
    for (const field of clearing) values.set(field.name, without(values.get(field.name) ?? null));
    world.set(other.id, { ...other, values });
  }
}
