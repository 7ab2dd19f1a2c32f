import type { RecordKey } from '../../engine/core/facts.ts';
import type { Listener, Listeners } from '../core/live-connections.ts';
import { type Being, createCrowd, nameOf, type Place } from './presence-registry.ts';
import { type Present, presentTo, type Reading } from './publish-presence.ts';
import type { LogEntry } from './runtime.ts';
import { type Sharing, sharingOver } from './share-presence.ts';

/**
 * Who looks at the same record, and who is typing there. Known to the nodes alone, never stored; forgotten with the
 * connection of the page, or when the page does not say for a while that it is there still.
 */
export interface Presence {
  /** Where a page of this person is now, on whichever node its connection is; where it has none, nothing happens. */
  readonly put: (person: string, tab: string, place: Place | null) => void;
  /** A connection is over. */
  readonly left: (listener: Listener) => void;
  /** This person may read these records otherwise than before. */
  readonly changed: (person: string, keys: readonly RecordKey[]) => void;
  /** Everybody may. */
  readonly allChanged: () => void;
  readonly close: () => Promise<void>;
}

interface PresenceOptions extends Reading {
  readonly listeners: Listeners;
  readonly log: (entry: LogEntry) => void;
}

/** A page on this node that is at a record. */
interface Page {
  readonly tag: string;
  readonly person: string;
  readonly listener: Listener;
  /** When it is forgotten unless it says that it is there still. */
  until: number;
  /** What its page knows. */
  told: string;
}

/** Of more people at one record, those who came first see one another. */
const MOST_AT_ONE = 50;
/** Further pages of one person are nowhere. */
const MOST_OF_ONE = 20;
/** A page says every 15 seconds that it is there; one that nobody looks at but where something is typed, once a minute. */
const LEASE = 40_000;
const LEASE_EDITING = 90_000;
const BEAT = 5_000;
/** A node that is silent for so long is gone. */
const SILENT = 16_000;
/** What happens within this is told together. */
const CALMLY = 200;
const NOBODY = '[]';

