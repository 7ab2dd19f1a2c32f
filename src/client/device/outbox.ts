import { hasDeviceStorage, walkDeviceStore, withDeviceStore } from '../platform/device-storage.ts';
import { setUnsentRecords } from '../platform/set-outbox-flag.ts';
import { entriesOf, type OutboxEntry } from './outbox-entry.ts';

/** The outbox as this page knows it. */
let all: readonly OutboxEntry[] = [];
let person: string | null = null;
const listeners = new Set<() => void>();

/**
 * Changes of entries that could not be stored, for example because the disk is full. They count as stored while this
 * page is open. Null: removed.
 */
const unwritten = new Map<number, OutboxEntry | null>();

/** Tells the other tabs of this browser that the outbox changed, or which entry is being sent. */
const CHANNEL = 'ninefold unsent';

type OutboxMessage = 'changed' | { readonly sending: number | null };

let sending: number | null = null;

/** The `seq` of the entry that any tab of this browser is sending; null if none. */
export const sendingEntry = (): number | null => sending;

export function setSendingEntry(seq: number | null): void {
  updateSending(seq);
  broadcast({ sending: seq });
}

function updateSending(seq: number | null): void {
  sending = seq;
  for (const listener of listeners) listener();
}

/** The entries of the signed-in person, in order. The array is the same until something changes. */
export const outboxEntries = (): readonly OutboxEntry[] => all;

/** Subscribes to changes of the outbox, including changes by other tabs. */
export function subscribeToOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the outbox of a person. Returns a function that closes it. */
export function openOutbox(personId: string): () => void {
  person = personId;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<OutboxMessage>) => {
    if (data === 'changed') void readOutbox();
    else updateSending(data.sending);
  };
  void readOutbox();
  return () => {
    channel.close();
    person = null;
    all = [];
  };
}

/** Reads the outbox from the device. `whose`: the person, if the outbox is not open yet. */
export async function readOutbox(personId: string | null = person): Promise<readonly OutboxEntry[]> {
  const stored = await withDeviceStore<OutboxEntry[]>('unsent', 'readonly', (store) => store.getAll());
  // If it can't be read, the known entries stay.
  if (stored === null) return all;
  const found = stored.flatMap((entry) => {
    const change = unwritten.get(entry.seq);
    return change === undefined ? entry : (change ?? []);
  });
  if (person === null) return personId === null ? [] : entriesOf(found, personId);
  all = entriesOf(found, person);
  setUnsentRecords(
    person,
    all.map(({ want }) => `${want.entity}/${want.id ?? ''}`),
  );
  for (const listener of listeners) listener();
  return all;
}

/** Appends an entry. Resolves to false if it could not be stored. */
export async function addEntry(entry: Omit<OutboxEntry, 'seq'>): Promise<boolean> {
  const seq = await withDeviceStore<IDBValidKey>('unsent', 'readwrite', (store) => store.add(entry));
  if (seq === null) return false;
  unwritten.delete(Number(seq));
  person ??= entry.person;
  await notifyChanged();
  return true;
}

/** Replaces entries with the same `seq`. Entries that were removed in the meantime stay removed. */
export async function replaceEntries(entries: readonly OutboxEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const bySeq = new Map<IDBValidKey, OutboxEntry>(entries.map((entry) => [entry.seq, entry]));
  const isWritten = await walkDeviceStore('unsent', (cursor) => {
    const entry = bySeq.get(cursor.primaryKey);
    if (entry !== undefined) cursor.update(entry);
  });
  for (const entry of entries) noteWritten(isWritten, entry.seq, entry);
  await notifyChanged();
}

/** Removes an entry. */
export async function removeEntry({ seq }: Pick<OutboxEntry, 'seq'>): Promise<void> {
  const isWritten = (await withDeviceStore('unsent', 'readwrite', (store) => store.delete(seq))) !== null;
  noteWritten(isWritten, seq, null);
  await notifyChanged();
}

/** Puts a removed entry back at its position. Resolves to false if it could not be stored. */
export async function restoreEntry(entry: OutboxEntry): Promise<boolean> {
  const isWritten = (await withDeviceStore('unsent', 'readwrite', (store) => store.put(entry))) !== null;
  if (isWritten) unwritten.delete(entry.seq);
  await notifyChanged();
  return isWritten;
}

function noteWritten(isWritten: boolean, seq: number, change: OutboxEntry | null): void {
  if (isWritten) unwritten.delete(seq);
  else unwritten.set(seq, change);
}

/**
 * Runs `work` with the current entry while no other tab sends or changes it. Does nothing if another tab does (unless
 * `waits` is true) or if the entry was removed.
 */
export function withEntryLock<T>(
  seq: number,
  work: (entry: OutboxEntry) => Promise<T>,
  waits = false,
): Promise<T | undefined> {
  return navigator.locks.request(`${CHANNEL} ${seq}`, { ifAvailable: !waits }, async (lock) => {
    if (lock === null) return undefined;
    const entry = (await readOutbox()).find((each) => each.seq === seq);
    return entry === undefined ? undefined : work(entry);
  });
}

/** Number of entries of all people. */
export async function countUnsent(): Promise<number> {
  if (!(await hasDeviceStorage())) return 0;
  return (await withDeviceStore<number>('unsent', 'readonly', (store) => store.count())) ?? 0;
}

/** Removes the entries of all people. */
export async function deleteAllUnsent(): Promise<void> {
  const personId = new Set<string>();
  const isDone = await walkDeviceStore('unsent', (cursor) => {
    personId.add((cursor.value as OutboxEntry).person);
    cursor.delete();
  });
  if (isDone) for (const each of personId) setUnsentRecords(each, []);
  await notifyChanged();
}

async function notifyChanged(): Promise<void> {
  await readOutbox();
  broadcast('changed');
}

function broadcast(news: OutboxMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}
