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
const AGAIN = 15_000;
/** In milliseconds: how long a hidden page still counts as present. */
const AWAY = 10_000;

/**
 * Reports that this page is at a record while it is mounted and visible, or has unsaved changes (`editing`). Returns
 * the other people there; empty for guests, and if the server does not answer.
 */
export function useHere(entity: string, id: string, editing: boolean): readonly PresentPerson[] {
  const page = usePagePresence();
  const [people, setPeople] = useState<readonly PresentPerson[]>([]);
  const [isLooked, setLooked] = useState(true);
  const isSomebody = useView().person !== null;
  const isThere = isSomebody && (isLooked || editing);
  useEffect(() => followLooking(setLooked), []);
  const heard = useEffectEvent((told: PresenceUpdate | null) => {
    if (told === null) {
      setPeople([]);
      if (isThere) put(page, { entity, id, editing });
    } else if (told.entity === entity && told.id === id) setPeople(told.people);
  });
  useEffect(() => {
    const hear = (told: PresenceUpdate | null) => heard(told);
    page.listeners.add(hear);
    return () => {
      page.listeners.delete(hear);
      setPeople([]);
      if (isSomebody) put(page, null);
    };
  }, [page, entity, id, isSomebody]);
  useEffect(() => {
    if (!isSomebody) return;
    const say = () => put(page, isThere ? { entity, id, editing } : null);
    say();
    if (!isThere) return setPeople([]);
    const again = setInterval(say, AGAIN);
    return () => clearInterval(again);
  }, [page, entity, id, editing, isThere, isSomebody]);
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

function followLooking(looks: (isLooked: boolean) => void): () => void {
  let away: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(away);
    if (document.visibilityState === 'visible') looks(true);
    else away = setTimeout(() => looks(false), AWAY);
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    clearTimeout(away);
    document.removeEventListener('visibilitychange', follow);
  };
}
