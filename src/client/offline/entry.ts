import type { Json } from '../../engine/core/intent.ts';
import type { Problem } from '../../engine/core/wire-format.ts';

/** What somebody wanted to write, as it is sent. */
export interface Want {
  readonly kind: 'create' | 'change' | 'delete' | 'event';
  readonly entity: string;
  /** Null: a new record, which has no id yet. */
  readonly id: string | null;
  readonly event: string | null;
  readonly method: string;
  readonly path: string;
  readonly ifMatch: string | null;
  readonly body: { readonly [field: string]: Json } | null;
  /** The document that it was written under. */
  readonly document: string;
}

/** What the server said of it. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly next: string;
  /** Somebody else changed the record meanwhile: its version as it is now; null where it is not told. */
  readonly isChanged: boolean;
  readonly now: string | null;
}

/** A write that is kept on the device until the server has decided it. */
export interface Entry {
  /** Its place among the others of this device. */
  readonly seq: number;
  readonly person: string;
  /** Makes sending it twice harmless. */
  readonly key: string;
  readonly want: Want;
  /** UTC milliseconds. */
  readonly made: number;
  /** What the record is called; of a new one, what it will be, as far as it can be told. */
  readonly title: string;
  /** The path of the page that it was written on. */
  readonly from: string;
  /** The record as this person saw it: its version and its fields. */
  readonly base: { readonly etag: string; readonly values: readonly (readonly [field: string, value: Json])[] } | null;
  /** `refused`: the server decided; `doubted`: it may have arrived long ago, which nobody can tell any more. */
  readonly state: 'waits' | 'refused' | 'doubted';
  /** Why it was refused. */
  readonly refusal: Refusal | null;
  /** It stands in its form, to be mended there. */
  readonly isOpen: boolean;
}

/** The server knows a key for a day: what is older could be done twice. In milliseconds, with an hour for clocks that differ. */
export const KNOWN_FOR = 23 * 60 * 60 * 1000;

/** What becomes of an entry by an answer. */
export type Outcome = 'sent' | 'refused' | 'not signed in' | 'later';

/** An answer decides, unless it says that nothing was decided yet. Status 0: none came. */
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

/** Those of one person, in the order in which they were made. */
export const entriesOf = (all: readonly Entry[], person: string): readonly Entry[] =>
  all.filter((each) => each.person === person).toSorted((one, other) => one.seq - other.seq);

/** An earlier one about the same record, which this one waits for; null where there is none. */
export function earlierOf(all: readonly Entry[], entry: Entry): Entry | null {
  const { entity, id } = entry.want;
  if (id === null) return null;
  return (
    all.find(
      ({ seq, person, want }) => seq < entry.seq && person === entry.person && want.entity === entity && want.id === id,
    ) ?? null
  );
}

/** The one to be sent next; null where all that is left waits for somebody. */
export function nextOf(all: readonly Entry[]): Entry | null {
  return all.find((entry) => entry.state === 'waits' && earlierOf(all, entry) === null) ?? null;
}

/** Those that may have arrived, and that the server would not know again: somebody has to look first. */
export function doubted(all: readonly Entry[], now: number): readonly Entry[] {
  return all.filter(({ state, made }) => state === 'waits' && Math.abs(now - made) > KNOWN_FOR);
}

/**
 * What a sent one leaves to the others about its record: they were made over what it wrote, so they are sent against the
 * version that it led to. One that was answered from memory tells no version: others may have written since.
 */
export function afterSent(all: readonly Entry[], sent: Entry, etag: string | null): readonly Entry[] {
  const { entity, id, ifMatch } = sent.want;
  if (etag === null || id === null || ifMatch === null) return [];
  return all.flatMap((each) => {
    const { want } = each;
    const isOver = each.seq > sent.seq && each.person === sent.person && want.entity === entity && want.id === id;
    return isOver && want.ifMatch === ifMatch ? { ...each, want: { ...want, ifMatch: etag } } : [];
  });
}

/** What can be done about an entry. */
export type Way = 'open' | 'try again' | 'discard';

/** A change that somebody else was quicker with is compared field by field, and is never sent over theirs. */
export function waysOf({ state, want, refusal }: Pick<Entry, 'state' | 'want' | 'refusal'>): readonly Way[] {
  if (state === 'waits') return ['discard'];
  if (state === 'doubted') return ['try again', 'discard'];
  if (refusal === null || [403, 404, 410].includes(refusal.status)) return ['discard'];
  if (refusal.isChanged && want.kind === 'change') return ['open', 'discard'];
  const opens = want.kind !== 'delete' && want.body !== null;
  return [...(opens ? (['open'] as const) : []), 'try again', 'discard'];
}

/** The same once more, as somebody wants it who saw why not: what is no change goes against the version as it is now. */
export function again(entry: Entry, now: number): Entry {
  const { want, refusal } = entry;
  const current = want.kind === 'change' ? null : (refusal?.now ?? null);
  return {
    ...entry,
    want: current === null ? want : { ...want, ifMatch: current },
    // The server knows the key of none that it refused, nor of one so old.
    made: now,
    state: 'waits',
    refusal: null,
    isOpen: false,
  };
}
