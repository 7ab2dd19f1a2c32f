import type { Tree } from '../../model/types/formula.ts';
import type { Model, Operation } from '../../model/types/model.ts';
import { withCatalogueCodes } from '../evaluator/catalogue.ts';
import { partsOf, within } from '../evaluator/evaluate.ts';
import { asFields, faultsWithSentNames, shapeOf } from '../evaluator/shape.ts';
import type { Answer, Comments, Fault, Json, Refused, Request, Trash, World } from '../evaluator/world.ts';
import { callerRefusal, readableStored } from '../oracle-rules/callers.ts';
import { callOf, type Draft } from '../oracle-rules/draft.ts';
import { mayAtAll } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, requestContextOf } from '../oracle-rules/request-context.ts';
import { mayTakeSomewhere, movesOf } from '../oracle-rules/states.ts';
import { recomputedDuplicate } from './accepts-either.ts';
import { comments, mentionable, writeComment } from './comments.ts';
import { checkOtherRecordRules, deletionsToFollow, restoreWorld, writeWithFollowUps } from './follow-ups.ts';
import { list } from './lists.ts';
import { readableRecord } from './readable-record.ts';
import { recompute, recomputeDeleted } from './recomputed.ts';
import { moveToTrash, remove } from './removals.ts';
import { isCheckedAgain, listDeleted, restore, restoredRecord } from './restores.ts';
import { change, create, raise, type WriteResult } from './writes.ts';

/**
 * Returns the answer of a product that follows the document, to one request of one person. It is computed from the
 * Model's plain data and the meaning of the notation; slow but meant to be obvious. An allowed request changes the
 * world. `who` is the id of a person, or null if nobody is signed in; `trash` are the deleted records; `said` are the
 * comments.
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
  const context = requestContextOf(model, world, who, now);
  recompute(context);
  recomputeDeleted(context, trash);
  return withCatalogueCodes(
    model,
    answered({ ...requestContextOf(model, world, who, now), trash }, request, trash, said),
    {
      entity: request.entity,
      event: request.kind === 'event' ? request.event : null,
      call: callOf(context, 'call' in request ? (request.call ?? null) : null)?.name ?? null,
      // Nobody who may not read a deleted record learns whether it exists.
      exists: request.kind !== 'restore' && 'id' in request && world.get(request.id)?.entity === request.entity,
    },
  );
}

/** Updates the answer to a write after the product has done what was due at once. */
export function withDueTimers(
  model: Model,
  world: World,
  who: string | null,
  answer: Answer,
  { id, at }: { readonly id: string; readonly at: number },
): Answer {
  const stored = world.get(id);
  if (!answer.allowed || answer.values === null || stored === undefined) return answer;
  const context = requestContextOf(model, world, who, at);
  recompute(context);
  const now = world.get(id) ?? stored;
  const readAgain = withCatalogueCodes(model, {
    allowed: true,
    values: now.values,
    record: readableRecord(context, now),
    list: null,
  });
  return { ...answer, ...readAgain };
}

function answered(context: RequestContext, request: Request, trash: Trash, said: Comments): Answer {
  if (context.person === null && !isForGuests(context, request)) return refusal(context.model, 'NOT_SIGNED_IN');
  const forOthers = callerRefusal(context, 'call' in request ? (request.call ?? null) : null);
  if (forOthers !== null) return forOthers;
  switch (request.kind) {
    case 'read':
      return read(context, request.entity, request.id, request.call);
    case 'list':
      return list(context, request);
    case 'create':
      return shaped(context, request, (inner) => apply(context, create(context, inner), 'create'));
    case 'change':
      return shaped(context, request, (inner) => apply(context, change(context, inner), 'change'));
    case 'event':
      return shaped(context, request, (inner) => apply(context, raise(context, inner), inner.event));
    case 'deleted':
      return listDeleted(context, trash, request);
    case 'restore':
      return restored(context, trash, request);
    case 'comments':
      return comments(context, said, request);
    case 'mentionable':
      return mentionable(context, request);
    case 'comment':
    case 'change comment':
    case 'remove comment':
      return writeComment(context, said, request);
    case 'delete': {
      const removed = remove(context, request);
      if (!removed.allowed) return removed;
      const before = new Map(context.world);
      const follow = deletionsToFollow(context, removed.deleted);
      moveToTrash(context, trash, removed.deleted);
      recompute(context);
      const refused = follow() ?? recomputedDuplicate(context, before, null);
      if (refused !== null) {
        restoreWorld(context, before);
        for (const { id } of removed.deleted) trash.delete(id);
        return refused;
      }
      return { allowed: true, values: null, record: null, list: null };
    }
  }
}

