import type { Facts, Needs } from './needs-and-facts.ts';

const NO_NEEDS: Needs = { rows: [], unique: [], files: [], referrers: [] };

/**
 * Wraps facts to record every lookup of data that was not loaded. `missing` returns these needs, or null if there are
 * none.
 */
export function trackFacts(facts: Facts): { readonly facts: Facts; readonly missing: () => Needs | null } {
  const wanted = new Map<keyof Needs, Map<string, unknown>>();
  const want = <K extends keyof Needs>(kind: K, key: string, need: NonNullable<Needs[K]>[number]): void => {
    const alike = wanted.get(kind);
    if (alike === undefined) wanted.set(kind, new Map([[key, need]]));
    else alike.set(key, need);
  };
  const recording: Facts = {
    row(entity, id) {
      const row = facts.row(entity, id);
      if (row === undefined) want('rows', JSON.stringify([entity, id]), { entity, id, paths: [] });
      return row;
    },
    taken(need) {
      const isTaken = facts.taken(need);
      if (isTaken === undefined)
        want('unique', JSON.stringify([need.entity, need.field, need.value, need.except, need.with]), need);
      return isTaken;
    },
    upload(token) {
      const upload = facts.upload(token);
      if (upload === undefined) want('files', token, token);
      return upload;
    },
    referrers(key) {
      const referrers = facts.referrers(key);
      if (referrers === undefined) want('referrers', JSON.stringify([key.entity, key.id]), key);
      return referrers;
    },
    answer(need) {
      const answer = facts.answer?.(need);
      if (answer === undefined) want('questions', need.key, need);
      return answer;
    },
    lastNumber(need) {
      const lastNumber = facts.lastNumber?.(need);
      if (lastNumber === undefined) want('series', JSON.stringify([need.entity, need.field, need.period]), need);
      return lastNumber;
    },
    stateEntry(need) {
      const stateEntry = facts.stateEntry?.(need);
      if (stateEntry === undefined) want('stateEntries', JSON.stringify([need.entity, need.id, need.timer]), need);
      return stateEntry;
    },
    referring(need) {
      const referring = facts.referring?.(need);
      if (referring === undefined) want('referring', JSON.stringify([need.entity, need.field, need.target]), need);
      return referring;
    },
    deleted(entity, id) {
      const deleted = facts.deleted?.(entity, id);
      if (deleted === undefined) want('deleted', JSON.stringify([entity, id]), { entity, id, paths: [] });
      return deleted;
    },
    owner(line) {
      const owner = facts.owner?.(line);
      if (owner === undefined) want('owners', JSON.stringify([line.entity, line.id]), line);
      return owner;
    },
    comment(id) {
      const comment = facts.comment?.(id);
      if (comment === undefined) want('comments', id, id);
      return comment;
    },
    isKnownUnreadable: (entity, id) => facts.isKnownUnreadable?.(entity, id) === true,
    ...(facts.seed && { seed: facts.seed }),
    all(entity) {
      const rows = facts.all?.(entity);
      if (rows === undefined) want('all', entity, entity);
      return rows;
    },
  };
  const missing = (): Needs | null => {
    if (wanted.size === 0) return null;
    return { ...NO_NEEDS, ...Object.fromEntries([...wanted].map(([kind, alike]) => [kind, [...alike.values()]])) };
  };
  return { facts: recording, missing };
}

/** A pure computation over facts that may not be completely loaded yet. */
export interface FactComputation<T> {
  /**
   * Returns the needs that became apparent with the facts loaded so far; null if nothing is missing. May be called
   * repeatedly.
   */
  readonly more: (facts: Facts) => Needs | null;
  readonly result: (facts: Facts) => T;
}

/**
 * Runs `work` with tracking. If nothing was missing, `result` returns the tracked run's result once instead of running
 * `work` again.
 */
export function runWithTracking<T>(work: (facts: Facts) => T): FactComputation<T> {
  let last: { readonly facts: Facts; readonly result: T } | null = null;
  return {
    more: (facts) => {
      const { facts: recording, missing } = trackFacts(facts);
      const result = work(recording);
      const needs = missing();
      last = needs === null ? { facts, result } : null;
      return needs;
    },
    result: (facts) => {
      const known = last;
      // The result is used once only: the same facts object may have more data loaded later.
      last = null;
      return known?.facts === facts ? known.result : work(facts);
    },
  };
}

/** Facts with nothing loaded, so that everything is unknown. */
export const NO_FACTS: Facts = {
  row: () => undefined,
  taken: () => undefined,
  upload: () => undefined,
  referrers: () => undefined,
};
