import type { RecordKey, StoredComment } from '../../engine/core/needs-and-facts.ts';

/** A page of a record's comments, newest first. */
export interface CommentPage {
  readonly items: readonly StoredComment[];
  /** Whether there are older comments. */
  readonly more: boolean;
}

/** Selects a page of comments: those older than the comment `before`, or the newest ones if `before` is null. */
export interface CommentPlan extends RecordKey {
  readonly before: string | null;
  readonly limit: number;
}
