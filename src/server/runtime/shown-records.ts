import { rolesKey } from '../../engine/compiled/memoize-by-roles.ts';
import type { Facts, RecordKey } from '../../engine/core/facts.ts';
import { NO_FACTS } from '../../engine/core/tracked-facts.ts';
import { planDeletedRecordExists, planRecordExists, planRecordsExist } from '../../engine/query/single-record.ts';
import type { RequestContext } from './request-context.ts';

/** So many records are remembered as shown, and as many of before them; which of them is forgotten costs a question more. */
const MOST_SHOWN = 10_000;

/** Who asks, and when; of a request or without one. */
type AccessContext = Pick<RequestContext, 'version' | 'principal' | 'now'> & {
  readonly runtime: Pick<RequestContext['runtime'], 'store'>;
};

/** A file may name many thousand records; of so many at once it is asked which are there. */
const MOST_AT_ONCE = 500;

/**
 * Whether a record is there for whoever asks. It is asked before anything of the record is looked up: what reading it, or
 * deciding about it, takes hangs on the record, and would tell by the time it takes that there is one. So the database
 * gets one and the same question for a record that they may not read and for one that never was, and nothing after it.
 * Nothing is decided here: the condition is the engine's own (`gatesOf`, of the cells that `mayReadRecord` reads), and what
 * is not there goes to `decide` as a fact, which refuses it. It denies nothing that the engine allows, and allows nothing.
 * Who was shown the record before knows of it, and is not asked for.
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
  if (wasShown(context, key)) return true;
  const plan = planRecordExists(compiled, principal, entity, key.id);
  return plan === null || (await runtime.store.list(plan, { principal, now })).rows.length > 0;
}

/**
 * Which of the records that an input names are none for whoever asks: hidden, or not there. Asked as above, before any of
 * them is looked up.
 */
export async function findUnreadable(context: RequestContext, keys: readonly RecordKey[]): Promise<IsUnreadable> {
  const { version, runtime, principal, now } = context;
  const { compiled } = version;
  const unreadable = new Set<string>();
  const unknown = keys.filter((key) => !wasShown(context, key));
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

/** They have the record, or an answer that speaks of it. */
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

function wasShown(context: Pick<RequestContext, 'version' | 'principal'>, key: RecordKey): boolean {
  const { latest, before } = context.version.compiled.responseCache.recentlyShown;
  const group = groupOf(context, key);
  return latest.get(group)?.has(key.id) === true || before.get(group)?.has(key.id) === true;
}

/** A record that is not there: nothing else is looked up, so that nothing else can be decided. */
export const notVisible = ({ entity, id }: RecordKey): Facts => ({
  ...NO_FACTS,
  row: (ofEntity, ofId) => (ofEntity === entity && ofId === id ? null : undefined),
  deleted: (ofEntity, ofId) => (ofEntity === entity && ofId === id ? null : undefined),
});

const groupOf = (
  { version, principal }: Pick<RequestContext, 'version' | 'principal'>,
  { entity }: RecordKey,
): string => `${principal.row?.id ?? ''} ${entity} ${rolesKey(version.compiled, principal)} ${principal.link ?? ''}`;
