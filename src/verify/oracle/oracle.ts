import type { Tree } from '../../model/types/formula.ts';
import type { Model, Operation } from '../../model/types/model.ts';
import { catalogued } from '../evaluator/catalogue.ts';
import { partsOf, within } from '../evaluator/evaluate.ts';
import { asFields, asSent, shapeOf } from '../evaluator/shape.ts';
import type { Answer, Comments, Fault, Json, Refused, Request, Stored, Trash, World } from '../evaluator/world.ts';
import { callOf, type Draft } from '../oracle-rules/draft.ts';
import { mayAtAll } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, requestContextOf } from '../oracle-rules/request-context.ts';
import { mightBe, movesOf } from '../oracle-rules/states.ts';
import { alikeNow } from './accepts-either.ts';
import { comments, mentionable, writeComment } from './comments.ts';
import { followGone, judgedWritten, takeBack, write } from './follow-ups.ts';
import { list } from './lists.ts';
import { seenBy } from './readable-record.ts';
import { recompute, recomputeDeleted } from './recomputed.ts';
import { forget, remove } from './removals.ts';
import { deleted, isAskedAgain, restore, returned } from './restores.ts';
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
  const asking = requestContextOf(model, world, who, now);
  recompute(asking);
  recomputeDeleted(asking, trash);
  return catalogued(model, answered(requestContextOf(model, world, who, now), request, trash, said));
}

/** The answer to a write, once the product has done what was due of the record by then. */
export function answerLater(
  model: Model,
  world: World,
  who: string | null,
  answer: Answer,
  { id, at }: { readonly id: string; readonly at: number },
): Answer {
  const stored = world.get(id);
  if (!answer.allowed || answer.values === null || stored === undefined) return answer;
  const asking = requestContextOf(model, world, who, at);
  recompute(asking);
  const now = world.get(id) ?? stored;
  const told = catalogued(model, { allowed: true, values: now.values, seen: seenBy(asking, now), list: null });
  return { ...answer, ...told };
}

function answered(asking: RequestContext, request: Request, trash: Trash, said: Comments): Answer {
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
      recompute(asking);
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
function isForGuests(asking: RequestContext, request: Request): boolean {
  const { kind, entity } = request;
  if (kind === 'event') {
    const moves = movesOf(asking, entity, request.event);
    return mayAtAll(asking, 'read', entity) && !isByLink(asking, entity) && moves.some((move) => mightBe(asking, move));
  }
  if (kind.includes('comment') || kind === 'mentionable') return false;
  if (kind === 'create') return mayAtAll(asking, 'create', entity);
  const operation = OPERATIONS.get(kind) ?? 'read';
  return mayAtAll(asking, 'read', entity) && mayAtAll(asking, operation, entity) && !isByLink(asking, entity);
}

const OPERATIONS: ReadonlyMap<Request['kind'], Operation> = new Map<Request['kind'], Operation>([
  ['change', 'change'],
  ['delete', 'delete'],
  ['deleted', 'restore'],
  ['restore', 'restore'],
]);

function isByLink({ model, roles }: RequestContext, entity: string): boolean {
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
  asking: RequestContext,
  asked: Asked,
  answer: (asked: Asked) => Answer,
): Answer {
  const names = shapeOf(asking.model, callOf(asking, asked.call));
  if (names === null) return answer(asked);
  const given = answer({ ...asked, input: asFields(names, asked.input) });
  return given.allowed ? given : { ...given, faults: asSent(names, given.faults) };
}

/** It comes back with all that went along; where one of them can't, nothing does. */
function restored(
  asking: RequestContext,
  trash: Trash,
  request: Extract<Request, { readonly kind: 'restore' }>,
): Answer {
  const written = restore(asking, trash, request);
  if (!written.allowed) return written;
  const before = new Map(asking.world);
  const answer = apply(asking, { ...written, draft: { ...written.draft, later: [] } }, null);
  const came = [request.id];
  const drafts = [written.draft];
  const alone = comeAlong(asking, trash, request.id, came, drafts);
  recompute(asking);
  const refused = alone ?? judgedWritten(asking, { first: written.draft, told: [] }, drafts, isAskedAgain);
  if (refused !== null) takeBack(asking, before);
  for (const id of came) {
    if (refused === null) trash.delete(id);
  }
  if (refused !== null || !answer.allowed) return refused ?? answer;
  // What came along is read with it.
  const back = asking.world.get(request.id);
  return { ...answer, seen: back === undefined ? answer.seen : seenBy(asking, back) };
}

function comeAlong(asking: RequestContext, trash: Trash, of: string, came: string[], drafts: Draft[]): Refused | null {
  for (const stored of [...trash.values()].filter((each) => each.of === of)) {
    const written = returned(asking, stored);
    if (!written.allowed)
      // The fields are those of another record.
      return { ...written, faults: written.faults.map((fault) => ({ ...fault, path: '' })) };
    drafts.push(written.draft);
    apply(asking, { ...written, draft: { ...written.draft, later: [] } }, null);
    came.push(stored.id);
    const refused = comeAlong(asking, trash, stored.id, came, drafts);
    if (refused !== null) return refused;
  }
  return null;
}

function read(asking: RequestContext, entity: string, id: string): Answer {
  if (!mayAtAll(asking, 'read', entity)) return refusal(asking.model, 'NOT_ALLOWED');
  const stored = found(asking, entity, id);
  if (stored === null) return refusal(asking.model, 'NOT_FOUND');
  return { allowed: true, values: stored.values, seen: seenBy(asking, stored), list: null };
}

/** The person is looked up anew: what was written may have been their own record. `event`: what others may wait for; null: nothing follows. */
function apply(asking: RequestContext, written: Written, event: string | null): Answer {
  if (!written.allowed) return written;
  const { draft, warned } = written;
  const told: Fault[] = [];
  const refused = write(asking, draft, event, told);
  if (refused !== null) return refused;
  const after = requestContextOf(asking.model, asking.world, asking.person?.id ?? null, asking.now);
  const stored: Stored = asking.world.get(draft.id) ?? { entity: draft.entity, id: draft.id, values: draft.values };
  return {
    allowed: true,
    values: stored.values,
    seen: seenBy(after, stored),
    list: null,
    ...(warned === undefined ? {} : { warned: { ...warned, faults: [...warned.faults, ...told] } }),
  };
}
