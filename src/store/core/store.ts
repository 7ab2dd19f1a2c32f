import type { FollowUp } from '../../engine/context/follow-up.ts';
import type { HistoryEntry, Verdict } from '../../engine/context/verdict.ts';
import type { Facts, Needs, RecordKey, RowNeed, Upload } from '../../engine/core/needs-and-facts.ts';
import type { AffectedRecords, Recomputation } from '../../engine/effects/recompute.ts';
import type { Timing } from '../../engine/effects/timers.ts';
import type { AggregatePlan, DeletedPlan, ListPlan, PlanPrincipal } from '../../engine/query/list-plan.ts';
import type { FileValue, Row, Value } from '../../fields/text/value.ts';
import type { Model } from '../../model/types/model.ts';
import type { StoredBlob } from './blob-store.ts';
import type { CommentPage, CommentPlan } from './comments.ts';
import type { Deliveries } from './deliveries.ts';
import type { DueTimer, Timers } from './due-timers.ts';
import type { Keyring } from './keyring.ts';
import type { TokenBuckets } from './request-counts.ts';
import type { SavedViews } from './saved-views.ts';
import type { Signals } from './signals.ts';

/**
 * The database of records. The handle is always passed as an argument and never held in module state. There is one way
 * to write: `write(…)` opens the transaction, loads the facts, calls the synchronous pure function `decide`, applies
 * its writes and commits. No caller ever holds a transaction.
 */
