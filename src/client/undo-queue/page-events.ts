import { otherTabs } from '../platform/other-tabs.ts';

/** What the undo queue does on page events. */
export interface Leaving {
  /** Sends everything now: only requests that start within this call survive the end of the page. */
  readonly leave: () => void;
  /** Whether some of it could not be sent in time. */
  readonly mustAsk: () => boolean;
  /** The page is shown again. */
  readonly back: () => void;
  /** Sends everything and resolves once it is answered. */
  readonly settleAll: () => Promise<void>;
  /** Discards everything. */
  readonly drop: () => void;
}

/**
 * Listens for the end of this page, for a phone hiding it, and for the end of the person's session, until the returned
 * function is called.
 */
export function pageEvents({ leave, mustAsk, back, settleAll, drop }: Leaving): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const ask = (event: BeforeUnloadEvent) => {
    if (mustAsk()) event.preventDefault();
  };
  // Phones may end a hidden page without another event.
  const hidden = () => {
    if (document.visibilityState === 'hidden' && matchMedia('(pointer: coarse)').matches) leave();
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', back);
  addEventListener('beforeunload', ask);
  document.addEventListener('visibilitychange', hidden);
  const leaving = new BroadcastChannel(LEAVES);
  leaving.onmessage = () => void settleAll();
  const gone = new BroadcastChannel(otherTabs);
  gone.onmessage = drop;
  let release: () => void = () => undefined;
  const kept = new Promise<void>((resolve) => {
    release = resolve;
  });
  void locks()?.request(LOCK, { mode: 'shared' }, () => kept);
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', back);
    removeEventListener('beforeunload', ask);
    document.removeEventListener('visibilitychange', hidden);
    leaving.close();
    gone.close();
    release();
  };
}

/**
 * Channel on which a tab announces that its person is about to leave. `otherTabs` announces that the person has left.
 */
const LEAVES = 'ninefold leaves';

/** Lock held by each tab whose undo queue is not empty. */
const LOCK = 'ninefold waiting';

/** In milliseconds: how long to wait for other tabs. */
const PATIENCE = 3_000;

/** Asks the other tabs to send what waits there, before the session ends, and waits for them. */
export async function finishOtherTabs(): Promise<void> {
  const channel = new BroadcastChannel(LEAVES);
  channel.postMessage('now');
  channel.close();
  const signal = AbortSignal.timeout(PATIENCE);
  await locks()
    ?.request(LOCK, { signal }, () => undefined)
    .catch(() => undefined);
}

/** Undefined on pages without encryption. */
const locks = (): LockManager | undefined => (navigator as { readonly locks?: LockManager }).locks;
