import { otherTabs } from '../platform/other-tabs.ts';

/** What a page does with what waits on it when it is left. */
export interface Leaving {
  /** Sends everything now: what begins within the call gets away. */
  readonly leave: () => void;
  /** Whether not all of it could get away. */
  readonly mustAsk: () => boolean;
  /** The page is there again. */
  readonly back: () => void;
  /** Sends everything and resolves once it is answered. */
  readonly settleAll: () => Promise<void>;
  /** Nothing of it is sent any more. */
  readonly drop: () => void;
}

/** Listens for the end of this page, of its turn on a phone, and of this person's, until the function that it gives is called. */
export function pageEvents({ leave, mustAsk, back, settleAll, drop }: Leaving): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const ask = (event: BeforeUnloadEvent) => {
    if (mustAsk()) event.preventDefault();
  };
  // A phone ends pages that nobody looks at without a word.
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

/** Where a tab tells the others that its person is about to leave; on `otherTabs`, that they have left. */
const LEAVES = 'ninefold leaves';

/** Held by each tab on which something waits. */
const LOCK = 'ninefold waiting';

/** So long other tabs may take, in milliseconds. */
const PATIENCE = 3_000;

/** Before somebody leaves: other tabs send what waits there, which is theirs to send and nobody else's. */
export async function finishOtherTabs(): Promise<void> {
  const channel = new BroadcastChannel(LEAVES);
  channel.postMessage('now');
  channel.close();
  const signal = AbortSignal.timeout(PATIENCE);
  await locks()
    ?.request(LOCK, { signal }, () => undefined)
    .catch(() => undefined);
}

/** Absent where a page came without encryption. */
const locks = (): LockManager | undefined => (navigator as { readonly locks?: LockManager }).locks;
