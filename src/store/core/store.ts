import type { FollowUp } from '../../engine/context/follow-up.ts';
import type { HistoryEntry, Verdict } from '../../engine/context/verdict.ts';
import type { Facts, Needs, RecordKey, RowNeed, Upload } from '../../engine/core/facts.ts';
import type { Readers, Settling } from '../../engine/effects/recompute.ts';
import type { Timing } from '../../engine/effects/timers.ts';
import type { AggregatePlan, DeletedPlan, ListPlan, PlanPrincipal } from '../../engine/query/list-plan.ts';
import type { FileValue, Row, Value } from '../../fields/text/value.ts';
import type { Model } from '../../model/types/model.ts';
import type { StoredBlob } from './blob-store.ts';
import type { CommentPage, CommentPlan } from './comments.ts';
import type { Deliveries } from './deliveries.ts';
import type { DueTimer, Timers } from './due-timers.ts';
import type { Keyring } from './keyring.ts';
import type { Counting } from './request-counts.ts';
import type { SavedViews } from './saved-views.ts';
import type { Signals } from './signals.ts';

/**
 * Where records live. The handle is an argument everywhere; nothing about it is module state.
 * There is one way to write: `write(…)` opens the transaction, loads the facts, calls the synchronous pure
 * `decide`, applies its writes, commits. No caller ever holds a transaction.
 */
export interface Store {
  /** Random, and the same for every program that opens this data: it signs what pages carry. */
  readonly secret: string;
  /** What several programs over this data count together; null: only one has it open at a time. */
  readonly counting: Counting | null;
  /** What several programs over this data say to one another; null: only one has it open at a time. */
  readonly signals: Signals | null;
  /** What lets people in: passwords, sessions, tokens. */
  readonly keys: Keyring;
  /** What is to leave, and how it stands with it. */
  readonly deliveries: Deliveries;
  /** When the product is to act by itself. */
  readonly timers: Timers;
  /** Lists that people keep under a name. */
  readonly views: SavedViews;
  /** Rejects only when the store itself fails (disk full, closed): then nothing was written. */
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** Several requests in one transaction, each decided over what those before it wrote. Rejects as `write` does. */
  writeTogether(batch: WriteBatch): Promise<BatchOutcome>;
  /** Rows for a list or a screen. Row permissions are in the plan. */
  list(plan: ListPlan, asker: PlanPrincipal): Promise<ListResult>;
  aggregate(plan: AggregatePlan, asker: PlanPrincipal): Promise<readonly AggregateRow[]>;
  /** Deleted records by id, the latest first; `load` reads them. Row permissions are in the plan. */
  deleted(plan: DeletedPlan, asker: PlanPrincipal): Promise<DeletedResult>;
  /**
   * The rows named, with what their paths lead to; `more` as in a write, for what shows only then (questions over other
   * records). No permission is applied: for decisions only.
   */
  load(needs: Needs, more?: (facts: Facts) => Needs | null): Promise<Facts>;
  /** Which records these are, each once, lines as the records that own them; of all of an entity the newest. No permission is applied. */
  reached(readers: readonly Readers[], limit: number): Promise<readonly RecordKey[]>;
  /** Live records in the order in which they were made. No permission is applied. */
  people(entity: string, limit: number): Promise<readonly Row[]>;
  /** The first live record whose field has this value, without case where the field says so; or null. No permission is applied. */
  findBy(entity: string, field: string, value: Value): Promise<Row | null>;
  /** Newest first; fields by their names of today, those that are gone left out. */
  history(key: RecordKey, limit: number): Promise<readonly StoredHistory[]>;
  /** Newest first. Null: what it is to begin behind is no comment of this record. No permission is applied. */
  comments(plan: CommentPlan): Promise<CommentPage | null>;
  /** The log of changes to what gives people rights, newest first. */
  authority(limit: number): Promise<readonly StoredAuthority[]>;
  inbox(person: string, limit: number): Promise<readonly InboxEntry[]>;
  markInboxRead(person: string, ids: readonly string[]): Promise<void>;
  outbox(key: RecordKey | null, limit: number): Promise<readonly OutboxEntry[]>;
  addUpload(upload: Upload & { readonly bytes: Uint8Array }, now: number): Promise<void>;
  /** As `addUpload`, while it comes; `judge` says what it is once all of it is there, or null, and then nothing of it stays. */
  receiveUpload(bytes: AsyncIterable<Uint8Array>, judge: () => Promise<Upload | null>, now: number): Promise<boolean>;
  /** Further uploads of the bytes of one, which each may be attached; false where this person has no such upload that is free. */
  copyUpload(token: string, uploader: string, copies: readonly string[]): Promise<boolean>;
  /** The bytes of a file that is there, attached or not. */
  openFile(token: string): Promise<StoredBlob | null>;
  /** What a token names and where it is attached: whoever reads that field of that record may read the bytes. */
  file(token: string): Promise<StoredFile | null>;
  /** Drops uploads that nothing attached within 24 hours of `now`. */
  dropStaleUploads(now: number): Promise<number>;
  /** Removes bytes of files that nothing names: what a program that was ended left. How many there were. */
  sweepFiles(): Promise<number>;
  /**
   * Takes away for good what was deleted before a moment, with every value of it in history; some at a time. How many
   * records went: 0 where nothing is left to do.
   */
  purge(before: number): Promise<number>;
  /**
   * Clears the values in what history told before a moment, some of it at a time; who did what when stays. Returns how many
   * entries it looked at: 0 where nothing is left to do.
   */
  clearHistory(before: number): Promise<number>;
  /** Rejects where the data, or the place where its files lie, does not answer. */
  check(): Promise<void>;
  /** The document that the data was last brought in line with; null on a new store. */
  applied(): Promise<{ readonly hash: string; readonly text: string } | null>;
  /** The text of any document that was ever applied: history names them by hash. */
  document(hash: string): Promise<string | null>;
  /**
   * Brings tables in line with `model`, or says with counts and examples why that would lose data. One applier at a time.
   * `settling`: the computed fields of rows that were there before their formula are worked out here. From then on, after the
   * writes of each request and in its transaction, those of its `readers` are worked out anew, and of the readers of those,
   * until nothing differs. They are stored without times or history, and their records count as changed.
   * `timing`: from then on the moments of the document's timers are kept in the transaction of each write; of records that
   * were there before they are worked out here.
   */
  apply(
    model: Model,
    hash: string,
    text: string,
    settling?: Settling | null,
    timing?: Timing | null,
  ): Promise<ApplyOutcome>;
  /** Told after each commit which records changed; for live updates. */
  subscribe(listener: (changes: readonly Changed[]) => void): () => void;
  close(): Promise<void>;
}