export function createPresence({ store, current, clock, listeners, log }: PresenceOptions): Presence {
  const node = crypto.randomUUID();
  const crowd = createCrowd();
  const pages = new Map<Listener, Page>();
  const byTag = new Map<string, Page>();
  const byPerson = new Map<string, Set<Page>>();
  const dirty = new Map<string, RecordKey>();
  let work: Promise<void> | null = null;
  let waking: (() => void) | null = null;
  let beating: ReturnType<typeof setInterval> | null = null;
  let isClosed = false;
  let made = 0;

  const touch = (keys: readonly RecordKey[]) => {
    for (const key of keys) dirty.set(nameOf(key), key);
    if (dirty.size > 0 && !isClosed) work ??= tellAll();
    if (!crowd.isEmpty() && !isClosed) beating ??= setInterval(beat, BEAT);
  };
  const beat = () => {
    const now = clock();
    for (const page of [...pages.values()]) if (page.until <= now) forget(page);
    sharing?.forgetSilent(now - SILENT);
    if (pages.size > 0) sharing?.beat();
    if (!crowd.isEmpty() || beating === null) return;
    clearInterval(beating);
    beating = null;
  };
  const forget = (page: Page) => {
    const { tag, listener, person } = page;
    pages.delete(listener);
    byTag.delete(tag);
    byPerson.get(person)?.delete(page);
    if (byPerson.get(person)?.size === 0) byPerson.delete(person);
    sharing?.tell(tag, null);
    touch(crowd.put(tag, null));
  };
  const pageOf = (listener: Listener, person: string): Page | null => {
    const known = pages.get(listener);
    if (known !== undefined) return known;
    const alike = byPerson.get(person) ?? new Set();
    if (alike.size >= MOST_OF_ONE) return null;
    made += 1;
    const page: Page = { tag: `${node} ${String(made).padStart(12, '0')}`, person, listener, until: 0, told: NOBODY };
    pages.set(listener, page);
    byTag.set(page.tag, page);
    byPerson.set(person, alike.add(page));
    return page;
  };
  const here = (listener: Listener, person: string, place: Place | null) => {
    const page = place === null ? pages.get(listener) : pageOf(listener, person);
    if (page === undefined || page === null) return;
    if (place === null) return forget(page);
    const { entity, id, editing } = place;
    const before = crowd.get(page.tag);
    const stays = before !== null && nameOf(before) === nameOf(place);
    if (!stays) page.told = NOBODY;
    page.until = clock() + (editing ? LEASE_EDITING : LEASE);
    const being: Being = { entity, id, editing, person, since: stays ? before.since : clock() };
    const touched = crowd.put(page.tag, being);
    if (touched.length > 0) sharing?.tell(page.tag, being);
    touch(touched);
  };
  const sharing: Sharing | null =
    store.signals === null
      ? null
      : sharingOver({
          signals: store.signals,
          clock,
          own: function* () {
            for (const tag of byTag.keys()) {
              const being = crowd.get(tag);
              if (being !== null) yield [tag, being] as const;
            }
          },
          put: (tag, being) => touch(crowd.put(tag, being)),
          passed: (person, tab, place) => {
            const listener = listeners.of(person, tab);
            if (listener !== null) here(listener, person, place);
          },
        });

  const tellAll = async (): Promise<void> => {
    while (dirty.size > 0 && !isClosed) {
      const keys = [...dirty.values()];
      dirty.clear();
      for (const key of keys)
        await tell(key).catch((error: unknown) =>
          log({ level: 'error', message: 'Who is at a record could not be told.', error }),
        );
      await pause();
    }
    work = null;
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CALMLY);
      waking = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const tell = async (key: RecordKey): Promise<void> => {
    const now = clock();
    for (const [tag] of crowd.at(key)) {
      const page = byTag.get(tag);
      if (page !== undefined && page.until <= now) forget(page);
    }
    const first = firstPeople(crowd.at(key));
    const asking = new Set([...first].flatMap(([tag, { person }]) => (byTag.has(tag) ? person : [])));
    const told = await presentTo(
      { store, current, clock },
      key,
      first.map(([, being]) => being),
      asking,
    );
    // Where a page is may have changed meanwhile: then its new place is told of next.
    for (const [tag, being] of crowd.at(key)) {
      const page = byTag.get(tag);
      if (page !== undefined) send(page, key, told.get(being.person) ?? []);
    }
  };
  const send = (page: Page, { entity, id }: RecordKey, people: readonly Present[]) => {
    const text = JSON.stringify(people);
    if (page.told === text) return;
    page.told = text;
    page.listener.send('present', { entity, id, people });
  };

  return {
    put: (person, tab, place) => {
      if (isClosed) return;
      const listener = listeners.of(person, tab);
      if (listener !== null) here(listener, person, place);
      else sharing?.pass(person, tab, place);
    },
    left: (listener) => {
      const page = pages.get(listener);
      if (page !== undefined && !isClosed) forget(page);
    },
    changed: (person, keys) => {
      if (!byPerson.has(person)) return;
      const others = new Set(keys.filter(({ entity }) => entity === current().app.people?.entity).map(({ id }) => id));
      const names = new Set(keys.map(nameOf));
      for (const { tag } of byPerson.get(person) ?? []) {
        const being = crowd.get(tag);
        if (being === null) continue;
        if (names.has(nameOf(being)) || crowd.at(being).some(([, each]) => others.has(each.person))) touch([being]);
      }
    },
    allChanged: () => touch([...byTag.keys()].flatMap((tag) => crowd.get(tag) ?? [])),
    close: async () => {
      isClosed = true;
      sharing?.close();
      if (beating !== null) clearInterval(beating);
      waking?.();
      await work;
    },
  };
}

function firstPeople(all: readonly (readonly [tag: string, being: Being])[]): readonly (readonly [string, Being])[] {
  const people = new Set([...new Set(all.map(([, { person }]) => person))].slice(0, MOST_AT_ONE));
  return all.filter(([, { person }]) => people.has(person));
}
