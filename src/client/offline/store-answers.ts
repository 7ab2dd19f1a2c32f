import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Application } from '../api/application.ts';
import { ProblemError } from '../api/request.ts';
import { OWNER_KEY, type StoredAnswer, type StoredOwner, storedAnswerTime } from '../device/stored-answers.ts';
import {
  deleteStoredAnswers,
  MAX_ANSWER_AGE_MS,
  walkDeviceStore,
  withDeviceStore,
  withDeviceStores,
} from '../platform/device-storage.ts';
import { installServiceWorker, removeServiceWorker } from '../service-worker/install-service-worker.ts';

/** Kinds of answers that are stored. Sessions, programs, deleted records and the document are not. */
const KINDS: ReadonlySet<unknown> = new Set([
  'page',
  'groups',
  'record',
  'history',
  'comments',
  'outbox',
  'tiles',
  'labels',
  'inbox',
  'views',
  'open',
]);

/** Limits of the stored answers: their number and their total length in characters. The oldest is removed first. */
const MAX = { answers: 500, characters: 10_000_000 } as const;

/** Pages stored of a list; otherwise scrolling far would rewrite all pages with each new one. */
const MAX_PAGES = 4;

/** In milliseconds: answers that arrive within this time are written together. */
const BATCH_MS = 400;

/** Limits are checked on the first write and then on every 40th. */
const CHECK_EVERY = 40;

/**
 * Stores what this person reads while the page is open. Answers of other people, other roles or another document are
 * deleted, and everything is deleted if nothing may be stored. Returns a function that stops this.
 */
export function storeAnswers(client: QueryClient, application: Application): () => void {
  const { view } = application;
  const { person } = view;
  if (!view.offline || person === null) {
    void deleteStoredAnswers();
    if (!view.offline) void removeServiceWorker();
    return () => undefined;
  }
  // An application that came from this device is not stored again.
  const whose = { key: OWNER_KEY, person: person.id, view: view.hash };
  const ready =
    application.asOf === undefined ? replaceOwner({ ...whose, at: Date.now(), text: textOf(application) }) : null;
  void installServiceWorker();
  const waiting = new Set<string>();
  let writes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cache = client.getQueryCache();
  const write = async () => {
    timer = undefined;
    await ready;
    const queries = [...waiting].flatMap((hash) => cache.get(hash) ?? []);
    waiting.clear();
    for (const query of queries) await storeAnswer(query, view.hash);
    if (writes++ % CHECK_EVERY === 0) await enforceLimits();
  };
  const schedule = (query: Query) => {
    if (!isStorable(query, person.id, view.hash) || query.state.data === undefined || storedAnswerTime(query) !== null)
      return;
    waiting.add(query.queryHash);
    timer ??= setTimeout(() => void write(), BATCH_MS);
  };
  for (const query of cache.getAll()) schedule(query);
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success') schedule(event.query);
    else if (event.action.type === 'error') void deleteRefused(event.query);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

const textOf = ({ view, status, signIn }: Application): string => JSON.stringify({ view, status, signIn });

const isStorable = ({ queryKey }: Query, person: string, view: string): boolean =>
  queryKey[0] === person && queryKey[1] === view && KINDS.has(queryKey[2]);

/** Deletes the stored answers if the person, the roles or the document changed. */
const replaceOwner = (own: StoredOwner): Promise<unknown> =>
  withOwner((before, stores) => {
    if (before !== undefined && (before.person !== own.person || before.view !== own.view)) stores.kept.clear();
    stores.own.put(own);
  });

async function storeAnswer(query: Query, view: string): Promise<void> {
  const { data, dataUpdatedAt } = query.state;
  if (data === undefined) return;
  const kept: StoredAnswer = { key: query.queryHash, at: dataUpdatedAt, text: JSON.stringify(firstPages(data)) };
  await withOwner((own, stores) => {
    // Another tab belongs to another person by now, or nothing may be stored any more.
    if (own === undefined || own.person !== query.queryKey[0] || own.view !== view) return;
    stores.kept.put(kept);
    stores.own.put({ ...own, at: Math.max(own.at, dataUpdatedAt) });
  });
}

/**
 * Writes in one transaction with a check of the device's owner. Otherwise a concurrent deletion could be undone by a
 * late write.
 */
const withOwner = (
  write: (own: StoredOwner | undefined, stores: Readonly<Record<'own' | 'kept', IDBObjectStore>>) => void,
): Promise<unknown> =>
  withDeviceStores(['own', 'kept'], 'readwrite', (transaction) => {
    const stores = { own: transaction.objectStore('own'), kept: transaction.objectStore('kept') };
    const request: IDBRequest<StoredOwner | undefined> = stores.own.get(OWNER_KEY);
    request.onsuccess = () => write(request.result, stores);
    return request;
  });

/** Returns the first pages of paged data, and other data unchanged. */
export function firstPages(data: unknown): unknown {
  const isInPages = data !== null && typeof data === 'object' && 'pages' in data && 'pageParams' in data;
  if (!isInPages || !Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data;
  return { ...data, pages: data.pages.slice(0, MAX_PAGES), pageParams: data.pageParams.slice(0, MAX_PAGES) };
}

/**
 * Deletes an answer that was refused, and all stored answers that mention the record, because it is gone or no longer
 * readable.
 */
async function deleteRefused({ queryHash, queryKey, state }: Query): Promise<void> {
  const { error } = state;
  const status = error instanceof ProblemError ? error.problem.status : 0;
  if (status === 401) return deleteStoredAnswers();
  if (status !== 403 && status !== 404 && status !== 410) return;
  await withDeviceStore('kept', 'readwrite', (store) => store.delete(queryHash));
  const id = idIn(queryKey);
  if (id === null) return;
  const named = JSON.stringify(id);
  await walkDeviceStore('kept', (cursor) => {
    if ((cursor.value as StoredAnswer).text.includes(named) || String(cursor.key).includes(named)) cursor.delete();
  });
}

const idIn = ([, , kind, , id]: QueryKey): string | null =>
  kind === 'record' && typeof id === 'string' && id !== '' ? id : null;

/** Deletes the oldest answers until the limits are met. */
async function enforceLimits(): Promise<void> {
  const all: { readonly key: IDBValidKey; readonly at: number; readonly size: number }[] = [];
  await walkDeviceStore('kept', ({ key, value }) => {
    const { at, text } = value as StoredAnswer;
    all.push({ key, at, size: text.length });
  });
  for (const key of keysToDelete(all, Date.now()))
    await withDeviceStore('kept', 'readwrite', (store) => store.delete(key));
}

/** Returns the keys to delete: those that are too old, and the oldest beyond the limits. */
export function keysToDelete<K>(
  all: readonly { readonly key: K; readonly at: number; readonly size: number }[],
  now: number,
): readonly K[] {
  let [answers, characters] = [0, 0];
  const isTooMuch = ({ at, size }: { readonly at: number; readonly size: number }) => {
    answers += 1;
    characters += size;
    return now - at > MAX_ANSWER_AGE_MS || answers > MAX.answers || characters > MAX.characters;
  };
  return all.toSorted((one, other) => other.at - one.at).flatMap((each) => (isTooMuch(each) ? [each.key] : []));
}
