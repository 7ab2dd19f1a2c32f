import type { Tree } from '../../model/types/formula.ts';
import type { Screen } from '../../model/types/model.ts';
import { type Asking, refusal, rowOf, scopeOf } from './asking.ts';
import { readOf } from './authority.ts';
import { callOf } from './draft.ts';
import { evaluate } from './evaluate.ts';
import { isThere } from './input.ts';
import { entityNamed, thingNamed } from './names.ts';
import { orderOf } from './operators.ts';
import { mayAtAll, mayField, reads } from './permissions.ts';
import { seenBy } from './seen.ts';
import { sortKey } from './text.ts';
import { isCondition } from './typing.ts';
import type { Outcome, Row } from './value.ts';
import type { Answer, Request, Seen, Stored } from './world.ts';

type Asked = Extract<Request, { readonly kind: 'list' }>;

/** The records that this person reads and that meet what is asked, in order. What they don't read of one is empty there. */
export function list(asking: Asking, asked: Asked): Answer {
  const { model, world } = asking;
  const screen = model.screens.find((each) => each.id === asked.screen) ?? null;
  if (screen !== null && !isOpenTo(screen.roles, asking.roles)) return refusal(model, 'NOT_ALLOWED');
  if (!mayAtAll(asking, 'read', asked.entity)) return refusal(model, 'NOT_ALLOWED');
  if (!isTaken(asking, asked) || isUnreadable(asking, asked)) return refusal(model, 'UNREADABLE');
  const asks = asked.filter === 'unreadable' ? null : asked.filter;
  const filters = [screen?.filter?.tree ?? null, asks].filter((filter) => filter !== null);
  if (asked.within?.there === false) return refusal(model, 'NOT_FOUND');
  const isWithin = ({ values }: Stored): boolean =>
    [...(asked.within?.fields ?? [])].every(([name, id]) => (values.get(name) ?? null) === id);
  const rows = [...world.values()].filter(
    (stored) =>
      stored.entity === asked.entity && isWithin(stored) && filters.every((filter) => passes(asking, filter, stored)),
  );
  const seen = sorted(asking, asked, rows).flatMap((stored): Seen[] => {
    const each = seenBy(asking, stored);
    return each === null ? [] : [each];
  });
  return { allowed: true, values: null, seen: null, list: seen };
}

/** A screen whose `For` is blank is for everyone who signs in, one whose `For` is not shown for nobody. */
export function isOpenTo(named: Screen['roles'], held: readonly string[]): boolean {
  return named !== null && (named.length === 0 || named.some(({ name }) => held.includes(name)));
}

/** A call that states what it sends takes nothing else. */
function isTaken(asking: Asking, { call, filter, sort }: Asked): boolean {
  const sends = callOf(asking, call ?? null)?.sends?.map(({ name }) => name) ?? null;
  const asked = [...(filter === null ? [] : ['filter']), ...(sort === null ? [] : ['sort'])];
  return sends === null || asked.every((name) => sends.includes(name));
}

/** A filter that means nothing, or that asks for what no role of this person reads on any record. */
function isUnreadable(asking: Asking, { entity, filter, sort, within }: Asked): boolean {
  if (filter === 'unreadable') return true;
  const isRead = (of: string, field: string): boolean =>
    isBuiltIn(asking, of, field) || mayField(asking, 'read', of, field, null);
  if (sort !== null && (thingNamed(asking.model, entity, sort.field) === null || !isRead(entity, sort.field)))
    return true;
  if (within?.there === true && ![...within.fields.keys()].every((name) => isRead(entity, name))) return true;
  if (filter === null) return false;
  const isLine = (of: string): boolean => entityNamed(asking.model, of)?.belongsTo !== null;
  return (
    !isCondition(asking.model, entity, filter) ||
    !readOf(asking.model, entity, filter).every((each) => isLine(each.entity) || isRead(each.entity, each.field))
  );
}

function isBuiltIn(asking: Asking, entity: string, field: string): boolean {
  return thingNamed(asking.model, entity, field)?.kind === 'built-in';
}

function passes(asking: Asking, tree: Tree, stored: Stored): boolean {
  const scope = scopeOf(asking, hiding(asking, rowOf(asking.model, stored)));
  const find = (entity: string, id: string): Row | null => {
    const row = scope.find(entity, id);
    return row === null ? null : hiding(asking, row);
  };
  return evaluate(tree, { ...scope, find }) === true;
}

/** The row with everything empty that this person does not read of it. */
function hiding(asking: Asking, row: Row): Row {
  return {
    ...row,
    get: (field) =>
      isBuiltIn(asking, row.entity, field) || reads(asking, field, row) ? told(asking, row.get(field)) : null,
  };
}

/** Of several records those that this person reads. */
function told(asking: Asking, value: Outcome): Outcome {
  if (value === null || value === undefined || typeof value === 'boolean' || value.k !== 'list') return value;
  const items = value.items.filter(
    (item) => typeof item !== 'object' || item?.k !== 'record' || isThere(asking, item.entity, item.id),
  );
  return items.length === 0 && value.items.length > 0 ? null : { ...value, items };
}

/** Newest first where no sort is asked; what is empty comes last, and what is alike goes by id. */
function sorted(asking: Asking, { sort }: Asked, rows: readonly Stored[]): readonly Stored[] {
  if (sort === null) return rows;
  const held = (stored: Stored): Outcome => hiding(asking, rowOf(asking.model, stored)).get(sort.field);
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
