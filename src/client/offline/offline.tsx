import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Application } from '../api/application.ts';
import { invalidateChanged } from '../api/changed-records.ts';
import { Button } from '../components/button.tsx';
import { hearQueue, openQueue, waiting } from '../device/outbox.ts';
import type { Entry } from '../device/outbox-entry.ts';
import { stoodInAt } from '../device/stored-answers.ts';
import { unsentOf } from '../platform/outbox-flag.ts';
import { canInstall } from '../service-worker/install-service-worker.ts';
import { offlineTexts as words } from '../texts/offline-texts.ts';
import { useToast } from '../toasts/toasts.tsx';
import { useView } from '../view/view-context.tsx';
import { QueueDialog } from './outbox-dialog.tsx';
import { type Sender, startSender } from './outbox-sender.ts';
import { keepRead } from './store-answers.ts';
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
  useEffect(() => keepRead(client, application), [client, application]);
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
          {!connected && <span>{words.lost(time)}</span>}{' '}
          {entries.length > 0 && <span>{refused > 0 ? words.refusedCount(refused) : words.count(entries.length)}</span>}
        </p>
        {entries.length > 0 && (
          <Button size="small" onPress={() => setOpen(true)}>
            {words.show}
          </Button>
        )}
      </div>
      <QueueDialog entries={entries} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Returns the unsent writes, and sends them when the server may be reachable. */
function useUnsent(connected: boolean): readonly Entry[] {
  const { view, person } = useView();
  const client = useQueryClient();
  const say = useToast();
  const entries = useSyncExternalStore(hearQueue, waiting);
  const sender = useRef<Sender | null>(null);
  const id = person?.id ?? '';
  const { dev, offline } = view;
  const tellSent = useEffectEvent((sent: readonly Entry[]) => {
    say({ title: words.sent(sent.length) });
    invalidateChanged(
      client,
      view,
      sent.map(({ want }) => ({ entity: want.entity, id: want.id ?? '' })),
    );
  });
  // The offline line reports the refusals.
  const tellRefused = useEffectEvent((refused: readonly Entry[]) => {
    invalidateChanged(
      client,
      view,
      refused.map(({ want }) => ({ entity: want.entity, id: want.id ?? '' })),
    );
  });
  // Waiting writes are sent even if new ones may no longer be stored.
  const isOpen = id !== '' && !dev && canInstall() && (offline || unsentOf(id).length > 0);
  useEffect(() => {
    if (!isOpen) return;
    const close = openQueue(id);
    const made = startSender({ onSent: tellSent, onRefused: tellRefused });
    sender.current = made;
    return () => {
      sender.current = null;
      made.stop();
      close();
    };
  }, [isOpen, id]);
  const waits = entries.filter(({ state }) => state === 'waits').length;
  useEffect(() => {
    if (connected && waits > 0) sender.current?.kick();
  }, [connected, waits]);
  return entries;
}

/** Returns the time of the oldest data shown, in words. */
function useAsOf(client: QueryClient, connected: boolean): string {
  const { format, view } = useView();
  const since = useRef(Date.now());
  const was = useRef(true);
  if (was.current && !connected) since.current = Date.now();
  was.current = connected;
  const at = useSyncExternalStore(
    (told) => client.getQueryCache().subscribe(notifyManager.batchCalls(told)),
    () => {
      const shown = client.getQueryCache().findAll({ type: 'active' });
      return Math.min(since.current, ...shown.flatMap((query) => stoodInAt(query) ?? []));
    },
  );
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: view.product.zone }).format;
  return day(at) === day(Date.now()) ? format.time(at) : format.instant(at);
}

/** Not a rule of a style sheet, where `::after` would be matched for every title with every new row. */
const MARK = 'margin-inline-start: 0.75rem; color: var(--muted); font-size: var(--text-12); font-weight: normal';

/** Marks rows that have unsent writes. Rows are not re-rendered: a style rule selects each by its id. */
function useRowMarks(entries: readonly Entry[]): void {
  const ids = entries.flatMap(({ want }) => want.id ?? []).join(' ');
  useEffect(() => {
    if (ids === '') return;
    const sheet = new CSSStyleSheet();
    for (const id of ids.split(' '))
      sheet.insertRule(
        `[data-id="${CSS.escape(id)}"] .table-title::after { content: ${JSON.stringify(words.mark)}; ${MARK} }`,
      );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [ids]);
}
