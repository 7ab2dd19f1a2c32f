import type { Row } from '../../fields/text/value.ts';
import type { Answer, QuestionNeed } from '../core/needs-and-facts.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import type { Can, WireRecord, WireRefusal } from '../core/wire-format.ts';

/** What was made of a record for one person, with everything that it depends on. */
export interface CachedRecord {
  readonly person: Row | null;
  readonly roles: string;
  /** By which text of the URL the person may read the record; undefined: none. */
  readonly link: string | undefined;
  /** What was made: the record in wire format, or in a shape. */
  readonly form: RecordForm;
  readonly made: unknown;
  readonly rows: readonly (readonly [entity: string, id: string, row: Row | null])[];
  readonly answers: readonly (readonly [need: QuestionNeed, answer: Answer])[];
  /** The date for which the response is valid; null if for any date. */
  readonly date: string | null;
}

/** A form of records: in wire format, with development data or without, or the shape of a call's items. */
export type RecordForm = 'wire' | 'wire in development' | object;

/** Caches of responses and their parts. Each is keyed by an immutable object, so entries never become stale. */
export interface ResponseCache {
  /** Refusals in wire format, with lines of the document and without. */
  readonly withLines: WeakMap<Refusal, WireRefusal>;
  readonly withoutLines: WeakMap<Refusal, WireRefusal>;
  /** Refusals of inputs with exactly one failure, by that failure. */
  readonly invalid: WeakMap<Failure, Refusal>;
  /** Refusals without `decidedBy`. */
  readonly withoutReasons: WeakMap<Refusal, Refusal>;
  /** JSON of the fields of records, without the metadata. */
  readonly fieldsJson: WeakMap<WireRecord, string>;
  /** JSON of records. */
  readonly recordJson: WeakMap<WireRecord, RecordJson>;
  /** JSON of permissions by its text, so that records with equal permissions share it. */
  readonly canJson: Map<string, CanJson>;
  /** JSON of refusals. */
  readonly refusalJson: WeakMap<WireRefusal, string>;
  /** The latest ETag of a row for one principal, if it depends only on the row and the principal's own row. */
  readonly etags: WeakMap<Row, CachedEtag>;
  /** Ids of the records that were recently shown to people. */
  readonly recentlyShown: RecentlyShown;
  /** Cached responses by row, and their total number. */
  readonly cachedRecords: { of: WeakMap<Row, readonly CachedRecord[]>; count: number };
}

/** JSON of a record in two parts, because records of one response share permissions. */
export interface RecordJson {
  /** UTF-8 up to where the permissions follow. */
  readonly head: Uint8Array<ArrayBuffer>;
  readonly can: CanJson;
  /** A short key that differs whenever the record differs. */
  readonly mark: string;
}

export interface CanJson {
  readonly can: Can;
  readonly text: string;
  /** The text and the end of a record that contains it, in UTF-8. */
  readonly tail: Uint8Array;
  /** A short key that differs whenever the text differs. */
  readonly mark: string;
}

/** Record ids, by person and entity. */
export type ShownIds = Map<string, Set<string>>;

export interface RecentlyShown {
  latest: ShownIds;
  before: ShownIds;
  /** The number of ids in `latest`. When it is full, `latest` becomes `before`. */
  count: number;
}

export interface CachedEtag {
  readonly person: Row | null;
  readonly roles: string;
  readonly link: string | undefined;
  readonly tag: string;
}
