import type { InfiniteData, Query, QueryKey } from '@tanstack/react-query';
import type { WirePage } from '../../engine/core/wire-format.ts';
import type { Application } from '../api/application.ts';
import { KEEPS, onShelf, walkShelf } from './device.ts';

/** What was read, as it lies on the device. */
export interface Kept {
  /** The hash of the query; in it stand the person and the View. */
  readonly key: string;
  /** UTC milliseconds: when the server answered it. */
  readonly at: number;
  /** The answer, as JSON. */
  readonly text: string;
}

/** Whose device it is now, and the application as they have it. */
export interface Own extends Kept {
  readonly person: string;
  /** The hash of the View. */
  readonly view: string;
}

export const OWN = 'application';

/** Queries whose answer is that of the device, by hash: when the server gave it, and whether it is only just coming. */
const standing = new Map<string, { readonly at: number; readonly isComing: boolean }>();

/** When the server gave what a query shows, where the device stands in for it; else null. */
export function stoodInAt({ queryHash, state }: Pick<Query, 'queryHash' | 'state'>): number | null {
  const found = standing.get(queryHash);
  return found !== undefined && (found.isComing || found.at === state.dataUpdatedAt) ? found.at : null;
}

/** What the device keeps of a query that shows nothing yet; null: nothing. The query then says of itself how old it is. */
export async function stoodIn(query: Pick<Query, 'queryHash' | 'queryKey' | 'state' | 'setState'>): Promise<unknown> {
  if (query.state.data !== undefined) return null;
  const kept = await onShelf<Kept | undefined>('kept', 'readonly', (store) => store.get(query.queryHash));
  const found = kept == null || isOver(kept) ? await inList(query.queryKey) : answerOf(kept);
  if (found === null) return null;
  const { at, answer } = found;
  standing.set(query.queryHash, { at, isComing: true });
  // What comes is taken for new; behind that, it is as old as it is.
  setTimeout(() => {
    query.setState({ dataUpdatedAt: at });
    standing.set(query.queryHash, { at, isComing: false });
  });
  return answer;
}

interface Found {
  readonly at: number;
  readonly answer: unknown;
}

const answerOf = ({ at, text }: Kept): Found => ({ at, answer: JSON.parse(text) });

/** A record that was never opened stands whole in the lists that were read. The newest of them counts. */
async function inList([person, view, kind, entity, id]: QueryKey): Promise<Found | null> {
  if (kind !== 'record' || typeof id !== 'string') return null;
  const begins = JSON.stringify([person, view, 'page', entity]).slice(0, -1);
  let newest: Found | null = null;
  await walkShelf('kept', ({ key, value }) => {
    const kept = value as Kept;
    if (!String(key).startsWith(begins) || isOver(kept) || kept.at <= (newest?.at ?? 0)) return;
    const { pages = [] } = JSON.parse(kept.text) as Partial<InfiniteData<Partial<WirePage>>>;
    const answer = pages.flatMap(({ items = [] }) => items).find((item) => item.id === id);
    if (answer !== undefined) newest = { at: kept.at, answer };
  });
  return newest;
}

/** The application that this device keeps; null where it keeps none. */
export async function keptApplication(): Promise<Application | null> {
  const own = await onShelf<Own | undefined>('own', 'readonly', (store) => store.get(OWN));
  if (own == null || isOver(own)) return null;
  return { ...(JSON.parse(own.text) as Application), asOf: own.at };
}

const isOver = ({ at }: Kept): boolean => Math.abs(Date.now() - at) > KEEPS;
