import { onShelf, walkShelf } from './device.ts';
import { type Entry, entriesOf } from './entry.ts';
import { setUnsent } from './set-flag.ts';

/** What waits to be sent, as this page knows it. */
let all: readonly Entry[] = [];
let person: string | null = null;
const hearing = new Set<() => void>();

/** Tells the other pages of this browser. */
const CHANNEL = 'ninefold unsent';

let sending: number | null = null;

/** The one that this page is sending. */
export const underWay = (): number | null => sending;

export function setUnderWay(seq: number | null): void {
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
  channel.onmessage = () => void read();
  void read();
  return () => {
    channel.close();
    person = null;
    all = [];
  };
}

/** Looks at the device; `whose`: for whoever does not use it yet. */
export async function read(whose: string | null = person): Promise<readonly Entry[]> {
  const found = (await onShelf<Entry[]>('unsent', 'readonly', (store) => store.getAll())) ?? [];
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
  const seq = await onShelf<IDBValidKey>('unsent', 'readwrite', (store) => store.add(entry));
  if (seq === null) return false;
  person ??= entry.person;
  await changed();
  return true;
}

/** Puts entries in the place of those that they were. One that is gone meanwhile stays gone. */
export async function replace(entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const bySeq = new Map<IDBValidKey, Entry>(entries.map((entry) => [entry.seq, entry]));
  await walkShelf('unsent', (cursor) => {
    const entry = bySeq.get(cursor.primaryKey);
    if (entry !== undefined) cursor.update(entry);
  });
  await changed();
}

/** Takes one away: it was sent, or nobody wants it any more. */
export async function take({ seq }: Pick<Entry, 'seq'>): Promise<void> {
  await onShelf('unsent', 'readwrite', (store) => store.delete(seq));
  await changed();
}

/** Puts one back where it was. */
export async function putBack(entry: Entry): Promise<void> {
  await onShelf('unsent', 'readwrite', (store) => store.put(entry));
  await changed();
}

async function changed(): Promise<void> {
  await read();
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}
