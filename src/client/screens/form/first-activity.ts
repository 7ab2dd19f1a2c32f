import { onActivity, whenIdle } from '../../components-base/load-when-idle.ts';

/** Milliseconds after which the engine is loaded without user activity: screen readers and voice control may cause none. */
const MAX_WAIT = 10_000;

/**
 * Calls `work` when the browser is idle, after the first user activity or `MAX_WAIT` milliseconds. Returns a function
 * that cancels this.
 */
export function onFirstActivity(work: () => void): () => void {
  const begin = () => whenIdle(work);
  // True after navigation from another screen.
  if (navigator.userActivation.hasBeenActive) return begin();
  let stop = (): void => undefined;
  const once = () => {
    stop();
    stop = begin();
  };
  const leave = onActivity(once);
  const timer = setTimeout(once, MAX_WAIT);
  stop = () => {
    leave();
    clearTimeout(timer);
  };
  return () => stop();
}
