import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { KEPT_HERE } from '../api/kept-here.ts';
import { useToast } from '../parts/toasts.tsx';
import { useView } from '../view/view.tsx';
import { confirmingOf } from './confirming.tsx';
import { waitingOn } from './of-page.ts';
import { type Ask, createWaiting, type Entry, type Waiting } from './queue.ts';
import { waitingTexts } from './texts.ts';

export interface WaitingInHand {
  /** What was pressed on this page and is not answered yet. */
  readonly entries: readonly Entry[];
  /**
   * Does `work` once nobody stopped it for a while; null: somebody did, and was told that nothing was done. Where nothing
   * takes it back (`happens`), somebody is asked instead.
   */
  readonly hold: <T>(ask: Ask, work: () => Promise<T>) => Promise<{ readonly value: T } | null>;
  /** Says why something was not done that was pressed a while ago, maybe elsewhere. */
  readonly sayRefused: (ask: Ask, entity: string, problem: Problem) => void;
}

/** Lets what has no way back wait for a while, in which it can be stopped. */
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
        // Where no answer came nobody knows whether it is done.
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

/** Whether this was pressed on the record, and is not answered yet. */
export const isHeld = (entries: readonly Entry[], id: string, event: string | null): boolean =>
  entries.some(({ ask }) => ask.event === event && ask.records.includes(id));