export interface WriteRequest {
  readonly needs: Needs;
  /** Further needs that only show once the first facts are there (a reference followed from a loaded row); may be asked twice. */
  readonly more?: (facts: Facts) => Needs | null;
  readonly decide: (facts: Facts) => Verdict;
  /**
   * How each thing is decided that follows (`follow` of a verdict), one after the other over what was written so far, in the
   * same transaction; the product is the actor. A refusal takes back everything. Asked once for each.
   */
  readonly follow?: (consequence: FollowUp, index: number) => Follow;
  /**
   * What answering with the record needs once it is written, asked until nothing is missing; `row` is the record as it
   * stands then. Where it is absent, nothing but that is among the facts of the outcome that was not before.
   */
  readonly answering?: (row: Row, facts: Facts) => Needs | null;
  readonly actor: Actor;
  readonly now: number;
  readonly documentHash: string;
  /**
   * Same key and person within 24 hours: the stored answer again; another `request` under the same key: `mismatch`.
   * Only what was allowed is stored: a refused request may be mended and sent again under its key.
   */
  readonly idempotency: {
    readonly key: string;
    readonly request: string;
    /** Called inside the transaction, with the facts after the write. */
    readonly answer: (verdict: Verdict, facts: Facts) => string;
  } | null;
}

/** Several requests of one actor, moment and document, whose own keys are not looked at. */
export interface WriteBatch extends Pick<WriteRequest, 'actor' | 'now' | 'documentHash'> {
  readonly requests: readonly WriteRequest[];
  /** `all`: everything or, where one is refused, nothing; `allowed`: what is not refused; `none`: nothing, to see what would come of it. */
  readonly keep: 'all' | 'allowed' | 'none';
  /** As that of a request; only what was kept is stored. */
  readonly idempotency: {
    readonly key: string;
    readonly request: string;
    readonly answer: (verdicts: readonly Verdict[]) => string;
  } | null;
}

