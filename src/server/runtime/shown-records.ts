import { rolesKey } from '../../engine/compiled/memoize-by-roles.ts';
import type { Facts, RecordKey } from '../../engine/core/needs-and-facts.ts';
import { NO_FACTS } from '../../engine/core/tracked-facts.ts';
import { planDeletedRecordExists, planRecordExists, planRecordsExist } from '../../engine/query/single-record.ts';
import type { RequestContext } from './request-context.ts';

/** Size of each of the two generations of records that were recently shown. Forgetting one costs one query later. */
const MOST_SHOWN = 10_000;

/** The principal and the time, for a check with or without a request. */
type AccessContext = Pick<RequestContext, 'version' | 'principal' | 'now'> & {
  readonly runtime: Pick<RequestContext['runtime'], 'store'>;
};

/** Maximum number of ids per query. An imported file may refer to many thousands of records. */
const MOST_AT_ONCE = 500;

/**
 * Returns whether the principal may see that the record exists. This runs before anything else about the record is
 * loaded, because the time of further queries would reveal that the record exists. So an unreadable record and a
 * missing one cause the same single query. This check decides nothing: its condition is the engine's own
 * (`readPolicyFor`, from the grants that `mayReadRecord` uses), and a record that is not visible reaches `decide` as a
 * fact, which refuses it. Records that were shown to the principal before need no query.
 */
export async function isVisible(context: AccessContext, key: RecordKey, deleted = false): Promise<boolean> {
  const { version, runtime, principal, now } = context;
  const { compiled } = version;
  const entity = compiled.entities.get(key.entity);
  if (entity === undefined) return true;
  if (deleted) {
    const plan = planDeletedRecordExists(compiled, principal, entity, key.id, now);
    return plan === null || (await runtime.store.deleted(plan, { principal, now })).found.length > 0;
  }
  if (isRecentlyShown(context, key)) return true;
  const plan = planRecordExists(compiled, principal, entity, key.id);
  return plan === null || (await runtime.store.list(plan, { principal, now })).rows.length > 0;
}

/**
 * Returns which of the records that an input refers to are hidden or missing for the principal. Like `isVisible`, it
 * runs before any of the records is loaded.
 */
export async function findUnreadable(context: RequestContext, keys: readonly RecordKey[]): Promise<IsUnreadable> {
  const { version, runtime, principal, now } = context;
  const { compiled } = version;
  const unreadable = new Set<string>();
  const unknown = keys.filter((key) => !isRecentlyShown(context, key));
  for (const [name, sameEntity] of Map.groupBy(unknown, ({ entity }) => entity)) {
    const entity = compiled.entities.get(name);
    const all = [...new Set(sameEntity.map(({ id }) => id))];
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      const ids = all.slice(from, from + MOST_AT_ONCE);
      const plan = entity === undefined ? null : planRecordsExist(compiled, principal, entity, ids);
      if (plan === null) break;
      const { rows } = await runtime.store.list(plan, { principal, now });
      const readable = new Set(rows.map(({ id }) => id));
      for (const id of ids) if (!readable.has(id)) unreadable.add(`${id} ${name}`);
    }
  }
  return (entity, id) => unreadable.has(`${id} ${entity}`);
}

export type IsUnreadable = (entity: string, id: string) => boolean;

/** Remembers that the principal received the record, or a response that mentions it. */
export function noteShown(context: Pick<RequestContext, 'version' | 'principal'>, key: RecordKey): void {
  const { recentlyShown } = context.version.compiled.responseCache;
  const group = groupOf(context, key);
  if (recentlyShown.latest.get(group)?.has(key.id) === true) return;
  if (recentlyShown.count >= MOST_SHOWN)
    Object.assign(recentlyShown, { latest: new Map(), before: recentlyShown.latest, count: 0 });
  const ids = recentlyShown.latest.get(group) ?? new Set();
  recentlyShown.latest.set(group, ids.add(key.id));
  recentlyShown.count += 1;
}

function isRecentlyShown(context: Pick<RequestContext, 'version' | 'principal'>, key: RecordKey): boolean {
  const { latest, before } = context.version.compiled.responseCache.recentlyShown;
  const group = groupOf(context, key);
  return latest.get(group)?.has(key.id) === true || before.get(group)?.has(key.id) === true;
}

/**
 * Returns facts in which the record does not exist. Nothing else is loaded, so nothing else can influence the decision.
 */
export const notVisible = ({ entity, id }: RecordKey): Facts => ({
  ...NO_FACTS,
  row: (ofEntity, ofId) => (ofEntity === entity && ofId === id ? null : undefined),
  deleted: (ofEntity, ofId) => (ofEntity === entity && ofId === id ? null : undefined),
});

const groupOf = (
  { version, principal }: Pick<RequestContext, 'version' | 'principal'>,
  { entity }: RecordKey,
): string => `${principal.row?.id ?? ''} ${entity} ${rolesKey(version.compiled, principal)} ${principal.link ?? ''}`;
