import { useEffect, useEffectEvent, useState } from 'react';
import { tabId } from '../api/early-live-connection.ts';
import {
  type PagePresence,
  type PresenceUpdate,
  type PresentPerson,
  type RecordPlace,
  usePagePresence,
} from '../api/presence-data.ts';
import { request } from '../api/request.ts';
import { useView } from '../view/view-context.tsx';

/**
 * In milliseconds: how often the page reports its presence. The server forgets it after 40 seconds, or 90 with unsaved
 * changes.
 */
const REPORT_INTERVAL_MS = 15_000;
/** In milliseconds: how long a hidden page still counts as present. */
const HIDDEN_AFTER_MS = 10_000;

/**
 * Reports that this page is at a record while it is mounted and visible, or has unsaved changes (`editing`). Returns
 * the other people there; empty for guests, and if the server does not answer.
 */
export function usePresence(entity: string, id: string, editing: boolean): readonly PresentPerson[] {
  const page = usePagePresence();
  const [people, setPeople] = useState<readonly PresentPerson[]>([]);
  const [isVisible, setVisible] = useState(true);
  const isSomebody = useView().person !== null;
  const isPresent = isSomebody && (isVisible || editing);
  useEffect(() => followVisibility(setVisible), []);
  const onUpdate = useEffectEvent((update: PresenceUpdate | null) => {
    if (update === null) {
      setPeople([]);
      if (isPresent) put(page, { entity, id, editing });
    } else if (update.entity === entity && update.id === id) setPeople(update.people);
  });
  useEffect(() => {
    const listener = (update: PresenceUpdate | null) => onUpdate(update);
    page.listeners.add(listener);
    return () => {
      page.listeners.delete(listener);
      setPeople([]);
      if (isSomebody) put(page, null);
    };
  }, [page, entity, id, isSomebody]);
  useEffect(() => {
    if (!isSomebody) return;
    const report = () => put(page, isPresent ? { entity, id, editing } : null);
    report();
    if (!isPresent) return setPeople([]);
    const again = setInterval(report, REPORT_INTERVAL_MS);
    return () => clearInterval(again);
  }, [page, entity, id, editing, isPresent, isSomebody]);
  return people;
}

/**
 * Sends one report at a time, and only the latest. A failed report is repeated by the interval before the server
 * forgets the page.
 */
function put(page: PagePresence, place: RecordPlace | null): void {
  page.place = place;
  if (!page.isConnected) return;
  page.sending ??= (async () => {
    let said: RecordPlace | null | undefined;
    while (page.isConnected && said !== page.place) {
      // Leaving one record for another sends a single report.
      await null;
      said = page.place;
      await request('POST', '/_/here', { body: { tab: tabId, ...said } }).catch(() => undefined);
    }
    page.sending = null;
  })();
}

function followVisibility(looks: (isVisible: boolean) => void): () => void {
  let away: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(away);
    if (document.visibilityState === 'visible') looks(true);
    else away = setTimeout(() => looks(false), HIDDEN_AFTER_MS);
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    clearTimeout(away);
    document.removeEventListener('visibilitychange', follow);
  };
}
