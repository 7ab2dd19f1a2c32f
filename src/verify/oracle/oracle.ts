import type { Tree } from '../../model/formula.ts';
import type { Model } from '../../model/model.ts';
import { alikeNow } from './alike.ts';
import { type Asking, askingOf, refusal } from './asking.ts';
import { catalogued } from './catalogue.ts';
import { comments, mentionable, writeComment } from './comments.ts';
import { callOf } from './draft.ts';
import { partsOf, within } from './evaluate.ts';
import { followGone, takeBack, write } from './following.ts';
import { list } from './lists.ts';
import { mayAtAll } from './permissions.ts';
import { forget, remove } from './removals.ts';
import { deleted, restore, returned } from './restores.ts';
import { seenBy } from './seen.ts';
import { settle } from './settled.ts';
import { asFields, asSent, shapeOf } from './shape.ts';
import type { Answer, Comments, Json, Refused, Request, Stored, Trash, World } from './world.ts';
import { change, create, found, raise, type Written } from './writes.ts';

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
  settle(askingOf(model, world, who, now));
  return catalogued(model, answered(askingOf(model, world, who, now), request, trash, said));
}

function answered(asking: Asking, request: Request, trash: Trash, said: Comments): Answer {
  if (asking.person === null && !isForGuests(asking, request)) return refusal(asking.model, 'NOT_SIGNED_IN');
  switch (request.kind) {
    case 'read':
      return read(asking, request.entity, request.id);
    case 'list':
      return list(asking, request);
    case 'create':
      return shaped(asking, request, (asked) => apply(asking, create(asking, asked), 'create'));
    case 'change':
      return shaped(asking, request, (asked) => apply(asking, change(asking, asked), 'change'));
    case 'event':
      return shaped(asking, request, (asked) => apply(asking, raise(asking, asked), asked.event));
    case 'deleted':
      return deleted(asking, trash, request);
    case 'restore':
      return restored(asking, trash, request);
    case 'comments':
      return comments(asking, said, request);
    case 'mentionable':
      return mentionable(asking, request);
    case 'comment':
    case 'change comment':
    case 'remove comment':
      return writeComment(asking, said, request);
    case 'delete': {
      const removed = remove(asking, request);
      if (!removed.allowed) return removed;
      const before = new Map(asking.world);
      forget(asking, trash, removed.gone);
      settle(asking);
      const refused = firstOf(removed.gone, (gone) => followGone(asking, gone)) ?? alikeNow(asking, before, null);
      if (refused !== null) {
        takeBack(asking, before);
        for (const { id } of removed.gone) trash.delete(id);
        return refused;
      }
      return { allowed: true, values: null, seen: null, list: null };
    }
  }
}

/** The first of these that is refused. */
function firstOf(gone: readonly Stored[], refusalOf: (one: Stored) => Refused | null): Refused | null {
  for (const one of gone) {
    const refused = refusalOf(one);
    if (refused !== null) return refused;
  }
  return null;
}

/** Whether there is anything of the kind for whoever has not signed in; a link is had for one request, and not here. */
function isForGuests(asking: Asking, request: Request): boolean {
  const { kind, entity } = request;
  if (kind === 'event') return asking.roles.length > 0;
  if (kind !== 'read' && kind !== 'list' && kind !== 'create' && kind !== 'change' && kind !== 'delete') return false;
  const operation = kind === 'list' ? 'read' : kind;
  return mayAtAll(asking, 'read', entity) && mayAtAll(asking, operation, entity) && !isByLink(asking, entity);
}

function isByLink({ model, roles }: Asking, entity: string): boolean {
  const cells = model.permissions.filter(
    (cell) => cell.entity === entity && cell.operation === 'read' && cell.field === null && roles.includes(cell.role),
  );
  const granting = cells.flatMap(({ grant }) => (grant.kind === 'yes' ? [grant.where?.tree ?? null] : []));
  const asksForLink = (tree: Tree) => partsOf(tree).some((part) => within(part).some(isLink));
  return granting.every((tree) => tree !== null && asksForLink(tree));
}

const isLink = (tree: Tree): boolean => tree.op === 'call' && tree.name === 'link';

/** A call that states the shape of its body is sent its names, and what is wrong is told at them. */
function shaped<Asked extends { readonly call: string | null; readonly input: Json }>(
  asking: Asking,
  asked: Asked,
  answer: (asked: Asked) => Answer,
): Answer {
  const names = shapeOf(callOf(asking, asked.call));
  if (names === null) return answer(asked);
  const given = answer({ ...asked, input: asFields(names, asked.input) });
  return given.allowed ? given : { ...given, faults: asSent(names, given.faults) };
}

/** It comes back with all that went along; where one of them can't, nothing does. */
function restored(asking: Asking, trash: Trash, request: Extract<Request, { readonly kind: 'restore' }>): Answer {
  const written = restore(asking, trash, request);
  if (!written.allowed) return written;
  const answer = apply(asking, written, null);
  const came = [request.id];
  const refused = comeAlong(asking, trash, request.id, came);
  for (const id of came) {
    if (refused === null) trash.delete(id);
    else asking.world.delete(id);
  }
  return refused ?? answer;
}

function comeAlong(asking: Asking, trash: Trash, of: string, came: string[]): Refused | null {
  for (const stored of [...trash.values()].filter((each) => each.of === of)) {
    const written = returned(asking, stored);
    if (!written.allowed)
      // The fields are those of another record.
      return { ...written, faults: written.faults.map((fault) => ({ ...fault, path: '' })) };
    apply(asking, written, null);
    came.push(stored.id);
    const refused = comeAlong(asking, trash, stored.id, came);
    if (refused !== null) return refused;
  }
  return null;
}

function read(asking: Asking, entity: string, id: string): Answer {
  if (!mayAtAll(asking, 'read', entity)) return refusal(asking.model, 'NOT_ALLOWED');
  const stored = found(asking, entity, id);
  if (stored === null) return refusal(asking.model, 'NOT_FOUND');
  return { allowed: true, values: stored.values, seen: seenBy(asking, stored), list: null };
}

/** The person is looked up anew: what was written may have been their own record. `event`: what others may wait for; null: nothing follows. */
function apply(asking: Asking, written: Written, event: string | null): Answer {
  if (!written.allowed) return written;
  const { draft, warned } = written;
  const refused = write(asking, draft, event);
  if (refused !== null) return refused;
  const after = askingOf(asking.model, asking.world, asking.person?.id ?? null, asking.now);
  const stored: Stored = asking.world.get(draft.id) ?? { entity: draft.entity, id: draft.id, values: draft.values };
  return {
    allowed: true,
    values: stored.values,
    seen: seenBy(after, stored),
    list: null,
    ...(warned === undefined ? {} : { warned }),
  };
}
