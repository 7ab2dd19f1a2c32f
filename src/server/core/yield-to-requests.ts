/** Milliseconds of work after which other requests get their turn. */
const SLICE = 5;

/** Called within long work, again and again: resolves at once, or after everybody else had a turn where it took a while. */
export type Turn = () => Promise<void> | void;

export function takeTurns(): Turn {
  let until = performance.now() + SLICE;
  return async () => {
    if (performance.now() < until) return;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + SLICE;
  };
}

/** Takes all the steps of some work, with turns for others between them. */
export async function stepByStep<T>(steps: Generator<void, T>): Promise<T> {
  const turn = takeTurns();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await turn();
  }
}
