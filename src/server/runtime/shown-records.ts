import { rolesKey } from '../../engine/compiled/memoize-by-roles.ts';
import type { Facts, RecordKey } from '../../engine/core/facts.ts';
import { NO_FACTS } from '../../engine/core/tracked-facts.ts';
import { planDeletedRecordExists, planRecordExists, planRecordsExist } from '../../engine/query/single-record.ts';
import type { RequestContext } from './request-context.ts';

/** So many records are remembered as shown, and as many of before them; which of them is forgotten costs a question more. */
const MOST_SHOWN = 10_000;

/** Who asks, and when; of a request or without one. */
type AskedBy = Pick<RequestContext, 'version' | 'who' | 'now'> & {
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
export async function isVisible(asking: AskedBy, key: RecordKey, deleted = false): Promise<boolean> {
  const { version, runtime, who, now } = asking;
  const { app } = version;
  const entity = app.entities.get(key.entity);
  if (entity === undefined) return true;
  if (deleted) {
    const plan = planDeletedRecordExists(app, who, entity, key.id, now);
    return plan === null || (await runtime.store.deleted(plan, { principal: who, now })).found.length > 0;
  }
  if (wasShown(asking, key)) return true;
  const plan = planRecordExists(app, who, entity, key.id);
  return plan === null || (await runtime.store.list(plan, { principal: who, now })).rows.length > 0;
}

/**
 * Which of the records that an input names are none for whoever asks: hidden, or not there. Asked as above, before any of
 * them is looked up.
 */
export async function unseenOf(asking: RequestContext, keys: readonly RecordKey[]): Promise<Unseen> {
  const { version, runtime, who, now } = asking;
  const { app } = version;
  const unseen = new Set<string>();
  const unknown = keys.filter((key) => !wasShown(asking, key));
  for (const [name, alike] of Map.groupBy(unknown, ({ entity }) => entity)) {
    const entity = app.entities.get(name);
    const all = [...new Set(alike.map(({ id }) => id))];
    for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
      const ids = all.slice(from, from + MOST_AT_ONCE);
      const plan = entity === undefined ? null : planRecordsExist(app, who, entity, ids);
      if (plan === null) break;
      const { rows } = await runtime.store.list(plan, { principal: who, now });
      const found = new Set(rows.map(({ id }) => id));
      for (const id of ids) if (!found.has(id)) unseen.add(`${id} ${name}`);
    }
  }
  return (entity, id) => unseen.has(`${id} ${entity}`);
}

export type Unseen = (entity: string, id: string) => boolean;

/** They have the record, or an answer that speaks of it. */
export function noteShown(asking: Pick<RequestContext, 'version' | 'who'>, key: RecordKey): void {
  const { recentlyShown } = asking.version.app.responseCache;
  const group = groupOf(asking, key);
  if (recentlyShown.latest.get(group)?.has(key.id) === true) return;
  if (recentlyShown.count >= MOST_SHOWN)
    Object.assign(recentlyShown, { latest: new Map(), before: recentlyShown.latest, count: 0 });
  const ids = recentlyShown.latest.get(group) ?? new Set();
  recentlyShown.latest.set(group, ids.add(key.id));
  recentlyShown.count += 1;
}

function wasShown(asking: Pick<RequestContext, 'version' | 'who'>, key: RecordKey): boolean {
  const { latest, before } = asking.version.app.responseCache.recentlyShown;
  const group = groupOf(asking, key);
  return latest.get(group)?.has(key.id) === true || before.get(group)?.has(key.id) === true;
}

/** A record that is not there: nothing else is looked up, so that nothing else can be decided. */
export const notVisible = ({ entity, id }: RecordKey): Facts => ({
  ...NO_FACTS,
  row: (ofEntity, ofId) => (ofEntity === entity && ofId === id ? null : undefined),
  deleted: (ofEntity, ofId) => (ofEntity === entity && ofId === id ? null : undefined),
});

const groupOf = ({ version, who }: Pick<RequestContext, 'version' | 'who'>, { entity }: RecordKey): string =>
  `${who.row?.id ?? ''} ${entity} ${rolesKey(version.app, who)} ${who.link ?? ''}`;
