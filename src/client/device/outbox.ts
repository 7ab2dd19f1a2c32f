import { hasDeviceStorage, walkDeviceStore, withDeviceStore } from '../platform/device-storage.ts';
import { setUnsent } from '../platform/set-outbox-flag.ts';
import { type Entry, entriesOf } from './outbox-entry.ts';

/** What waits to be sent, as this page knows it. */
let all: readonly Entry[] = [];
let person: string | null = null;
const hearing = new Set<() => void>();

/**
 * What became of entries, as far as the device would not take it: even that one was refused may be more than a full one
 * takes. So long as this page is open it counts as written. Null: taken away.
 */
const unwritten = new Map<number, Entry | null>();

/** Tells the other pages of this browser: that something changed, or which one is being sent. */
const CHANNEL = 'ninefold unsent';

type News = 'changed' | { readonly sending: number | null };

let sending: number | null = null;

/** The one that is being sent, by this page or another one of this browser. */
export const underWay = (): number | null => sending;

export function setUnderWay(seq: number | null): void {
  isUnderWay(seq);
  tell({ sending: seq });
}

function isUnderWay(seq: number | null): void {
  sending = seq;
  for (const told of hearing) told();
}

/** The entries of whoever uses the page, in order; the same list until something changes. */
export const waiting = (): readonly Entry[] => all;

/** Hears of every change of them, also by another page. */
export function hearQueue(told: () => void): () => void {
  hearing.add(told);
  return () => void hearing.delete(told);
}

/** From here on it is the queue of this person. The answer ends it. */
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

/** Looks at the device; `whose`: for whoever does not use it yet. */
export async function read(whose: string | null = person): Promise<readonly Entry[]> {
  const stored = await withDeviceStore<Entry[]>('unsent', 'readonly', (store) => store.getAll());
  // What can't be looked at is not gone.
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

/** Puts one behind the others; false where the device keeps nothing. */
export async function add(entry: Omit<Entry, 'seq'>): Promise<boolean> {
  const seq = await withDeviceStore<IDBValidKey>('unsent', 'readwrite', (store) => store.add(entry));
  if (seq === null) return false;
  unwritten.delete(Number(seq));
  person ??= entry.person;
  await changed();
  return true;
}

/** Puts entries in the place of those that they were. One that is gone meanwhile stays gone. */
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

/** Takes one away: it was sent, or nobody wants it any more. */
export async function take({ seq }: Pick<Entry, 'seq'>): Promise<void> {
  const isWritten = (await withDeviceStore('unsent', 'readwrite', (store) => store.delete(seq))) !== null;
  noteWritten(isWritten, seq, null);
  await changed();
}

/** Puts one back where it was; false where the device does not take it any more. */
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
 * Does something with an entry as it is by now, while no other page of this browser sends it or does anything with it.
 * Nothing is done where one does, unless that is waited for (`waits`), or where it is gone.
 */
export function alone<T>(seq: number, work: (entry: Entry) => Promise<T>, waits = false): Promise<T | undefined> {
  return navigator.locks.request(`${CHANNEL} ${seq}`, { ifAvailable: !waits }, async (lock) => {
    if (lock === null) return undefined;
    const entry = (await read()).find((each) => each.seq === seq);
    return entry === undefined ? undefined : work(entry);
  });
}

/** How many there are of anybody. */
export async function countAll(): Promise<number> {
  if (!(await hasDeviceStorage())) return 0;
  return (await withDeviceStore<number>('unsent', 'readonly', (store) => store.count())) ?? 0;
}

/** Nothing is left of anybody's. */
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
