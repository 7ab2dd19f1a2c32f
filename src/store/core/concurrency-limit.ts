/** Returns a function that runs at most `most` tasks at a time; further tasks wait in order of arrival. */
export function limitConcurrency(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next task takes over the slot, so the count stays the same.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