/** Whether a person who has not signed in may do this at all. Links are not used here. */
function isForGuests(context: RequestContext, request: Request): boolean {
  const { kind, entity } = request;
  if (kind === 'event') {
    const moves = movesOf(context, entity, request.event);
    return (
      mayAtAll(context, 'read', entity) &&
      !isByLink(context, entity) &&
      moves.some((move) => mayTakeSomewhere(context, move))
    );
  }
  if (kind.includes('comment') || kind === 'mentionable') return false;
  if (kind === 'create') return mayAtAll(context, 'create', entity);
  const operation = OPERATIONS.get(kind) ?? 'read';
  return mayAtAll(context, 'read', entity) && mayAtAll(context, operation, entity) && !isByLink(context, entity);
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

/** Converts a shaped body to fields, and the paths of faults back. */
function shaped<Sent extends { readonly call: string | null; readonly input: Json }>(
  context: RequestContext,
  inner: Sent,
  answer: (inner: Sent) => Answer,
): Answer {
  const names = shapeOf(context.model, callOf(context, inner.call));
  if (names === null) return answer(inner);
  const given = answer({ ...inner, input: asFields(names, inner.input) });
  return given.allowed ? given : { ...given, faults: faultsWithSentNames(names, given.faults) };
}

/** Restores a record with everything that was deleted with it, or nothing at all. */
function restored(
  context: RequestContext,
  trash: Trash,
  request: Extract<Request, { readonly kind: 'restore' }>,
): Answer {
  const written = restore(context, trash, request);
  if (!written.allowed) return written;
  const before = new Map(context.world);
  const answer = apply(context, { ...written, draft: { ...written.draft, later: [] } }, null);
  const came = [request.id];
  const drafts = [written.draft];
  const alone = comeAlong(context, trash, request.id, came, drafts);
  recompute(context);
  const refused =
    alone ?? checkOtherRecordRules(context, { first: written.draft, warnings: [] }, drafts, isCheckedAgain);
  if (refused !== null) restoreWorld(context, before);
  for (const id of came) {
    if (refused === null) trash.delete(id);
  }
  if (refused !== null || !answer.allowed) return refused ?? answer;
  // Records that were restored with it are read with it.
  const back = context.world.get(request.id);
  return { ...answer, record: back === undefined ? answer.record : readableRecord(context, back) };
}

function comeAlong(context: RequestContext, trash: Trash, of: string, came: string[], drafts: Draft[]): Refused | null {
  for (const stored of [...trash.values()].filter((each) => each.of === of)) {
    const written = restoredRecord(context, stored);
    if (!written.allowed)
      // The faults are in another record.
      return { ...written, faults: written.faults.map((fault) => ({ ...fault, path: '' })) };
    drafts.push(written.draft);
    apply(context, { ...written, draft: { ...written.draft, later: [] } }, null);
    came.push(stored.id);
    const refused = comeAlong(context, trash, stored.id, came, drafts);
    if (refused !== null) return refused;
  }
  return null;
}

function read(context: RequestContext, entity: string, id: string, call?: string): Answer {
  if (!mayAtAll(context, 'read', entity)) return refusal(context.model, 'NOT_ALLOWED');
  const stored = readableStored(context, entity, id, call);
  if (stored === null) return refusal(context.model, 'NOT_FOUND');
  return { allowed: true, values: stored.values, record: readableRecord(context, stored), list: null };
}

/**
 * Writes a draft. The person is looked up again, because the write may have changed their own record. `event`: what
 * others may wait for; null if nothing follows.
 */
function apply(context: RequestContext, written: WriteResult, event: string | null): Answer {
  if (!written.allowed) return written;
  const { draft, warned } = written;
  const laterWarnings: Fault[] = [];
  const refused = writeWithFollowUps(context, draft, event, laterWarnings);
  if (refused !== null) return refused;
  const after = requestContextOf(context.model, context.world, context.person?.id ?? null, context.now);
  const stored = context.world.get(draft.id);
  // An effect deleted the record.
  if (stored === undefined) return { allowed: true, values: null, record: null, list: null };
  return {
    allowed: true,
    values: stored.values,
    record: readableRecord(after, stored),
    list: null,
    ...(warned === undefined ? {} : { warnings: { ...warned, faults: [...warned.faults, ...laterWarnings] } }),
  };
}
