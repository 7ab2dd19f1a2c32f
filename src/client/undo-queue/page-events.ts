import { PERSON_CHANNEL } from '../platform/other-tabs.ts';

/** What the undo queue does on page events. */
export interface PageEventHandlers {
  /** Sends everything now: only requests that start within this call survive the end of the page. */
  readonly leave: () => void;
  /** Whether some of it could not be sent in time. */
  readonly mustAsk: () => boolean;
  /** The page is shown again. */
  readonly back: () => void;
  /** Sends everything and resolves once it is answered. */
  readonly flushAll: () => Promise<void>;
  /** Discards everything. */
  readonly drop: () => void;
}

/**
 * Listens for the end of this page, for a phone hiding it, and for the end of the person's session, until the returned
 * function is called.
 */
export function pageEvents({ leave, mustAsk, back, flushAll: settleAll, drop }: PageEventHandlers): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const beforeUnload = (event: BeforeUnloadEvent) => {
    if (mustAsk()) event.preventDefault();
  };
  // Phones may end a hidden page without another event.
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden' && matchMedia('(pointer: coarse)').matches) leave();
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', back);
  addEventListener('beforeunload', beforeUnload);
  document.addEventListener('visibilitychange', onVisibilityChange);
  const personLeaves = new BroadcastChannel(LEAVE_CHANNEL);
  personLeaves.onmessage = () => void settleAll();
  const personChanged = new BroadcastChannel(PERSON_CHANNEL);
  personChanged.onmessage = drop;
  let release: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    release = resolve;
  });
  void locks()?.request(LOCK, { mode: 'shared' }, () => closed);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', back);
    removeEventListener('beforeunload', beforeUnload);
    document.removeEventListener('visibilitychange', onVisibilityChange);
    personLeaves.close();
    personChanged.close();
    release();
  };
}

/**
 * Channel on which a tab announces that its person is about to leave. `otherTabs` announces that the person has left.
 */
const LEAVE_CHANNEL = 'ninefold leaves';

/** Lock held by each tab whose undo queue is not empty. */
const LOCK = 'ninefold waiting';

/** In milliseconds: how long to wait for other tabs. */
const MAX_WAIT_MS = 3_000;

/** Asks the other tabs to send what waits there, before the session ends, and waits for them. */
export async function finishOtherTabs(): Promise<void> {
  const channel = new BroadcastChannel(LEAVE_CHANNEL);
  channel.postMessage('now');
  channel.close();
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  await locks()
    ?.request(LOCK, { signal }, () => undefined)
    .catch(() => undefined);
}

/** Undefined on pages without encryption. */
const locks = (): LockManager | undefined => (navigator as { readonly locks?: LockManager }).locks;
