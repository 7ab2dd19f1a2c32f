import { hasDeviceStorage, walkDeviceStore, withDeviceStore } from '../platform/device-storage.ts';
import { setUnsent } from '../platform/set-outbox-flag.ts';
import { type Entry, entriesOf } from './outbox-entry.ts';

/** The outbox as this page knows it. */
let all: readonly Entry[] = [];
let person: string | null = null;
const hearing = new Set<() => void>();

/**
 * Changes of entries that could not be stored, for example because the disk is full. They count as stored while this
 * page is open. Null: removed.
 */
const unwritten = new Map<number, Entry | null>();

/** Tells the other tabs of this browser that the outbox changed, or which entry is being sent. */
const CHANNEL = 'ninefold unsent';

type News = 'changed' | { readonly sending: number | null };

let sending: number | null = null;

/** The `seq` of the entry that any tab of this browser is sending; null if none. */
export const underWay = (): number | null => sending;

export function setUnderWay(seq: number | null): void {
  isUnderWay(seq);
  tell({ sending: seq });
}

function isUnderWay(seq: number | null): void {
  sending = seq;
  for (const told of hearing) told();
}

/** The entries of the signed-in person, in order. The array is the same until something changes. */
export const waiting = (): readonly Entry[] => all;

/** Subscribes to changes of the outbox, including changes by other tabs. */
export function hearQueue(told: () => void): () => void {
  hearing.add(told);
  return () => void hearing.delete(told);
}

/** Opens the outbox of a person. Returns a function that closes it. */
export function openQueue(whose: string): () => void {
  person = whose;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data === 'changed') void read();
    else isUnderWay(data.sending);
  };
  void read();
  return () => {
    channel.close();
    person = null;
    all = [];
  };
}

/** Reads the outbox from the device. `whose`: the person, if the outbox is not open yet. */
export async function read(whose: string | null = person): Promise<readonly Entry[]> {
  const stored = await withDeviceStore<Entry[]>('unsent', 'readonly', (store) => store.getAll());
  // If it can't be read, the known entries stay.
  if (stored === null) return all;
  const found = stored.flatMap((entry) => {
    const become = unwritten.get(entry.seq);
    return become === undefined ? entry : (become ?? []);
  });
  if (person === null) return whose === null ? [] : entriesOf(found, whose);
  all = entriesOf(found, person);
  setUnsent(
    person,
    all.map(({ want }) => `${want.entity}/${want.id ?? ''}`),
  );
  for (const told of hearing) told();
  return all;
}

/** Appends an entry. Resolves to false if it could not be stored. */
export async function add(entry: Omit<Entry, 'seq'>): Promise<boolean> {
  const seq = await withDeviceStore<IDBValidKey>('unsent', 'readwrite', (store) => store.add(entry));
  if (seq === null) return false;
  unwritten.delete(Number(seq));
  person ??= entry.person;
  await changed();
  return true;
}

/** Replaces entries with the same `seq`. Entries that were removed in the meantime stay removed. */
export async function replace(entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const bySeq = new Map<IDBValidKey, Entry>(entries.map((entry) => [entry.seq, entry]));
  const isWritten = await walkDeviceStore('unsent', (cursor) => {
    const entry = bySeq.get(cursor.primaryKey);
    if (entry !== undefined) cursor.update(entry);
  });
  for (const entry of entries) noteWritten(isWritten, entry.seq, entry);
  await changed();
}

/** Removes an entry. */
export async function take({ seq }: Pick<Entry, 'seq'>): Promise<void> {
  const isWritten = (await withDeviceStore('unsent', 'readwrite', (store) => store.delete(seq))) !== null;
  noteWritten(isWritten, seq, null);
  await changed();
}

/** Puts a removed entry back at its position. Resolves to false if it could not be stored. */
export async function putBack(entry: Entry): Promise<boolean> {
  const isWritten = (await withDeviceStore('unsent', 'readwrite', (store) => store.put(entry))) !== null;
  if (isWritten) unwritten.delete(entry.seq);
  await changed();
  return isWritten;
}

function noteWritten(isWritten: boolean, seq: number, become: Entry | null): void {
  if (isWritten) unwritten.delete(seq);
  else unwritten.set(seq, become);
}

/**
 * Runs `work` with the current entry while no other tab sends or changes it. Does nothing if another tab does (unless
 * `waits` is true) or if the entry was removed.
 */
export function alone<T>(seq: number, work: (entry: Entry) => Promise<T>, waits = false): Promise<T | undefined> {
  return navigator.locks.request(`${CHANNEL} ${seq}`, { ifAvailable: !waits }, async (lock) => {
    if (lock === null) return undefined;
    const entry = (await read()).find((each) => each.seq === seq);
    return entry === undefined ? undefined : work(entry);
  });
}

/** Number of entries of all people. */
export async function countAll(): Promise<number> {
  if (!(await hasDeviceStorage())) return 0;
  return (await withDeviceStore<number>('unsent', 'readonly', (store) => store.count())) ?? 0;
}

/** Removes the entries of all people. */
export async function dropAll(): Promise<void> {
  const whose = new Set<string>();
  const isDone = await walkDeviceStore('unsent', (cursor) => {
    whose.add((cursor.value as Entry).person);
    cursor.delete();
  });
  if (isDone) for (const each of whose) setUnsent(each, []);
  await changed();
}

async function changed(): Promise<void> {
  await read();
  tell('changed');
}

function tell(news: News): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}
