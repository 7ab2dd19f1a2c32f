import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Application } from '../api/application.ts';
import { invalidateChanged } from '../api/changed-records.ts';
import { Button } from '../components/button.tsx';
import { openOutbox, outboxEntries, subscribeToOutbox } from '../device/outbox.ts';
import type { OutboxEntry } from '../device/outbox-entry.ts';
import { storedAnswerTime } from '../device/stored-answers.ts';
import { messages } from '../languages/messages.ts';
import { unsentRecords } from '../platform/outbox-flag.ts';
import { canInstall } from '../service-worker/install-service-worker.ts';
import { useToast } from '../toasts/toasts.tsx';
import { useView } from '../view/view-context.tsx';
import { OutboxDialog } from './outbox-dialog.tsx';
import { type Sender, startSender } from './outbox-sender.ts';
import { storeAnswers } from './store-answers.ts';
import './offline.css';

export interface OfflineProps {
  readonly application: Application;
  readonly connected: boolean;
}

/**
 * Stores answers for offline use, sends unsent writes, and shows the state of both in one line if there is anything to
 * report.
 */
export function Offline({ application, connected }: OfflineProps) {
  const client = useQueryClient();
  useEffect(() => storeAnswers(client, application), [client, application]);
  const entries = useUnsent(connected);
  const time = useAsOf(client, connected);
  useRowMarks(entries);
  const [isOpen, setOpen] = useState(false);
  const refused = entries.filter(({ state }) => state !== 'waits').length;
  const isShown = !connected || entries.length > 0;
  return (
    <>
      <div className="offline" data-shown={isShown || undefined} data-refused={refused > 0 || undefined}>
        <p role="status">
          {!connected && <span>{messages.offline.lost({ time })}</span>}{' '}
          {entries.length > 0 && (
            <span>
              {refused > 0
                ? messages.offline.refusedCount({ count: refused })
                : messages.offline.count({ count: entries.length })}
            </span>
          )}
        </p>
        {entries.length > 0 && (
          <Button size="small" onPress={() => setOpen(true)}>
            {messages.offline.show}
          </Button>
        )}
      </div>
      <OutboxDialog entries={entries} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Returns the unsent writes, and sends them when the server may be reachable. */
function useUnsent(connected: boolean): readonly OutboxEntry[] {
  const { view, person } = useView();
  const client = useQueryClient();
  const say = useToast();
  const entries = useSyncExternalStore(subscribeToOutbox, outboxEntries);
  const sender = useRef<Sender | null>(null);
  const id = person?.id ?? '';
  const { dev, offline } = view;
  const onSent = useEffectEvent((sent: readonly OutboxEntry[]) => {
    say({ title: messages.offline.sent({ count: sent.length }) });
    invalidateChanged(
      client,
      view,
      sent.map(({ want }) => ({ entity: want.entity, id: want.id ?? '' })),
    );
  });
  // The offline line reports the refusals.
  const onRefused = useEffectEvent((refused: readonly OutboxEntry[]) => {
    invalidateChanged(
      client,
      view,
      refused.map(({ want }) => ({ entity: want.entity, id: want.id ?? '' })),
    );
  });
  // Waiting writes are sent even if new ones may no longer be stored.
  const isOpen = id !== '' && !dev && canInstall() && (offline || unsentRecords(id).length > 0);
  useEffect(() => {
    if (!isOpen) return;
    const close = openOutbox(id);
    const newSender = startSender({ onSent, onRefused });
    sender.current = newSender;
    return () => {
      sender.current = null;
      newSender.stop();
      close();
    };
  }, [isOpen, id]);
  const waits = entries.filter(({ state }) => state === 'waits').length;
  useEffect(() => {
    if (connected && waits > 0) sender.current?.trySending();
  }, [connected, waits]);
  return entries;
}

/** Returns the time of the oldest data shown, in words. */
function useAsOf(client: QueryClient, connected: boolean): string {
  const { format, view } = useView();
  const since = useRef(Date.now());
  const wasConnected = useRef(true);
  if (wasConnected.current && !connected) since.current = Date.now();
  wasConnected.current = connected;
  const at = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)),
    () => {
      const shown = client.getQueryCache().findAll({ type: 'active' });
      return Math.min(since.current, ...shown.flatMap((query) => storedAnswerTime(query) ?? []));
    },
  );
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: view.product.zone }).format;
  return day(at) === day(Date.now()) ? format.time(at) : format.instant(at);
}

/** Not a rule of a style sheet, where `::after` would be matched for every title with every new row. */
const MARK = 'margin-inline-start: 0.75rem; color: var(--muted); font-size: var(--text-12); font-weight: normal';

/** Marks rows that have unsent writes. Rows are not re-rendered: a style rule selects each by its id. */
function useRowMarks(entries: readonly OutboxEntry[]): void {
  const ids = entries.flatMap(({ want }) => want.id ?? []).join(' ');
  useEffect(() => {
    if (ids === '') return;
    const sheet = new CSSStyleSheet();
    for (const id of ids.split(' '))
      sheet.insertRule(
        `[data-id="${CSS.escape(id)}"] .table-title::after { content: ${JSON.stringify(messages.offline.mark)}; ${MARK} }`,
      );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [ids]);
}
