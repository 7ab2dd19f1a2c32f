import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { KEPT_HERE } from '../api/stored-here-error.ts';
import { waitingTexts } from '../texts/undo-texts.ts';
import { useToast } from '../toasts/toasts.tsx';
import { waitingOn } from '../undo-queue/page-undo-queue.ts';
import { type Ask, createWaiting, type Entry, type Waiting } from '../undo-queue/undo-queue.ts';
import { useView } from '../view/view-context.tsx';
import { confirmingOf } from './confirm-irreversible.tsx';

export interface WaitingInHand {
  /** Actions of this page that are not answered yet. */
  readonly entries: readonly Entry[];
  /**
   * Delays `work` so that the action can be stopped; resolves to null if it was. If the action has an irreversible
   * consequence (`happens`), asks for confirmation instead of delaying.
   */
  readonly hold: <T>(ask: Ask, work: () => Promise<T>) => Promise<{ readonly value: T } | null>;
  /** Reports that a delayed action was refused. */
  readonly sayRefused: (ask: Ask, entity: string, problem: Problem) => void;
}

/** The undo queue: delays actions that can't be undone, so that they can be stopped. */
export function useWaiting(): WaitingInHand {
  const client = useQueryClient();
  const queue = waitingOf(client);
  const say = useToast();
  const { recordRoute, go } = useView();
  const entries = useSyncExternalStore(queue.listen, queue.entries);
  const hold = useCallback<WaitingInHand['hold']>(
    async (ask, work) => {
      if (ask.happens != null) {
        if (!(await confirmingOf(client).ask({ ...ask, happens: ask.happens }))) return null;
        await queue.settle(ask.records);
        return { value: await work() };
      }
      return queue.hold(ask, work, (held) => {
        const stop = () => {
          held.stop();
          say({ title: waitingTexts.stopped(ask.label), text: ask.text, tone: 'info' });
        };
        return say({
          title: ask.label,
          text: ask.text,
          tone: 'info',
          held,
          action: { label: waitingTexts.undo, onPress: stop },
          other: { label: waitingTexts.now, onPress: held.now },
        });
      });
    },
    [client, queue, say],
  );
  const sayRefused = useCallback<WaitingInHand['sayRefused']>(
    ({ label, text, records: [id] }, entity, { code, title, detail, next = '' }) => {
      if (code === KEPT_HERE) return void say({ title, text: detail, tone: 'info' });
      const to = id === undefined ? null : recordRoute(entity, id);
      say({
        // Without an answer it is unknown whether the action was done.
        title: code === 'UNREACHABLE' ? label : waitingTexts.refused(label),
        text: `${text}: ${detail} ${next}`,
        tone: 'danger',
        ...(to === null ? {} : { action: { label: waitingTexts.open(text), onPress: () => go(to) } }),
      });
    },
    [say, recordRoute, go],
  );
  return { entries, hold, sayRefused };
}

function waitingOf(client: QueryClient): Waiting {
  const found = waitingOn.get(client) ?? createWaiting();
  waitingOn.set(client, found);
  return found;
}

/** Whether this action on the record was started and is not answered yet. */
export const isHeld = (entries: readonly Entry[], id: string, event: string | null): boolean =>
  entries.some(({ ask }) => ask.event === event && ask.records.includes(id));
