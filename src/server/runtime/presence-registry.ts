import type { RecordKey } from '../../engine/core/needs-and-facts.ts';

/** The record at which a page reports to be. */
export interface PagePosition extends RecordKey {
  /** Whether the page has unsaved input. */
  readonly editing: boolean;
}

/** A page that is at a record. */
export interface PresenceEntry extends PagePosition {
  readonly person: string;
  /** When the page arrived, in milliseconds since the epoch. */
  readonly since: number;
}

/** Which pages are at which records. A tag identifies a page and is unique across all nodes. */
export interface PresenceRegistry {
  /** Moves a page to a record, or removes it if the entry is null. Returns the records whose list of pages changed. */
  readonly put: (tag: string, being: PresenceEntry | null) => readonly RecordKey[];
  readonly get: (tag: string) => PresenceEntry | null;
  /** The pages at a record, in order of arrival. All nodes use the same order. */
  readonly at: (key: RecordKey) => readonly (readonly [tag: string, being: PresenceEntry])[];
  readonly isEmpty: () => boolean;
}

export function createPresenceRegistry(): PresenceRegistry {
  const pages = new Map<string, PresenceEntry>();
  const records = new Map<string, Set<string>>();
  const leave = (tag: string, entry: PresenceEntry) => {
    const tags = records.get(recordName(entry));
    tags?.delete(tag);
    if (tags?.size === 0) records.delete(recordName(entry));
    pages.delete(tag);
  };
  return {
    put: (tag, being) => {
      const before = pages.get(tag) ?? null;
      if (before !== null && being !== null && isSameEntry(before, being)) return [];
      if (before !== null) leave(tag, before);
      if (being !== null) {
        pages.set(tag, being);
        records.set(recordName(being), (records.get(recordName(being)) ?? new Set()).add(tag));
      }
      const touched = [before, being].filter((each) => each !== null);
      return touched.map(({ entity, id }) => ({ entity, id }));
    },
    get: (tag) => pages.get(tag) ?? null,
    at: (key) =>
      [...(records.get(recordName(key)) ?? [])]
        .flatMap((tag) => {
          const being = pages.get(tag);
          return being === undefined ? [] : [[tag, being] as const];
        })
        .sort(([one, a], [other, b]) => a.since - b.since || (one < other ? -1 : 1)),
    isEmpty: () => pages.size === 0,
  };
}

export const recordName = ({ entity, id }: RecordKey): string => JSON.stringify([entity, id]);

const isSameEntry = (one: PresenceEntry, other: PresenceEntry): boolean =>
  one.person === other.person && one.editing === other.editing && recordName(one) === recordName(other);
