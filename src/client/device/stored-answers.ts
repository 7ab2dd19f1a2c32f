import type { InfiniteData, Query, QueryKey } from '@tanstack/react-query';
import type { WirePage } from '../../engine/core/wire-format.ts';
import type { Application } from '../api/application.ts';
import { MAX_ANSWER_AGE_MS, walkDeviceStore, withDeviceStore } from '../platform/device-storage.ts';

/** An answer stored on the device. */
export interface StoredAnswer {
  /** The hash of the query, which contains the person and the View. */
  readonly key: string;
  /** When the server gave the answer, in UTC milliseconds. */
  readonly at: number;
  /** The answer as JSON. */
  readonly text: string;
}

/** The person who uses this device, and their application. */
export interface StoredOwner extends StoredAnswer {
  readonly person: string;
  /** The hash of the View. */
  readonly view: string;
}

export const OWNER_KEY = 'application';

/** Queries that show a stored answer, by hash: when the server gave it, and whether it is just being set. */
const shownFromDevice = new Map<string, { readonly at: number; readonly isComing: boolean }>();

/** Returns when the server gave what a query shows, if that is a stored answer; else null. */
export function storedAnswerTime({ queryHash, state }: Pick<Query, 'queryHash' | 'state'>): number | null {
  const found = shownFromDevice.get(queryHash);
  return found !== undefined && (found.isComing || found.at === state.dataUpdatedAt) ? found.at : null;
}

/** Returns the stored answer for a query without data; null if there is none. Sets the query's age afterwards. */
export async function storedAnswerFor(
  query: Pick<Query, 'queryHash' | 'queryKey' | 'state' | 'setState'>,
): Promise<unknown> {
  if (query.state.data !== undefined) return null;
  const stored = await withDeviceStore<StoredAnswer | undefined>('kept', 'readonly', (store) =>
    store.get(query.queryHash),
  );
  const found = stored == null || isExpired(stored) ? await findInLists(query.queryKey) : answerOf(stored);
  if (found === null) return null;
  const { at, answer } = found;
  shownFromDevice.set(query.queryHash, { at, isComing: true });
  // The query marks new data as fresh; its real age is set afterwards.
  setTimeout(() => {
    query.setState({ dataUpdatedAt: at });
    shownFromDevice.set(query.queryHash, { at, isComing: false });
  });
  return answer;
}

interface DatedAnswer {
  readonly at: number;
  readonly answer: unknown;
}

const answerOf = ({ at, text }: StoredAnswer): DatedAnswer => ({ at, answer: JSON.parse(text) });

/** Finds a record that was never opened in the stored lists. The newest list wins. */
async function findInLists([person, view, kind, entity, id]: QueryKey): Promise<DatedAnswer | null> {
  if (kind !== 'record' || typeof id !== 'string') return null;
  const begins = JSON.stringify([person, view, 'page', entity]).slice(0, -1);
  let newest: DatedAnswer | null = null;
  await walkDeviceStore('kept', ({ key, value }) => {
    const stored = value as StoredAnswer;
    if (!String(key).startsWith(begins) || isExpired(stored) || stored.at <= (newest?.at ?? 0)) return;
    const { pages = [] } = JSON.parse(stored.text) as Partial<InfiniteData<Partial<WirePage>>>;
    const answer = pages.flatMap(({ items = [] }) => items).find((item) => item.id === id);
    if (answer !== undefined) newest = { at: stored.at, answer };
  });
  return newest;
}

/** Returns the application stored on this device, or null. */
export async function storedApplication(): Promise<Application | null> {
  const owner = await withDeviceStore<StoredOwner | undefined>('own', 'readonly', (store) => store.get(OWNER_KEY));
  if (owner == null || isExpired(owner)) return null;
  return { ...(JSON.parse(owner.text) as Application), asOf: owner.at };
}

const isExpired = ({ at }: StoredAnswer): boolean => Math.abs(Date.now() - at) > MAX_ANSWER_AGE_MS;
