/*
 * What a device keeps: what was read, under `kept`; the application itself, under `own`; and what could not be sent,
 * under `unsent`. Where the browser keeps nothing (a private window, a full disk), every function does nothing.
 */

import { setUnsent } from './set-outbox-flag.ts';

export type DeviceStore = 'kept' | 'own' | 'unsent';

const NAME = 'ninefold device';

/** What was read longer ago is shown no more, in milliseconds. */
export const KEEPS = 7 * 24 * 60 * 60 * 1000;

let opened: Promise<IDBDatabase | null> | null = null;

/** Does `work` on one shelf and resolves once it is done for good; null where nothing can be kept. */
export const withDeviceStore = <T>(
  shelf: DeviceStore,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> => onShelves([shelf], mode, (transaction) => work(transaction.objectStore(shelf)));

/** As `onShelf`, on several at once: nothing else of this browser comes between what is done on them. */
export async function onShelves<T>(
  shelves: readonly DeviceStore[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => IDBRequest<T>,
): Promise<T | null> {
  opened ??= open();
  const database = await opened;
  if (database === null) return null;
  try {
    const durability = shelves.includes('unsent') ? 'strict' : 'default';
    const transaction = database.transaction(shelves, mode, { durability });
    const request = work(transaction);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    return request.result;
  } catch {
    // Full, or taken away while the page is open.
    return null;
  }
}

/** Walks over all that lies on a shelf; `each` may delete or change what it is at. False: all is as it was. */
export async function walkDeviceStore(
  shelf: DeviceStore,
  each: (cursor: IDBCursorWithValue) => void,
): Promise<boolean> {
  const walked = await withDeviceStore(shelf, 'readwrite', (store) => {
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

/** Whether this browser keeps anything at all. */
export async function canKeep(): Promise<boolean> {
  opened ??= open();
  return (await opened) !== null;
}

/** What was read leaves the device. What could not be sent stays. */
export async function forgetRead(): Promise<void> {
  if (!(await hasDeviceStorage())) return;
  await onShelves(['own', 'kept'], 'readwrite', (transaction) => {
    transaction.objectStore('own').clear();
    return transaction.objectStore('kept').clear();
  });
}

/** Nothing of this person is left. What others could not send is theirs. */
export async function forgetAll(person: string): Promise<void> {
  if (!(await hasDeviceStorage())) return;
  setUnsent(person, []);
  await forgetRead();
  await walkDeviceStore('unsent', (cursor) => {
    if ((cursor.value as { readonly person: string }).person === person) cursor.delete();
  });
}

/** Whether anything was ever kept: nothing is made only to be emptied. */
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
        // Somebody clears this site's data, or another page wants a newer form of it.
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
