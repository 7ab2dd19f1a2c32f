import { formatInstant } from '../../fields/calendar/calendar.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import { withoutTrash } from '../access/screen-access.ts';
import { recordIn } from '../answer/wire-record.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { rolesKey } from '../compiled/memoize-by-roles.ts';
import { type Context, contextOf, entityOf } from '../context/decision-context.ts';
import type { DeletedRow, Facts } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { NO_FACTS } from '../core/tracked-facts.ts';
import type { WireDeleted, WireRecord } from '../core/wire-format.ts';
import { isRetentionOver, refusalOfRestore } from '../decide/restore.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { titleOf } from '../errors/message-values.ts';
import { wireRefusal } from '../errors/problem-details.ts';
import { denyByRole, notFound } from '../records/authorize-record.ts';
import { actorText } from '../records/history.ts';
import { openCursor, sealCursor } from './cursor.ts';
import { type ListRequest, readTotal } from './list.ts';
import type { DeletedPlan } from './list-plan.ts';
import { readSize, sizesOf } from './paging.ts';

/** A request for the deleted records of an entity. `query`: `page=`, `limit=` and `total=` as for a list. */
export type DeletedRequest = Pick<ListRequest, 'entity' | 'query' | 'secret'>;

const PARAMETERS: readonly string[] = ['page', 'limit', 'total'];

/**
 * Returns the plan or the refusal. Everybody who may restore some record of the entity can list the deleted records
 * that they could read, until their retention ends.
 */
export function planDeleted(
  model: CompiledModel,
  principal: Principal,
  request: DeletedRequest,
  now: number,
): DeletedPlan | Refusal {
  const entity = model.entities.get(request.entity);
  if (entity === undefined || entity.entity.belongsTo !== null) return refuse(model, 'NOT_FOUND', { entity: 'list' });
  const refusal = denyByRole(contextOf(model, principal, NO_FACTS, now), entity, ['read', 'restore']);
  if (refusal !== null) return refusal;
  const closed = withoutTrash(model, principal, entity.name);
  if (closed !== null) return refuse(model, 'NOT_ALLOWED', { who: model.sentences.somebody }, closed);
  const parameters = new Map<string, string>();
  for (const [name, value] of request.query) {
    if (!PARAMETERS.includes(name)) return refuse(model, 'UNKNOWN_PARAMETER', { parameter: name });
    if (parameters.has(name)) return refuse(model, 'UNREADABLE', { reason: `its parameter “${name}” is given twice` });
    parameters.set(name, value);
  }
  const limit = readSize(model, sizesOf(model, null, undefined), 'limit', parameters.get('limit'));
  if (typeof limit !== 'number') return limit;
  const maxCount = readTotal(model, parameters.get('total'));
  if (typeof maxCount !== 'number') return maxCount;
  const page = parameters.get('page');
  const position = page === undefined ? null : openCursor(page, bindingOf(model, principal, request), request.secret);
  if (page !== undefined && position === null)
    return refuse(model, 'UNREADABLE', { reason: 'its page belongs to another list' });
  const { rows } = readPolicyFor(model, entity, principal);
  return {
    key: JSON.stringify([model.hash, 'deleted', entity.name, rolesKey(model, principal)]),
    entity: entity.name,
    where: rows === null ? [] : [rows],
    since: now - model.retention,
    after: position === null ? null : { at: Number(position.keys[0] ?? 0), id: position.id },
    limit,
    maxCount: maxCount,
  };
}

/** Returns the cursor of the page after this one. */
export function deletedCursor(
  model: CompiledModel,
  principal: Principal,
  request: DeletedRequest,
  { at, id }: { readonly at: number; readonly id: string },
): string {
  return sealCursor({ keys: [at], id }, bindingOf(model, principal, request), request.secret);
}

function bindingOf({ hash }: CompiledModel, principal: Principal, { entity }: DeletedRequest): string {
  return JSON.stringify([hash, principal.row?.id ?? null, 'deleted', entity]);
}

/**
 * Returns these deleted records as this person may read them. Unreadable records, and those whose retention has ended,
 * are omitted.
 */
export function wireDeleted(
  model: CompiledModel,
  principal: Principal,
  entity: string,
  ids: readonly string[],
  facts: Facts,
  now: number,
  dev: boolean,
): readonly WireDeleted[] {
  const context = contextOf(model, principal, facts, now);
  return ids.flatMap((id) => {
    const deleted = facts.deleted?.(entity, id) ?? null;
    const record =
      deleted === null || isRetentionOver(model, deleted.at, now) ? null : deletedRecord(context, deleted, dev);
    return deleted === null || record === null ? [] : [{ record, ...markOf(context, deleted, dev) }];
  });
}

/** The only action on a deleted record is to restore it. */
function deletedRecord(context: Context, { row }: DeletedRow, dev: boolean): WireRecord | null {
  const record = recordIn(context, row, dev);
  if (record === null) return null;
  const { model } = context;
  const gone = wireRefusal(model, notFound(context, entityOf(model, row.entity)), dev);
  return { ...record, _: { ...record._, can: { delete: gone, change: {}, events: {} } } };
}

function markOf(context: Context, deleted: DeletedRow, dev: boolean): Omit<WireDeleted, 'record'> {
  const { model, facts } = context;
  const { row, at, by, with: of } = deleted;
  const refusal = refusalOfRestore(context, entityOf(model, row.entity), row);
  const other = of === null ? null : (facts.deleted?.(of.entity, of.id) ?? null);
  return {
    at: formatInstant(at),
    until: formatInstant(at + model.retention),
    ...actorText(context, by === null ? { kind: 'product' } : { kind: 'person', person: by, acting: false }),
    with: of === null ? null : { entity: of.entity, title: other === null ? null : titleOf(context, other.row) },
    restore: refusal === null ? null : wireRefusal(model, refusal, dev),
  };
}
