import type { Row } from '../../fields/text/value.ts';
import type { Answer, QuestionNeed } from '../core/facts.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import type { WireRecord, WireRefusal } from '../core/wire-format.ts';

/** A record as one person read it, with everything that the answer went by. */
export interface KeptRecord {
  readonly person: Row | null;
  readonly roles: string;
  readonly dev: boolean;
  readonly wire: WireRecord | null;
  readonly rows: readonly (readonly [entity: string, id: string, row: Row | null])[];
  readonly answers: readonly (readonly [need: QuestionNeed, answer: Answer])[];
  /** The date on which it holds; null: on any. */
  readonly date: string | null;
}

/** What was worked out of something and is the same whenever it is met again. */
export interface Told {
  /** Refusals as they go over the wire, with lines and without. */
  readonly withLines: WeakMap<Refusal, WireRefusal>;
  readonly withoutLines: WeakMap<Refusal, WireRefusal>;
  /** Refusals of an input by the one failure that they are for. */
  readonly invalid: WeakMap<Failure, Refusal>;
  /** Refusals without what decided. */
  readonly unseen: WeakMap<Refusal, Refusal>;
  /** JSON of records without what is ours beside their fields. */
  readonly fields: WeakMap<WireRecord, string>;
  /** JSON of records, each with something short that tells it from others. */
  readonly records: WeakMap<WireRecord, { readonly bytes: Uint8Array<ArrayBuffer>; readonly mark: string }>;
  /** JSON of refusals, each with something short that tells it from others. */
  readonly marked: WeakMap<WireRefusal, { readonly text: string; readonly mark: string }>;
  /** The latest tag of a row for somebody to whom it hangs on nothing but the row and their own. */
  readonly tagged: WeakMap<Row, Tagged>;
  /** Records that people were shown, the latest of them and those before. */
  readonly shown: Shown;
  /** Records as people read them, by the rows they are of, and how many. */
  readonly kept: { of: WeakMap<Row, readonly KeptRecord[]>; count: number };
}

/** Ids, by who was shown them and of which entity. */
export type ShownIds = Map<string, Set<string>>;

export interface Shown {
  latest: ShownIds;
  before: ShownIds;
  /** How many are among the latest. */
  count: number;
}

export interface Tagged {
  readonly person: Row | null;
  readonly roles: string;
  readonly link: string | undefined;
  readonly tag: string;
}
