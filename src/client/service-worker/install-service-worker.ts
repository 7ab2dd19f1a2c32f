/** Where the server gives the worker that keeps the page. */
const WORKER = '/_/service-worker.js';

/** What the browser keeps the page's files under. */
const KEPT = 'ninefold files';

/** Whether this browser can open the page without its server: it can where the page came encrypted, or from this machine. */
export const canInstall = (): boolean => 'serviceWorker' in navigator && globalThis.isSecureContext;

/** What was last begun: between two that overlap, a worker that just left would come again, or the other way round. */
let before: Promise<unknown> = Promise.resolve();

const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = before.then(work);
  before = done.catch(() => undefined);
  return done;
};

/** From now on the page opens without its server, too. Where that can't be, nothing else is lost. */
export async function install(): Promise<void> {
  if (!canInstall() || savesData()) return;
  const { serviceWorker } = navigator;
  const registered = await inTurn(() =>
    serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' }).catch(() => null),
  );
  if (registered === null || serviceWorker.controller !== null) return;
  // A worker that begins passes over the pages that are still on their way: such a one asks for it.
  const { active } = await serviceWorker.ready;
  if (serviceWorker.controller === null) active?.postMessage('claim');
}

/** Whether somebody wants to save data: then nothing is fetched but what they need. */
export const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/** It opens from its server alone, as if this had never been. */
export async function leave(): Promise<void> {
  if (canInstall()) await inTurn(takeAway);
}

async function takeAway(): Promise<void> {
  const found = (await navigator.serviceWorker.getRegistrations()).filter(({ active, waiting, installing }) =>
    [active, waiting, installing].some((each) => each?.scriptURL.endsWith(WORKER) === true),
  );
  if (found.length === 0) return;
  await Promise.all(found.map((each) => each.unregister()));
  await caches.delete(KEPT);
}
