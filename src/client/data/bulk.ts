import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Problem, WireRecord } from '../../engine/core/wire-format.ts';
import { invalidateChanged } from '../api/changed-records.ts';
import { useQueryKey } from '../api/query-keys.ts';
import { type ProblemError, request } from '../api/request.ts';
import { undoQueues } from '../undo-queue/page-undo-queue.ts';
import { useView } from '../view/view-context.tsx';
import { adoptRecords } from './adopt-answers.ts';
import { currentVersion, type SeenVersion } from './record-version.ts';
import { type Input, useRetryKey } from './writes.ts';

export interface BulkRequest {
  /** Null to delete. */
  readonly event: string | null;
  readonly input?: Input;
  readonly rows: readonly SeenVersion[];
  /** The action comes from the undo queue and can no longer be stopped. */
  readonly wasDelayed?: boolean;
}

/** The outcome for one row: its new record, or the problem. */
export interface BulkOutcome {
  readonly id: string;
  readonly status: number;
  readonly record?: WireRecord | null;
  readonly problem?: Problem;
}

/**
 * Raises an event on several records, or deletes them. The server decides each row in its own transaction. Resolves to
 * the outcomes, in the order of the rows.
 */
export function useBulk(entity: string) {
  const { view } = useView();
  const client = useQueryClient();
  const key = useQueryKey();
  const keyFor = useRetryKey();
  return useMutation<readonly BulkOutcome[], ProblemError, BulkRequest>({
    mutationFn: async ({ event, input, rows: seen, wasDelayed = false }) => {
      const undoQueue = undoQueues.get(client);
      if (!wasDelayed) await undoQueue?.flush(seen.map(({ id }) => id));
      const versions = await Promise.all(seen.map((row) => currentVersion(client, entity, row)));
      const rows = seen.map(({ id, etag }, index) => ({ id, etag: versions[index] ?? etag }));
      const body = { entity, ...(event === null ? { delete: true } : { event, input: input ?? {} }), rows };
      const retry = keyFor(body);
      const answer = await request<{ readonly outcomes: readonly BulkOutcome[] }>('POST', '/_/bulk', {
        body,
        key: retry.key,
        document: view.document,
        keepalive: undoQueue?.isLeaving() ?? false,
      });
      retry.done();
      for (const [index, { record }] of answer.outcomes.entries()) {
        const row = rows[index];
        if (row !== undefined && record) undoQueue?.noteVersion(row.id, row.etag, record._.etag);
      }
      return answer.outcomes;
    },
    onSettled: (outcomes, _error, { rows }) => {
      const newRecords = (outcomes ?? []).flatMap(({ record }) => record ?? []);
      adoptRecords(client, key, entity, newRecords);
      invalidateChanged(
        client,
        view,
        rows.map(({ id }) => ({ entity, id })),
      );
    },
  });
}
