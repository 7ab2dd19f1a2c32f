import type { KeptComment, RecordKey } from '../../engine/core/facts.ts';

/** Some comments of a record, newest first. */
export interface CommentPage {
  readonly items: readonly KeptComment[];
  /** Whether there are older ones. */
  readonly more: boolean;
}

/** Which of them: those older than one of the same record, or from the newest on. */
export interface CommentPlan extends RecordKey {
  readonly before: string | null;
  readonly limit: number;
}
