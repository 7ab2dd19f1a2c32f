import { useEffect, useEffectEvent, useState } from 'react';
import { thisTab } from '../api/early-live-connection.ts';
import { type HerePage, type Place, type Present, type PresentAt, useHerePage } from '../api/presence-data.ts';
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
export function useHere(entity: string, id: string, editing: boolean): readonly Present[] {
  const page = useHerePage();
  const [people, setPeople] = useState<readonly Present[]>([]);
  const [isLooked, setLooked] = useState(true);
  const isSomebody = useView().person !== null;
  const isThere = isSomebody && (isLooked || editing);
  useEffect(() => followLooking(setLooked), []);
  const heard = useEffectEvent((told: PresentAt | null) => {
    if (told === null) {
      setPeople([]);
      if (isThere) put(page, { entity, id, editing });
    } else if (told.entity === entity && told.id === id) setPeople(told.people);
  });
  useEffect(() => {
    const hear = (told: PresentAt | null) => heard(told);
    page.hearing.add(hear);
    return () => {
      page.hearing.delete(hear);
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
function put(page: HerePage, place: Place | null): void {
  page.place = place;
  if (!page.stands) return;
  page.sending ??= (async () => {
    let said: Place | null | undefined;
    while (page.stands && said !== page.place) {
      // Leaving one record for another sends a single report.
      await null;
      said = page.place;
      await request('POST', '/_/here', { body: { tab: thisTab, ...said } }).catch(() => undefined);
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
