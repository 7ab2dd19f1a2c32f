import type { Json } from '../../engine/core/intent.ts';

/** Typed values that were not sent, by the key of their form, then by field id. */
export interface Drafts {
  /** Returns the same map until one of its values changes. */
  readonly read: (key: string) => ReadonlyMap<string, Json>;
  /** `isSecret`: not written to the storage, so it does not survive a reload. */
  readonly set: (key: string, field: string, value: Json, isSecret?: boolean) => void;
  readonly unset: (key: string, field: string) => void;
  readonly clear: (key: string) => void;
  readonly subscribe: (told: () => void) => () => void;
  /** Whether all drafts would survive a reload. */
  readonly isKept: () => boolean;
}

/** The part of the browser's storage that is used. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const nothing: ReadonlyMap<string, Json> = new Map();
const prefix = 'ninefold draft ';

/**
 * Creates drafts that are also written to `storage`. If the storage is full or forbidden, they do not survive a reload,
 * which `isKept` reports.
 */
export function createDrafts(storage: DraftStorage | null): Drafts {
  const held = new Map<string, ReadonlyMap<string, Json>>();
  const secret = new Set<string>();
  const listeners = new Set<() => void>();
  const read = (key: string): ReadonlyMap<string, Json> => {
    const found = held.get(key) ?? stored(storage, key);
    held.set(key, found);
    return found;
  };
  const put = (key: string, values: ReadonlyMap<string, Json>) => {
    held.set(key, values.size === 0 ? nothing : values);
    keep(storage, key, new Map([...values].filter(([field]) => !secret.has(field))));
    for (const told of listeners) told();
  };
  return {
    read,
    set: (key, field, value, isSecret = false) => {
      if (isSecret) secret.add(field);
      put(key, new Map(read(key)).set(field, value));
    },
    unset: (key, field) => put(key, new Map([...read(key)].filter(([name]) => name !== field))),
    clear: (key) => put(key, nothing),
    subscribe: (told) => {
      listeners.add(told);
      return () => void listeners.delete(told);
    },
    isKept: () => [...held].every(([key, values]) => sameEntries(stored(storage, key), values)),
  };
}

const sameEntries = (one: ReadonlyMap<string, Json>, other: ReadonlyMap<string, Json>): boolean =>
  JSON.stringify([...one]) === JSON.stringify([...other]);

function stored(storage: DraftStorage | null, key: string): ReadonlyMap<string, Json> {
  try {
    const text = storage?.getItem(prefix + key) ?? null;
    const entries: unknown = text === null ? null : JSON.parse(text);
    return Array.isArray(entries) ? new Map(entries as [string, Json][]) : nothing;
  } catch {
    return nothing;
  }
}

function keep(storage: DraftStorage | null, key: string, values: ReadonlyMap<string, Json>): void {
  try {
    if (values.size === 0) storage?.removeItem(prefix + key);
    else storage?.setItem(prefix + key, JSON.stringify([...values]));
  } catch {
    // The storage is full: the draft stays in memory.
  }
}
