import type { Json } from '../../engine/core/intent.ts';
import type { Problem } from '../../engine/core/wire-format.ts';

/** A write as it is sent. */
export interface StoredWrite {
  readonly kind: 'create' | 'change' | 'delete' | 'event';
  readonly entity: string;
  /** Null for a new record, which has no id yet. */
  readonly id: string | null;
  readonly event: string | null;
  readonly method: string;
  readonly path: string;
  readonly ifMatch: string | null;
  readonly body: { readonly [field: string]: Json } | null;
  /** The hash of the document that the write was made under. */
  readonly document: string;
}

/** The server's refusal of a write. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly next: string;
  /**
   * `isChanged`: somebody else changed the record in the meantime. `now`: its current version, null if the server did
   * not send it.
   */
  readonly isChanged: boolean;
  readonly now: string | null;
}

/** A write stored on the device until the server has decided it. */
export interface OutboxEntry {
  /** Its position among the writes of this device. */
  readonly seq: number;
  readonly person: string;
  /** Idempotency key, so that sending it twice is harmless. */
  readonly key: string;
  readonly want: StoredWrite;
  /** UTC milliseconds. */
  readonly made: number;
  /** The title of the record; for a new one its future title, as far as known. */
  readonly title: string;
  /** The path of the page that it was written on. */
  readonly from: string;
  /** The version and fields of the record that the person saw. */
  readonly base: { readonly etag: string; readonly values: readonly (readonly [field: string, value: Json])[] } | null;
  /** `refused`: the server refused it; `doubted`: too old for a retry, and it is unknown whether it arrived. */
  readonly state: 'waits' | 'refused' | 'doubted';
  /** Why it was refused. */
  readonly refusal: Refusal | null;
  /** It was opened in its form for editing. */
  readonly isOpen: boolean;
}

/**
 * In milliseconds. The server remembers an idempotency key for a day; older writes could be done twice. One hour less,
 * for clocks that differ.
 */
export const KEY_LIFETIME_MS = 23 * 60 * 60 * 1000;

/** What the answer means for an entry. */
export type Outcome = 'sent' | 'refused' | 'not signed in' | 'later';

/** Maps the status of an answer to an outcome. 'later' if nothing was decided. Status 0: there was no answer. */
export function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 401) return 'not signed in';
  if (status === 0 || status === 408 || status === 425 || status === 429) return 'later';
  return status >= 502 && status <= 504 ? 'later' : 'refused';
}

export function refusalOf({ status, code, detail, next = '', current, failures = [] }: Problem): Refusal {
  const [first] = failures;
  const message = first === undefined ? detail : failures.map(({ message }) => message).join(' ');
  return {
    status,
    code,
    message,
    next: first === undefined ? next : (first.next ?? ''),
    isChanged: status === 412 || current !== undefined,
    now: current?._.etag ?? null,
  };
}

/** Returns the entries of one person, in the order in which they were made. */
export const entriesOf = (all: readonly OutboxEntry[], person: string): readonly OutboxEntry[] =>
  all.filter((each) => each.person === person).toSorted((one, other) => one.seq - other.seq);

/** Returns an earlier entry for the same record, which must be sent first; null if there is none. */
export function earlierEntry(all: readonly OutboxEntry[], entry: OutboxEntry): OutboxEntry | null {
  const { entity, id } = entry.want;
  if (id === null) return null;
  return (
    all.find(
      ({ seq, person, want }) => seq < entry.seq && person === entry.person && want.entity === entity && want.id === id,
    ) ?? null
  );
}

/** Returns the entry to send next; null if none can be sent now. */
export function nextToSend(all: readonly OutboxEntry[]): OutboxEntry | null {
  return all.find((entry) => entry.state === 'waits' && earlierEntry(all, entry) === null) ?? null;
}

/** Returns the entries that may have arrived, but whose key the server no longer knows. A person has to check them. */
export function expiredEntries(all: readonly OutboxEntry[], now: number): readonly OutboxEntry[] {
  return all.filter(({ state, made }) => state === 'waits' && Math.abs(now - made) > KEY_LIFETIME_MS);
}

/**
 * Returns the later entries for the same record, updated to the version that the sent write produced, because they were
 * made on top of it. Empty if the server answered from its memory of the key: others may have written since.
 */
export function afterSent(all: readonly OutboxEntry[], sent: OutboxEntry, etag: string | null): readonly OutboxEntry[] {
  const { entity, id, ifMatch } = sent.want;
  if (etag === null || id === null || ifMatch === null) return [];
  return all.flatMap((each) => {
    const { want } = each;
    const isLater = each.seq > sent.seq && each.person === sent.person && want.entity === entity && want.id === id;
    return isLater && want.ifMatch === ifMatch ? { ...each, want: { ...want, ifMatch: etag } } : [];
  });
}

/** An action on an outbox entry. */
export type EntryAction = 'open' | 'try again' | 'discard';

/**
 * Returns the actions that an entry offers. A change that conflicts with somebody else's is opened to be compared field
 * by field, and never sent over theirs.
 */
export function entryActions({
  state,
  want,
  refusal,
}: Pick<OutboxEntry, 'state' | 'want' | 'refusal'>): readonly EntryAction[] {
  if (state === 'waits') return ['discard'];
  if (state === 'doubted') return ['try again', 'discard'];
  if (refusal === null || [403, 404, 410].includes(refusal.status)) return ['discard'];
  if (refusal.isChanged && want.kind === 'change') return ['open', 'discard'];
  const canOpen = want.kind !== 'delete' && want.body !== null;
  return [...(canOpen ? (['open'] as const) : []), 'try again', 'discard'];
}

/** Returns the entry for another attempt. Anything but a change is sent against the current version of the record. */
export function retriedEntry(entry: OutboxEntry, now: number): OutboxEntry {
  const { want, refusal } = entry;
  const current = want.kind === 'change' ? null : (refusal?.now ?? null);
  return {
    ...entry,
    want: current === null ? want : { ...want, ifMatch: current },
    // A new time: the server does not remember keys of refused requests, nor keys this old.
    made: now,
    state: 'waits',
    refusal: null,
    isOpen: false,
  };
}
