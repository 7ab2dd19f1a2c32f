/** Milliseconds of work after which other requests get a turn. */
const SLICE = 5;

/**
 * Called repeatedly within long work. Resolves at once, or after other requests had a turn if the work took longer than
 * 5 ms.
 */
export type Yield = () => Promise<void> | void;

export function createYield(): Yield {
  let until = performance.now() + SLICE;
  return async () => {
    if (performance.now() < until) return;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + SLICE;
  };
}

/** Runs a generator to its end, with turns for other requests in between. Returns its result. */
export async function runInSteps<T>(steps: Generator<void, T>): Promise<T> {
  const yieldToRequests = createYield();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await yieldToRequests();
  }
}
