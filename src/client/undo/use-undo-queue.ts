import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { STORED_HERE } from '../api/stored-here-error.ts';
import { messages } from '../languages/messages.ts';
import { useToast } from '../toasts/toasts.tsx';
import { undoQueues } from '../undo-queue/page-undo-queue.ts';
import { createUndoQueue, type DelayedAction, type QueueEntry, type UndoQueue } from '../undo-queue/undo-queue.ts';
import { useView } from '../view/view-context.tsx';
import { confirmationFor } from './confirm-irreversible.tsx';

export interface UndoQueueHandle {
  /** Actions of this page that are not answered yet. */
  readonly entries: readonly QueueEntry[];
  /**
   * Delays `work` so that the action can be stopped; resolves to null if it was. If the action has an irreversible
   * consequence (`consequence`), asks for confirmation instead of delaying.
   */
  readonly delay: <T>(ask: DelayedAction, work: () => Promise<T>) => Promise<{ readonly value: T } | null>;
  /** Reports that a delayed action was refused. */
  readonly reportRefusal: (ask: DelayedAction, entity: string, problem: Problem) => void;
}

/** The undo queue: delays actions that can't be undone, so that they can be stopped. */
export function useUndoQueue(): UndoQueueHandle {
  const client = useQueryClient();
  const queue = undoQueueFor(client);
  const say = useToast();
  const { recordRoute, go } = useView();
  const entries = useSyncExternalStore(queue.subscribe, queue.entries);
  const delay = useCallback<UndoQueueHandle['delay']>(
    async (ask, work) => {
      if (ask.consequence != null) {
        if (!(await confirmationFor(client).ask({ ...ask, consequence: ask.consequence }))) return null;
        await queue.flush(ask.records);
        return { value: await work() };
      }
      return queue.delay(ask, work, (controls) => {
        const stop = () => {
          controls.stop();
          say({ title: messages.undo.stopped({ label: ask.label }), text: ask.text, tone: 'info' });
        };
        return say({
          title: ask.label,
          text: ask.text,
          tone: 'info',
          countdown: controls,
          action: { label: messages.undo.undo, onPress: stop },
          other: { label: messages.undo.now, onPress: controls.runNow },
        });
      });
    },
    [client, queue, say],
  );
  const reportRefusal = useCallback<UndoQueueHandle['reportRefusal']>(
    ({ label, text, records: [id] }, entity, { code, title, detail, next = '' }) => {
      if (code === STORED_HERE) return void say({ title, text: detail, tone: 'info' });
      const to = id === undefined ? null : recordRoute(entity, id);
      say({
        // Without an answer it is unknown whether the action was done.
        title: code === 'UNREACHABLE' ? label : messages.undo.refused({ label }),
        text: `${text}: ${detail} ${next}`,
        tone: 'danger',
        ...(to === null ? {} : { action: { label: messages.undo.open({ title: text }), onPress: () => go(to) } }),
      });
    },
    [say, recordRoute, go],
  );
  return { entries, delay, reportRefusal };
}

function undoQueueFor(client: QueryClient): UndoQueue {
  const found = undoQueues.get(client) ?? createUndoQueue();
  undoQueues.set(client, found);
  return found;
}

/** Whether this action on the record was started and is not answered yet. */
export const isQueued = (entries: readonly QueueEntry[], id: string, event: string | null): boolean =>
  entries.some(({ action }) => action.event === event && action.records.includes(id));
