import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Problem, WireRecord } from '../../engine/core/wire-format.ts';
import { invalidateChanged } from '../api/changed-records.ts';
import { useKey } from '../api/query-keys.ts';
import { type ProblemError, request } from '../api/request.ts';
import { waitingOn } from '../undo-queue/page-undo-queue.ts';
import { useView } from '../view/view-context.tsx';
import { adoptRecords } from './adopt-answers.ts';
import { type Seen, versionFor } from './record-version.ts';
import { type Input, useRetryKey } from './writes.ts';

export interface BulkAsk {
  /** Null to delete. */
  readonly event: string | null;
  readonly input?: Input;
  readonly rows: readonly Seen[];
  /** The action comes from the undo queue and can no longer be stopped. */
  readonly waited?: boolean;
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
  const key = useKey();
  const keyFor = useRetryKey();
  return useMutation<readonly BulkOutcome[], ProblemError, BulkAsk>({
    mutationFn: async ({ event, input, rows: asked, waited = false }) => {
      const waiting = waitingOn.get(client);
      if (!waited) await waiting?.settle(asked.map(({ id }) => id));
      const versions = await Promise.all(asked.map((row) => versionFor(client, entity, row)));
      const rows = asked.map(({ id, etag }, index) => ({ id, etag: versions[index] ?? etag }));
      const body = { entity, ...(event === null ? { delete: true } : { event, input: input ?? {} }), rows };
      const retry = keyFor(body);
      const answer = await request<{ readonly outcomes: readonly BulkOutcome[] }>('POST', '/_/bulk', {
        body,
        key: retry.key,
        document: view.document,
        keepalive: waiting?.isLeaving() ?? false,
      });
      retry.done();
      for (const [index, { record }] of answer.outcomes.entries()) {
        const row = rows[index];
        if (row !== undefined && record) waiting?.follows(row.id, row.etag, record._.etag);
      }
      return answer.outcomes;
    },
    onSettled: (outcomes, _error, { rows }) => {
      const after = (outcomes ?? []).flatMap(({ record }) => record ?? []);
      adoptRecords(client, key, entity, after);
      invalidateChanged(
        client,
        view,
        rows.map(({ id }) => ({ entity, id })),
      );
    },
  });
}
