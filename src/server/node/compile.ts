import { setFlagsFromString } from 'node:v8';

/** So many calls of a function, and so many since it last met something new, until it is compiled for good. */
const EARLY = { calls: 1_000, settled: 200 };
/** As the platform has it. */
const DEFAULTS = { calls: 3_000, settled: 500 };

/**
 * A server is quick after some seconds of load, and not after most of a minute: what each request needs is called once for
 * each. Not from the start of the process, where much is called often that is never needed again. Until the answer is called.
 */
export function optimizeEarly(): () => void {
  set(EARLY);
  return () => set(DEFAULTS);
}

function set({ calls, settled }: typeof EARLY): void {
  setFlagsFromString(`--invocation-count-for-turbofan=${calls}`);
  setFlagsFromString(`--minimum-invocations-after-ic-update=${settled}`);
}
