import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Listener, Listeners } from '../core/live-connections.ts';
import { createPresenceRegistry, type PagePosition, type PresenceEntry, recordName } from './presence-registry.ts';
import { type PresenceSource, type PresentPerson, presentPeopleFor } from './publish-presence.ts';
import type { LogEntry } from './runtime.ts';
import { createPresenceChannel, type PresenceChannel } from './share-presence.ts';

/**
 * Tracks who views the same record and who is typing there. Only the nodes know this; it is never stored. A page is
 * forgotten when its connection closes, or when it has not reported for a while.
 */
export interface Presence {
  /**
   * Sets the position of a page of this person, on whichever node its connection is. Does nothing if the page has no
   * connection.
   */
  readonly put: (person: string, tab: string, position: PagePosition | null) => void;
  /** Forgets the page of a closed connection. */
  readonly connectionClosed: (listener: Listener) => void;
  /** Updates the person's pages after a change of what the person may read of these records. */
  readonly visibilityChanged: (person: string, keys: readonly RecordKey[]) => void;
  /** Updates all pages, because a new document may change what everybody may read. */
  readonly documentChanged: () => void;
  readonly close: () => Promise<void>;
}

interface PresenceOptions extends PresenceSource {
  readonly listeners: Listeners;
  readonly log: (entry: LogEntry) => void;
}

/** A page whose connection is on this node, and which is at a record. */
interface Page {
  readonly tag: string;
  readonly person: string;
  readonly listener: Listener;
  /** When the page is forgotten unless it reports again. */
  until: number;
  /** The JSON of the list of people that was last sent to the page. */
  sentText: string;
}

/** Maximum number of people at one record who see one another. The earliest count. */
const MAX_PEOPLE_AT_RECORD = 50;
/** Maximum number of tracked pages per person. */
const MAX_PAGES_OF_PERSON = 20;
/** A page reports its position every 15 seconds; a hidden page with unsaved input, every 60 seconds. */
const LEASE = 40_000;
const LEASE_EDITING = 90_000;
const HEARTBEAT = 5_000;
/** A node that sends nothing for this long is considered gone. */
const NODE_TIMEOUT = 16_000;
/** Changes within this interval are sent together. */
const BATCH_INTERVAL = 200;
const NOBODY = '[]';

