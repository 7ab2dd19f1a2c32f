import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Size of V8's new space in bytes beyond which it does not grow any more. */
const MAX_NEW_SPACE = 12_000_000;
const EVERY_MS = 100;

/**
 * Lets V8's new space grow under load, up to a limit. At rest it is small; with many allocations a small space would be
 * collected every few milliseconds. Checked ten times a second. Returns a function that restores V8's default.
 */
export function growHeapOnDemand(): () => void {
  let grows: boolean | null = null;
  const adjust = (): void => {
    const newSpace = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const mayGrow = newSpace !== undefined && newSpace.space_size < MAX_NEW_SPACE;
    if (mayGrow !== grows) setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
    grows = mayGrow;
  };
  adjust();
  const timer = setInterval(adjust, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    setFlagsFromString('--semi-space-growth-factor=2');
  };
}
