/** Milliseconds of work after which other requests get their turn. */
const SLICE = 5;

/** Called within long work, again and again: resolves at once, or after everybody else had a turn where it took a while. */
export type Yield = () => Promise<void> | void;

export function createYield(): Yield {
  let until = performance.now() + SLICE;
  return async () => {
    if (performance.now() < until) return;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + SLICE;
  };
}

/** Takes all the steps of some work, with turns for others between them. */
export async function runInSteps<T>(steps: Generator<void, T>): Promise<T> {
  const yieldToRequests = createYield();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await yieldToRequests();
  }
}
