import type { RecordKey } from '../../engine/core/facts.ts';

/** Where a page says that it is. */
export interface Place extends RecordKey {
  /** Whether something is typed there that is not saved. */
  readonly editing: boolean;
}

/** A page at a record. */
export interface Being extends Place {
  readonly person: string;
  /** Since when it is there. */
  readonly since: number;
}

/** Which pages are at which records, by a tag that no two pages of all nodes have alike. */
export interface Crowd {
  /** Puts a page there, or nowhere; gives the records where somebody is or is not otherwise than before. */
  readonly put: (tag: string, being: Being | null) => readonly RecordKey[];
  readonly get: (tag: string) => Being | null;
  /** Whoever came first stands first; the same on each node. */
  readonly at: (key: RecordKey) => readonly (readonly [tag: string, being: Being])[];
  readonly isEmpty: () => boolean;
}

export function createCrowd(): Crowd {
  const pages = new Map<string, Being>();
  const records = new Map<string, Set<string>>();
  const leave = (tag: string, being: Being) => {
    const there = records.get(nameOf(being));
    there?.delete(tag);
    if (there?.size === 0) records.delete(nameOf(being));
    pages.delete(tag);
  };
  return {
    put: (tag, being) => {
      const before = pages.get(tag) ?? null;
      if (before !== null && being !== null && sameBeing(before, being)) return [];
      if (before !== null) leave(tag, before);
      if (being !== null) {
        pages.set(tag, being);
        records.set(nameOf(being), (records.get(nameOf(being)) ?? new Set()).add(tag));
      }
      const touched = [before, being].filter((each) => each !== null);
      return touched.map(({ entity, id }) => ({ entity, id }));
    },
    get: (tag) => pages.get(tag) ?? null,
    at: (key) =>
      [...(records.get(nameOf(key)) ?? [])]
        .flatMap((tag) => {
          const being = pages.get(tag);
          return being === undefined ? [] : [[tag, being] as const];
        })
        .sort(([one, a], [other, b]) => a.since - b.since || (one < other ? -1 : 1)),
    isEmpty: () => pages.size === 0,
  };
}

export const nameOf = ({ entity, id }: RecordKey): string => JSON.stringify([entity, id]);

const sameBeing = (one: Being, other: Being): boolean =>
  one.person === other.person && one.editing === other.editing && nameOf(one) === nameOf(other);
