import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Problem, WireRecord } from '../../engine/core/wire-format.ts';
import { useView } from '../view/view.tsx';
import { waitingOn } from '../waiting/of-page.ts';
import { adoptRecords } from './adopt.ts';
import { invalidateChanged } from './changes.ts';
import { useKey } from './keys.ts';
import { type ProblemError, request } from './request.ts';
import { type Seen, versionFor } from './version.ts';
import { type Input, useRetryKey } from './writes.ts';

export interface BulkAsk {
  /** Null: delete. */
  readonly event: string | null;
  readonly input?: Input;
  readonly rows: readonly Seen[];
  /** It waited until it could not be stopped any more. */
  readonly waited?: boolean;
}

/** Of one row: its record after it, or why not. */
export interface BulkOutcome {
  readonly id: string;
  readonly status: number;
  readonly record?: WireRecord | null;
  readonly problem?: Problem;
}

/** One decision and one transaction a row; resolves to the outcome of each, in order. */
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