export interface Store {
  /** Random secret, the same for every process that opens this data. It signs the data that pages carry. */
  readonly secret: string;
  /** Token buckets shared by all processes on this data; null if only one process can have it open at a time. */
  readonly tokenBuckets: TokenBuckets | null;
  /** Messages between the processes on this data; null if only one process can have it open at a time. */
  readonly signals: Signals | null;
  /** Credentials: passwords, sessions, tokens. */
  readonly keys: Keyring;
  /** The outbox of outgoing calls. */
  readonly deliveries: Deliveries;
  /** When the product acts by itself. */
  readonly timers: Timers;
  /** Lists that people saved under a name. */
  readonly views: SavedViews;
  /** Rejects only if the store itself fails (disk full, closed); nothing was written then. */
  write(request: WriteRequest): Promise<WriteOutcome>;
  /**
   * Runs several requests in one transaction, each decided on the state that the previous ones left. Rejects like
   * `write`.
   */
  writeTogether(batch: WriteBatch): Promise<BatchOutcome>;
  /** Returns rows for a list or a screen. The plan contains the row permissions. */
  list(plan: ListPlan, asker: PlanPrincipal): Promise<ListResult>;
  aggregate(plan: AggregatePlan, asker: PlanPrincipal): Promise<readonly AggregateRow[]>;
  /**
   * Returns ids of deleted records, the latest deletion first; `load` reads the records. The plan contains the row
   * permissions.
   */
  deleted(plan: DeletedPlan, asker: PlanPrincipal): Promise<DeletedResult>;
  /**
   * Loads the named rows and the records on their paths. `more` returns further needs that only the loaded facts reveal
   * (questions over other records), as in a write. Applies no permissions: for decisions only.
   */
  load(needs: Needs, more?: (facts: Facts) => Needs | null): Promise<Facts>;
  /**
   * Resolves readers to records, each once. Lines are replaced by the records that own them; for all records of an
   * entity, the newest `limit` are returned. Applies no permissions.
   */
  affectedRecords(readers: readonly AffectedRecords[], limit: number): Promise<readonly RecordKey[]>;
  /** Returns live records in order of creation. Applies no permissions. */
  people(entity: string, limit: number): Promise<readonly Row[]>;
  /**
   * Returns the first live record whose field has this value, or null. Ignores case if the field does. Applies no
   * permissions.
   */
  findBy(entity: string, field: string, value: Value): Promise<Row | null>;
  /** Newest first. Fields have their current names; removed fields are omitted. */
  history(key: RecordKey, limit: number): Promise<readonly StoredHistory[]>;
  /**
   * Newest first. Returns null if the comment named by `before` does not belong to this record. Applies no permissions.
   */
  comments(plan: CommentPlan): Promise<CommentPage | null>;
  /** The audit log of changes that affect people's rights, newest first. */
  authority(limit: number): Promise<readonly StoredAuthority[]>;
  inbox(person: string, limit: number): Promise<readonly InboxEntry[]>;
  markInboxRead(person: string, ids: readonly string[]): Promise<void>;
  outbox(key: RecordKey | null, limit: number): Promise<readonly OutboxEntry[]>;
  addUpload(upload: Upload & { readonly bytes: Uint8Array }, now: number): Promise<void>;
  /**
   * Like `addUpload`, for a stream. After the last byte, `judge` returns the upload's description; if it returns null,
   * nothing is stored.
   */
  receiveUpload(bytes: AsyncIterable<Uint8Array>, judge: () => Promise<Upload | null>, now: number): Promise<boolean>;
  /**
   * Adds further uploads of the same bytes that can be attached separately. Returns false if the person has no such
   * unattached upload.
   */
  copyUpload(token: string, uploader: string, copies: readonly string[]): Promise<boolean>;
  /** Returns the bytes of a file, attached or not; null if there is none. */
  openFile(token: string): Promise<StoredBlob | null>;
  /**
   * Returns the description of a file and where it is attached: anyone who may read that field of that record may read
   * the bytes.
   */
  file(token: string): Promise<StoredFile | null>;
  /** Deletes uploads that were not attached within 24 hours before `now`. Returns their number. */
  dropStaleUploads(now: number): Promise<number>;
  /** Deletes files that no row names, left by a terminated process. Returns their number. */
  sweepFiles(): Promise<number>;
  /**
   * Permanently removes records deleted before a moment, and their values in history, in batches. Returns the number of
   * removed records: 0 if nothing is left to do.
   */
  purge(before: number): Promise<number>;
  /**
   * Clears the values in history entries older than a moment, in batches; who did what and when remains. Returns the
   * number of entries examined: 0 if nothing is left to do.
   */
  clearHistory(before: number): Promise<number>;
  /** Rejects if the database or the file storage does not respond. */
  check(): Promise<void>;
  /** The document that was applied last; null for a new store. */
  applied(): Promise<{ readonly hash: string; readonly text: string } | null>;
  /** Returns the text of any document that was ever applied; history entries name them by hash. */
  document(hash: string): Promise<string | null>;
  /**
   * Migrates the tables to `model`, or reports with counts and examples why that would lose data. Only one caller
   * applies at a time.
   *
   * `settling` computes the new computed fields of existing rows. After the writes of each later request, and in the
   * same transaction, it recomputes the fields that its `readers` name, and the fields that depend on those, until
   * nothing changes. The results are stored without timestamps or history, and their records count as changed.
   *
   * `timing` stores the due times of the document's timers in the transaction of each later write; for existing records
   * they are computed here.
   */
  apply(
    model: Model,
    hash: string,
    text: string,
    settling?: Recomputation | null,
    timing?: Timing | null,
  ): Promise<ApplyOutcome>;
  /**
   * The listener is called after each commit with the changed records, for live updates. Commits of other processes are
   * reported only while some listener's `wantsOthers` returns true, which is the default. Returns a function that ends the
   * subscription.
   */
  subscribe(listener: (changes: readonly ChangedRecord[]) => void, wantsOthers?: () => boolean): () => void;
  /**
   * Runs the work of one request. Reads within it see everything that was committed before the request began, and may
   * share one check for commits of other processes; a read outside of a request checks by itself.
   */
  duringRequest<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface WriteRequest {
  readonly needs: Needs;
  /** Further needs that only the loaded facts reveal (a reference followed from a loaded row). May be called twice. */
  readonly more?: (facts: Facts) => Needs | null;
  readonly decide: (facts: Facts) => Verdict;
  /**
   * How to decide each follow-up (`follow` of a verdict). Follow-ups run one after the other, on the state written so
   * far and in the same transaction, with the product as the actor. A refusal rolls back everything. Called once for
   * each follow-up.
   */
  readonly follow?: (consequence: FollowUp, index: number) => FollowUpDecider;
  /**
   * What the response needs once the record is written, called until nothing is missing; `row` is the record after the
   * write. If absent, the facts of the outcome contain nothing new but the written records.
   */
  readonly answering?: (row: Row, facts: Facts) => Needs | null;
  readonly actor: Actor;
  readonly now: number;
  readonly documentHash: string;
  /**
   * For the same key and person within 24 hours: returns the stored answer, or `mismatch` if `request` differs. Only
   * allowed writes are stored: a refused request may be corrected and sent again with its key.
   */
  readonly idempotency: {
    readonly key: string;
    readonly request: string;
    /** Called inside the transaction, with the facts after the write. */
    readonly answer: (verdict: Verdict, facts: Facts) => string;
  } | null;
}

/** Several requests of one actor, moment and document. The idempotency keys of the single requests are ignored. */
export interface WriteBatch extends Pick<WriteRequest, 'actor' | 'now' | 'documentHash'> {
  readonly requests: readonly WriteRequest[];
  /**
   * `all`: everything, or nothing if one request is refused; `allowed`: every request that is not refused; `none`:
   * nothing, as a dry run.
   */
  readonly keep: 'all' | 'allowed' | 'none';
  /** Like that of a single request; stored only if the batch was written. */
  readonly idempotency: {
    readonly key: string;
    readonly request: string;
    readonly answer: (verdicts: readonly Verdict[]) => string;
  } | null;
}

export type BatchOutcome =
  | {
      readonly outcome: 'decided';
      /** The verdict of each request, in order, including the writes of its follow-ups. */
      readonly verdicts: readonly Verdict[];
      readonly kept: boolean;
    }
  | { readonly outcome: 'replayed'; readonly answer: string }
  | { readonly outcome: 'mismatch' };

export interface FollowUpDecider {
  readonly needs: Needs;
  readonly more: (facts: Facts) => Needs | null;
  readonly decide: (facts: Facts) => Verdict;
}

export type WriteOutcome =
  | {
      readonly outcome: 'decided';
      /** Includes the writes of all follow-ups. */
      readonly verdict: Verdict;
      /** Facts after the write, for the response. */
      readonly facts: Facts;
      /** Timers of written records that are already due. Absent if there are none. */
      readonly due?: readonly DueTimer[];
    }
  | { readonly outcome: 'replayed'; readonly answer: string }
  | { readonly outcome: 'mismatch' };

/** `acting`: in development, somebody acts as this person. Kind `product`: sample data and timers. */
export type Actor =
  | { readonly kind: 'person'; readonly person: string; readonly acting: boolean }
  | { readonly kind: 'product' };

export interface ListResult {
  /**
   * Rows as the plan selects them: a field whose read condition is false is empty; a field that is not selected is
   * absent.
   */
  readonly rows: readonly Row[];
  /** Bytes of all texts of each row, including its lines; only if the plan asks for them. */
  readonly weights?: readonly number[];
  readonly more: boolean;
  /** Exact up to `maxCount`, `atLeast` beyond it; null if the plan asks for no count. */
  readonly total: { readonly count: number; readonly atLeast: boolean } | null;
}

export interface DeletedResult {
  readonly found: readonly { readonly id: string; readonly at: number }[];
  readonly more: boolean;
  /** Like that of a list. */
  readonly total: ListResult['total'];
}

export interface AggregateRow {
  /**
   * Value of the group, or key of a bucket. Null for a total without groups, and for the group of rows whose value is
   * empty.
   */
  readonly key: Value;
  /**
   * In units of the field's scale; an average is not rounded. Null if there is no value, or if it is too large to be
   * exact.
   */
  readonly value: number | null;
  /** Number of rows in the group. */
  readonly rows: number;
  /** For amounts with currencies: the currency of all of them; null if there are several or none. */
  readonly currency?: string | null;
  /** Further measures of the plan, in its order, each like `value`. */
  readonly furtherValues?: readonly (number | null)[];
}

export interface StoredFile extends Upload {
  /** Null while the file is not attached. */
  readonly at: { readonly entity: string; readonly id: string; readonly field: string } | null;
  /** The record on whose page the file appears; for a line, the record that owns the line. */
  readonly owner: RecordKey | null;
}

export interface StoredAuthority extends RecordKey {
  readonly at: number;
  readonly actor: Actor;
  readonly field: string;
  readonly from: Value;
  readonly to: Value;
  readonly documentHash: string;
}

export interface StoredHistory extends HistoryEntry {
  readonly at: number;
  readonly actor: Actor;
  readonly documentHash: string;
}

export interface InboxEntry {
  readonly id: string;
  readonly at: number;
  readonly entity: string;
  readonly record: string;
  readonly event: string;
  readonly read: boolean;
}

/**
 * `waitsFor`: id of the element of the document without which the entry cannot be sent; null if it only waits for its turn.
 */
export interface OutboxEntry {
  readonly id: string;
  readonly at: number;
  readonly entity: string;
  readonly record: string;
  readonly call: string;
  readonly event: string;
  readonly waitsFor: string | null;
  /** `dead`: given up, until somebody retries it. */
  readonly state: 'waiting' | 'sent' | 'dead';
  readonly attempts: number;
  /** Why the last attempt failed, as a sentence; null if none failed. */
  readonly problem: string | null;
  /** JSON; null if the call has no body. */
  readonly body: string | null;
}

export interface ChangedRecord extends RecordKey {
  /** `comment`: the record itself is unchanged; one of its comments was written, changed or deleted. */
  readonly kind: 'insert' | 'update' | 'delete' | 'comment';
  readonly before: Row | null;
  readonly after: Row | null;
  /** For a comment: the people whose inboxes received an entry. */
  readonly notifiedPeople?: readonly string[];
}

export type ApplyOutcome =
  | {
      readonly applied: true;
      readonly steps: readonly string[];
      /** Number of rows that a new required field leaves empty, by field id. */
      readonly incomplete: ReadonlyMap<string, number>;
    }
  | { readonly applied: false; readonly losses: readonly DataLoss[] };

/** Why a document can't be applied to the existing data. */
export interface DataLoss {
  /** The element in the applied document. */
  readonly element: string;
  readonly message: string;
  readonly count: number;
  /** At most three titles or values. */
  readonly examples: readonly string[];
  readonly next: string;
}

export type { FileValue, RowNeed };
