import type { Tree } from '../../model/types/formula.ts';
import type { Model, Screen } from '../../model/types/model.ts';
import { evaluate } from '../evaluator/evaluate.ts';
import { attributeNamed, entityNamed } from '../evaluator/names.ts';
import { orderOf } from '../evaluator/operators.ts';
import { sortKey } from '../evaluator/text.ts';
import { isCondition } from '../evaluator/typing.ts';
import type { Outcome, Row } from '../evaluator/value.ts';
import type { Answer, ReadableRecord, Request, Stored } from '../evaluator/world.ts';
import { readOf } from '../oracle-rules/authority.ts';
import { meetsCall } from '../oracle-rules/callers.ts';
import { callOf } from '../oracle-rules/draft.ts';
import { referenceExists } from '../oracle-rules/input.ts';
import { mayAtAll, mayField, mayReadField } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, rowOf, scopeOf } from '../oracle-rules/request-context.ts';
import { readableRecord } from './readable-record.ts';

type ListRequest = Extract<Request, { readonly kind: 'list' }>;

/** Returns the records that the person may read and that match, in order. Fields that they may not read are empty. */
export function list(context: RequestContext, request: ListRequest): Answer {
  const { model, world } = context;
  const screen = model.screens.find((each) => each.id === request.screen) ?? null;
  if (screen !== null && !isOpenTo(screen.roles, context.roles)) return refusal(model, 'NOT_ALLOWED');
  if (!mayAtAll(context, 'read', request.entity)) return refusal(model, 'NOT_ALLOWED');
  if (!isTaken(context, request)) return refusal(model, 'UNREADABLE');
  if (isFilterUnreadable(context, request)) return filterRefusal(model);
  if (isUnreadable(context, request)) return refusal(model, 'UNREADABLE');
  const asks = request.filter === 'unreadable' ? null : request.filter;
  const filters = [screen?.filter?.tree ?? null, asks].filter((filter) => filter !== null);
  if (request.within?.areReadable === false) return refusal(model, 'NOT_FOUND');
  const isWithin = ({ values }: Stored): boolean =>
    [...(request.within?.fields ?? [])].every(([name, id]) => (values.get(name) ?? null) === id);
  const rows = [...world.values()].filter(
    (stored) =>
      stored.entity === request.entity &&
      isWithin(stored) &&
      meetsCall(context, request.call ?? null, rowOf(model, stored)) &&
      filters.every((filter) => passes(context, filter, stored)),
  );
  const seen = sorted(context, request, rows).flatMap((stored): ReadableRecord[] => {
    const each = readableRecord(context, stored);
    return each === null ? [] : [each];
  });
  return { allowed: true, values: null, record: null, list: seen };
}

/**
 * Whether a screen is open to these roles. A blank `For` means everyone who signs in, a `For` that is not shown means
 * nobody.
 */
export function isOpenTo(named: Screen['roles'], held: readonly string[]): boolean {
  return named !== null && (named.length === 0 || named.some(({ name }) => held.includes(name)));
}

/** Whether the call accepts the filter and sort; a call that states what it takes accepts nothing else. */
function isTaken(context: RequestContext, { call, filter, sort }: ListRequest): boolean {
  const sends = callOf(context, call ?? null)?.sends?.map(({ name }) => name) ?? null;
  const request = [...(filter === null ? [] : ['filter']), ...(sort === null ? [] : ['sort'])];
  return sends === null || request.every((name) => sends.includes(name));
}

/** Returns the refusal of a filter: as an unreadable request, unless the catalogue has an error for parameters. */
function filterRefusal(model: Model): Answer {
  const code = 'PARAMETER_NOT_VALID';
  const isStated = model.errors.some((entry) => entry.code === code || entry.standsFor.includes(code));
  return isStated ? refusal(model, code, [{ path: 'filter', code }], 400) : refusal(model, 'UNREADABLE');
}

/** Whether the person can read a field of some record. */
const isRead = (context: RequestContext, of: string, field: string): boolean =>
  isBuiltIn(context, of, field) || mayField(context, 'read', of, field, null);

/** Whether a filter is invalid or uses a field that the person can never read. */
function isFilterUnreadable(context: RequestContext, { entity, filter }: ListRequest): boolean {
  if (filter === 'unreadable') return true;
  if (filter === null) return false;
  const isLine = (of: string): boolean => entityNamed(context.model, of)?.belongsTo !== null;
  return (
    !isCondition(context.model, entity, filter) ||
    !readOf(context.model, entity, filter).every(
      (each) => isLine(each.entity) || isRead(context, each.entity, each.field),
    )
  );
}

/** Whether the order or the path uses a field that the person can never read. */
function isUnreadable(context: RequestContext, { entity, sort, within }: ListRequest): boolean {
  if (sort !== null && attributeNamed(context.model, entity, sort.field) === null) return true;
  const names = [...(sort === null ? [] : [sort.field]), ...(within?.areReadable === true ? within.fields.keys() : [])];
  return !names.every((name) => isRead(context, entity, name));
}

function isBuiltIn(context: RequestContext, entity: string, field: string): boolean {
  return attributeNamed(context.model, entity, field)?.kind === 'built-in';
}

function passes(context: RequestContext, tree: Tree, stored: Stored): boolean {
  const scope = scopeOf(context, hiding(context, rowOf(context.model, stored)));
  const find = (entity: string, id: string): Row | null => {
    const row = scope.find(entity, id);
    return row === null ? null : hiding(context, row);
  };
  return evaluate(tree, { ...scope, find }) === true;
}

/** Returns the row with unreadable fields empty. */
function hiding(context: RequestContext, row: Row): Row {
  return {
    ...row,
    get: (field) =>
      isBuiltIn(context, row.entity, field) || mayReadField(context, field, row)
        ? readableOutcome(context, row.get(field))
        : null,
  };
}

/** Keeps only readable records of a reference list. */
function readableOutcome(context: RequestContext, value: Outcome): Outcome {
  if (value === null || value === undefined || typeof value === 'boolean' || value.k !== 'list') return value;
  const items = value.items.filter(
    (item) => typeof item !== 'object' || item?.k !== 'record' || referenceExists(context, item.entity, item.id),
  );
  return items.length === 0 && value.items.length > 0 ? null : { ...value, items };
}

/** Sorts newest first by default; empty values come last, equal ones are ordered by id. */
function sorted(context: RequestContext, { sort }: ListRequest, rows: readonly Stored[]): readonly Stored[] {
  if (sort === null) return rows;
  const held = (stored: Stored): Outcome => hiding(context, rowOf(context.model, stored)).get(sort.field);
  return [...rows].sort((one, other) => {
    const [left, right] = [held(one) ?? null, held(other) ?? null];
    if (left === null || right === null) return left === right ? byId(one, other) : left === null ? 1 : -1;
    const order = orderOf(left, right) ?? bySortKey(left, right);
    return order === 0 ? byId(one, other) : sort.descending ? -order : order;
  });
}

function bySortKey(left: Outcome, right: Outcome): number {
  const [one, other] = [left, right].map((value) =>
    value !== null && typeof value === 'object' && value.k === 'text'
      ? sortKey([...value.text].slice(0, 200).join(''))
      : '',
  );
  return (one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0;
}

function byId(one: Stored, other: Stored): number {
  return one.id < other.id ? -1 : 1;
}
