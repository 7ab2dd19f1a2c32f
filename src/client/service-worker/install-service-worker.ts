/** Address of the service worker. */
const WORKER = '/_/service-worker.js';

/** Name of the cache. */
const CACHE_NAME = 'ninefold files';

/** Whether this browser can install the service worker: only on encrypted pages, or from localhost. */
export const canInstall = (): boolean => 'serviceWorker' in navigator && globalThis.isSecureContext;

/**
 * The last registration or removal. They run one after the other, so that a removed worker is not registered again by
 * an overlapping call.
 */
let lastRun: Promise<unknown> = Promise.resolve();

const runInTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = lastRun.then(work);
  lastRun = done.catch(() => undefined);
  return done;
};

/** Installs the service worker, so that the page opens offline. A failure has no other effect. */
export async function installServiceWorker(): Promise<void> {
  if (!canInstall() || savesData()) return;
  const { serviceWorker } = navigator;
  const registered = await runInTurn(() =>
    serviceWorker.register(WORKER, { scope: '/', updateViaCache: 'none' }).catch(() => null),
  );
  if (registered === null || serviceWorker.controller !== null) return;
  // A new worker does not control pages that are already loading; such a page asks it to.
  const { active } = await serviceWorker.ready;
  if (serviceWorker.controller === null) active?.postMessage('claim');
}

/** Whether the browser asks to save data. If so, nothing is prefetched. */
export const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/** Removes the service worker and its cache. */
export async function removeServiceWorker(): Promise<void> {
  if (canInstall()) await runInTurn(unregister);
}

async function unregister(): Promise<void> {
  const found = (await navigator.serviceWorker.getRegistrations()).filter(({ active, waiting, installing }) =>
    [active, waiting, installing].some((each) => each?.scriptURL.endsWith(WORKER) === true),
  );
  if (found.length === 0) return;
  await Promise.all(found.map((each) => each.unregister()));
  await caches.delete(CACHE_NAME);
}