export type BatchOutcome =
  | {
      readonly outcome: 'decided';
      /** Of each request, in order, with the writes of all that followed. */
      readonly verdicts: readonly Verdict[];
      readonly kept: boolean;
    }
  | { readonly outcome: 'replayed'; readonly answer: string }
  | { readonly outcome: 'mismatch' };

export interface Follow {
  readonly needs: Needs;
  readonly more: (facts: Facts) => Needs | null;
  readonly decide: (facts: Facts) => Verdict;
}

export type WriteOutcome =
  | {
      readonly outcome: 'decided';
      /** With the writes of all that followed. */
      readonly verdict: Verdict /** Facts after the write, for the answer. */;
      readonly facts: Facts;
      /** Timers of what was written whose moment has come with it. Absent: none. */
      readonly due?: readonly DueTimer[];
    }
  | { readonly outcome: 'replayed'; readonly answer: string }
  | { readonly outcome: 'mismatch' };

/** `as`: in development, the person somebody acts as. `kind` product: samples, timers. */
export type Actor =
  | { readonly kind: 'person'; readonly person: string; readonly acting: boolean }
  | { readonly kind: 'product' };

export interface ListResult {
  /** As the plan selects them: a field whose gate does not hold is empty, one that is not selected is absent. */
  readonly rows: readonly Row[];
  /** Of a plan that asks for it: by row, the bytes of all its texts and of those in its lines. */
  readonly weights?: readonly number[];
  readonly more: boolean;
  /** Exact up to `countTo`; `atLeast` when there are more; null when nothing was counted. */
  readonly total: { readonly count: number; readonly atLeast: boolean } | null;
}

export interface DeletedResult {
  readonly found: readonly { readonly id: string; readonly at: number }[];
  readonly more: boolean;
  /** As of a list. */
  readonly total: ListResult['total'];
}

export interface AggregateRow {
  /** The group's value, or the key of a bucket; null for one number, and for the group of rows where it is empty. */
  readonly key: Value;
  /** In units of the field's scale, an average not rounded; null where there is none or it is too large to be exact. */
  readonly value: number | null;
  /** How many rows count in it. */
  readonly rows: number;
  /** Of amounts that name their currency, that of all of them; null: they are in several, or there is none. */
  readonly currency?: string | null;
  /** What the plan measures besides, in its order, as `value`. */
  readonly besides?: readonly (number | null)[];
}

export interface StoredFile extends Upload {
  /** Null while no record holds it. */
  readonly at: { readonly entity: string; readonly id: string; readonly field: string } | null;
  /** The record that people open to see it: of a line, the record that owns the line. */
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

/** `waitsFor`: the id of the element that is not shown and that delivery needs; null: it waits for delivery itself. */
export interface OutboxEntry {
  readonly id: string;
  readonly at: number;
  readonly entity: string;
  readonly record: string;
  readonly call: string;
  readonly event: string;
  readonly waitsFor: string | null;
  /** `dead`: it was given up, until somebody tries it again. */
  readonly state: 'waiting' | 'sent' | 'dead';
  readonly attempts: number;
  /** Why the last attempt failed, as a sentence; null: none did. */
  readonly problem: string | null;
  /** JSON; null: it has none. */
  readonly body: string | null;
}

export interface Changed extends RecordKey {
  /** `comment`: the record itself is as it was; a comment at it was written, changed or deleted. */
  readonly kind: 'insert' | 'update' | 'delete' | 'comment';
  readonly before: Row | null;
  readonly after: Row | null;
  /** Of a comment: the people in whose inboxes something stands since. */
  readonly told?: readonly string[];
}

export type ApplyOutcome =
  | {
      readonly applied: true;
      readonly steps: readonly string[] /** Rows that a new required field leaves empty, by field id. */;
      readonly incomplete: ReadonlyMap<string, number>;
    }
  | { readonly applied: false; readonly losses: readonly Loss[] };

/** Why a document can't be applied to the data there is. */
export interface Loss {
  /** The element as the applied document had it. */
  readonly element: string;
  readonly message: string;
  readonly count: number;
  /** At most three titles or values. */
  readonly examples: readonly string[];
  readonly next: string;
}

export type { FileValue, RowNeed };
