import type { RowFreshness } from '../core/row-freshness.ts';

/** A record and the version that a commit gave it; the version of a deletion counts too. */
export type ChangedVersion = readonly [table: string, id: string, version: number];

/** What one commit changed; null if that is not known, so that anything may have changed. */
export type CommittedChanges = readonly ChangedVersion[] | null;

/**
 * What this process knows of the changes that all processes committed. It learns them by checks, which run one after
 * the other, and from its own commits.
 */
export interface KnownChanges {
  readonly freshness: RowFreshness;
  /** Returns a number that changes with each known change of the table. */
  readonly versionOf: (table: string) => number;
  /** Returns a number that changes with each known change. */
  readonly version: () => number;
  readonly startCheck: () => void;
  /** Ends the check that was started last. `commits`: those since the check before. */
  readonly endCheck: (commits: readonly CommittedChanges[]) => void;
  readonly addOwn: (commit: CommittedChanges) => void;
}

/** Maximum number of records whose latest version is known. Beyond it all of them are forgotten. */
const MAX_RECORDS = 20_000;

/**
 * A cached row is current if a check began after it was read, and neither that check nor a later one, nor a commit of
 * this process, reported a higher version: then it is as at the last check, like all other rows that are current.
 */
export function createKnownChanges(): KnownChanges {
  let started = 0;
  let ended = 0;
  let moment = 0;
  /** Rows that were cached when fewer checks had started are not current. */
  let oldest = 0;
  let everywhere = 0;
  const versions = new Map<string, number>();
  const tables = new Map<string, number>();

  const forgetAll = (): void => {
    versions.clear();
    oldest = started + 1;
  };
  const add = (commit: CommittedChanges): void => {
    if (commit?.length === 0) return;
    moment += 1;
    if (commit === null) {
      everywhere = moment;
      forgetAll();
      return;
    }
    for (const [table, id, version] of commit) {
      tables.set(table, moment);
      const key = keyOf(table, id);
      versions.set(key, Math.max(versions.get(key) ?? 0, version));
    }
    if (versions.size > MAX_RECORDS) forgetAll();
  };
  return {
    freshness: {
      beforeRead: () => oldest,
      // Where a row was read before everything was forgotten, a change of it may have been forgotten too.
      afterRead: (before) => (before === oldest ? started : -1),
      isCurrent: (table, { id, version }, stored) =>
        stored >= oldest && ended > stored && version >= (versions.get(keyOf(table, id)) ?? 0),
      isShared: true,
    },
    versionOf: (table) => Math.max(tables.get(table) ?? 0, everywhere),
    version: () => moment,
    startCheck: () => {
      started += 1;
    },
    endCheck: (commits) => {
      for (const commit of commits) add(commit);
      ended = started;
    },
    addOwn: add,
  };
}

const keyOf = (table: string, id: string): string => `${table} ${id}`;
