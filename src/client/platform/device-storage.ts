/*
 * The device's stores: answers that were read (`kept`), the application (`own`), and unsent writes (`unsent`). If the
 * browser stores nothing (private window, full disk), every function does nothing.
 */

import { setUnsentRecords } from './set-outbox-flag.ts';

export type DeviceStore = 'kept' | 'own' | 'unsent';

const NAME = 'ninefold device';

/** In milliseconds: older answers are no longer shown. */
export const MAX_ANSWER_AGE_MS = 7 * 24 * 60 * 60 * 1000;

let opened: Promise<IDBDatabase | null> | null = null;

/**
 * Runs `work` on one store and resolves to its result once the transaction is committed; null if storage is not
 * available.
 */
export const withDeviceStore = <T>(
  name: DeviceStore,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> => withDeviceStores([name], mode, (transaction) => work(transaction.objectStore(name)));

/** Like `withDeviceStore`, on several stores in one transaction. */
export async function withDeviceStores<T>(
  names: readonly DeviceStore[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => IDBRequest<T>,
): Promise<T | null> {
  opened ??= open();
  const database = await opened;
  if (database === null) return null;
  try {
    const durability = names.includes('unsent') ? 'strict' : 'default';
    const transaction = database.transaction(names, mode, { durability });
    const request = work(transaction);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } catch {
    // The disk is full, or the database was deleted while the page is open.
    return null;
  }
}

/**
 * Visits all entries of a store; `each` may delete or update the current one. Resolves to false if nothing was changed
 * because storage is not available.
 */
export async function walkDeviceStore(name: DeviceStore, each: (cursor: IDBCursorWithValue) => void): Promise<boolean> {
  const walked = await withDeviceStore(name, 'readwrite', (store) => {
    const request = store.openCursor();
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor === null) return;
      each(cursor);
      cursor.continue();
    };
    return store.count();
  });
  return walked !== null;
}

/** Whether this browser can store anything. */
export async function canStore(): Promise<boolean> {
  opened ??= open();
  return (await opened) !== null;
}

/** Deletes stored answers. Unsent writes stay. */
export async function deleteStoredAnswers(): Promise<void> {
  if (!(await hasDeviceStorage())) return;
  await withDeviceStores(['own', 'kept'], 'readwrite', (transaction) => {
    transaction.objectStore('own').clear();
    return transaction.objectStore('kept').clear();
  });
}

/** Deletes everything of this person. Unsent writes of other people stay. */
export async function deletePersonData(person: string): Promise<void> {
  if (!(await hasDeviceStorage())) return;
  setUnsentRecords(person, []);
  await deleteStoredAnswers();
  await walkDeviceStore('unsent', (cursor) => {
    if ((cursor.value as { readonly person: string }).person === person) cursor.delete();
  });
}

/** Whether the database exists, so that it is not created only to be emptied. */
export async function hasDeviceStorage(): Promise<boolean> {
  if (opened !== null) return true;
  try {
    return (await indexedDB.databases()).some(({ name }) => name === NAME);
  } catch {
    return true;
  }
}

function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        const { result } = request;
        result.createObjectStore('kept', { keyPath: 'key' });
        result.createObjectStore('own', { keyPath: 'key' });
        result.createObjectStore('unsent', { keyPath: 'seq', autoIncrement: true });
      };
      request.onsuccess = () => {
        const { result } = request;
        // The site's data is being cleared, or another page upgrades the database.
        result.onversionchange = () => {
          result.close();
          opened = null;
        };
        result.onclose = () => (opened = null);
        resolve(result);
      };
      request.onerror = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
}