export function createPresence({ store, current, clock, listeners, log }: PresenceOptions): Presence {
  const node = crypto.randomUUID();
  const registry = createPresenceRegistry();
  const pages = new Map<Listener, Page>();
  const byTag = new Map<string, Page>();
  const byPerson = new Map<string, Set<Page>>();
  const dirty = new Map<string, RecordKey>();
  let work: Promise<void> | null = null;
  let endPause: (() => void) | null = null;
  let heartbeatTimer: ReturnType<typeof setInterval> | null = null;
  let isClosed = false;
  let pageCount = 0;

  const touch = (keys: readonly RecordKey[]) => {
    for (const key of keys) dirty.set(recordName(key), key);
    if (dirty.size > 0 && !isClosed) work ??= publishAll();
    if (!registry.isEmpty() && !isClosed) heartbeatTimer ??= setInterval(heartbeat, HEARTBEAT);
  };
  const heartbeat = () => {
    const now = clock();
    for (const page of [...pages.values()]) if (page.until <= now) forget(page);
    channel?.forgetSilentNodes(now - NODE_TIMEOUT);
    if (pages.size > 0) channel?.heartbeat();
    if (!registry.isEmpty() || heartbeatTimer === null) return;
    clearInterval(heartbeatTimer);
    heartbeatTimer = null;
  };
  const forget = (page: Page) => {
    const { tag, listener, person } = page;
    pages.delete(listener);
    byTag.delete(tag);
    byPerson.get(person)?.delete(page);
    if (byPerson.get(person)?.size === 0) byPerson.delete(person);
    channel?.publish(tag, null);
    touch(registry.put(tag, null));
  };
  const pageOf = (listener: Listener, person: string): Page | null => {
    const existing = pages.get(listener);
    if (existing !== undefined) return existing;
    const ownPages = byPerson.get(person) ?? new Set();
    if (ownPages.size >= MAX_PAGES_OF_PERSON) return null;
    pageCount += 1;
    const page: Page = {
      tag: `${node} ${String(pageCount).padStart(12, '0')}`,
      person,
      listener,
      until: 0,
      sentText: NOBODY,
    };
    pages.set(listener, page);
    byTag.set(page.tag, page);
    byPerson.set(person, ownPages.add(page));
    return page;
  };
  const movePage = (listener: Listener, person: string, position: PagePosition | null) => {
    const page = position === null ? pages.get(listener) : pageOf(listener, person);
    if (page === undefined || page === null) return;
    if (position === null) return forget(page);
    const { entity, id, editing } = position;
    const before = registry.get(page.tag);
    const isSameRecord = before !== null && recordName(before) === recordName(position);
    if (!isSameRecord) page.sentText = NOBODY;
    page.until = clock() + (editing ? LEASE_EDITING : LEASE);
    const entry: PresenceEntry = { entity, id, editing, person, since: isSameRecord ? before.since : clock() };
    const touched = registry.put(page.tag, entry);
    if (touched.length > 0) channel?.publish(page.tag, entry);
    touch(touched);
  };
  const channel: PresenceChannel | null =
    store.signals === null
      ? null
      : createPresenceChannel({
          signals: store.signals,
          clock,
          localEntries: function* () {
            for (const tag of byTag.keys()) {
              const being = registry.get(tag);
              if (being !== null) yield [tag, being] as const;
            }
          },
          deliver: (tag, being) => touch(registry.put(tag, being)),
          onForwarded: (person, tab, position) => {
            const listener = listeners.find(person, tab);
            if (listener !== null) movePage(listener, person, position);
          },
        });

  const publishAll = async (): Promise<void> => {
    while (dirty.size > 0 && !isClosed) {
      const keys = [...dirty.values()];
      dirty.clear();
      for (const key of keys)
        await publishRecord(key).catch((error: unknown) =>
          log({ level: 'error', message: 'Presence could not be sent to open pages.', error }),
        );
      await pause();
    }
    work = null;
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, BATCH_INTERVAL);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const publishRecord = async (key: RecordKey): Promise<void> => {
    const now = clock();
    for (const [tag] of registry.at(key)) {
      const page = byTag.get(tag);
      if (page !== undefined && page.until <= now) forget(page);
    }
    const first = earliestPeople(registry.at(key));
    const recipients = new Set([...first].flatMap(([tag, { person }]) => (byTag.has(tag) ? person : [])));
    const peopleFor = await presentPeopleFor(
      { store, current, clock },
      key,
      first.map(([, entry]) => entry),
      recipients,
    );
    // A page may have moved during the query. Its new record is then in `dirty` and is published next.
    for (const [tag, entry] of registry.at(key)) {
      const page = byTag.get(tag);
      if (page !== undefined) send(page, key, peopleFor.get(entry.person) ?? []);
    }
  };
  const send = (page: Page, { entity, id }: RecordKey, people: readonly PresentPerson[]) => {
    const text = JSON.stringify(people);
    if (page.sentText === text) return;
    page.sentText = text;
    page.listener.send('present', { entity, id, people });
  };

  return {
    put: (person, tab, position) => {
      if (isClosed) return;
      const listener = listeners.find(person, tab);
      if (listener !== null) movePage(listener, person, position);
      else channel?.forward(person, tab, position);
    },
    connectionClosed: (listener) => {
      const page = pages.get(listener);
      if (page !== undefined && !isClosed) forget(page);
    },
    visibilityChanged: (person, keys) => {
      if (!byPerson.has(person)) return;
      const others = new Set(
        keys.filter(({ entity }) => entity === current().compiled.people?.entity).map(({ id }) => id),
      );
      const names = new Set(keys.map(recordName));
      for (const { tag } of byPerson.get(person) ?? []) {
        const being = registry.get(tag);
        if (being === null) continue;
        if (names.has(recordName(being)) || registry.at(being).some(([, each]) => others.has(each.person)))
          touch([being]);
      }
    },
    documentChanged: () => touch([...byTag.keys()].flatMap((tag) => registry.get(tag) ?? [])),
    close: async () => {
      isClosed = true;
      channel?.close();
      if (heartbeatTimer !== null) clearInterval(heartbeatTimer);
      endPause?.();
      await work;
    },
  };
}

function earliestPeople(
  all: readonly (readonly [tag: string, being: PresenceEntry])[],
): readonly (readonly [string, PresenceEntry])[] {
  const people = new Set([...new Set(all.map(([, { person }]) => person))].slice(0, MAX_PEOPLE_AT_RECORD));
  return all.filter(([, { person }]) => people.has(person));
}
