import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** In bytes. What is young doubles its room up to here, and mostly once beyond. */
const MAX_NEW_SPACE = 12_000_000;
const EVERY_MS = 100;

/**
 * What is young has little room in a process at rest. Where so much is made that little room means to be looked through
 * every few milliseconds, it gets more, up to a bound. Looked at ten times a second, until the answer is called, which
 * leaves it to the platform again.
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
