import { startChild } from '../../bench/child.ts';
import type { Stretch } from './proof.ts';

/** A stretch that needs nothing of those before it. */
export interface Task {
  /** The file of its proof, in this folder. */
  readonly file: string;
  readonly seed: number;
  readonly count: number;
}

export interface Ran {
  readonly stretch: Stretch;
  readonly seconds: number;
}

/**
 * Runs stretches in `lanes` processes, the next as soon as one is free. Each is told of in the order in which they were asked
 * for, however they end; one that is not `wanted` any more when it would begin is left out.
 */
export async function inLanes<T extends Task>(
  lanes: number,
  tasks: readonly T[],
  wanted: (task: T) => boolean,
  ran: (task: T, result: Ran) => void,
): Promise<void> {
  const rest = [...tasks.entries()];
  const ended = new Map<number, Ran | null>();
  let told = 0;
  const tell = () => {
    for (let result = ended.get(told); result !== undefined; result = ended.get(++told)) {
      const task = tasks[told];
      if (task !== undefined && result !== null) ran(task, result);
    }
  };
  const work = async () => {
    const child = startChild('../test/proof/lane.ts');
    try {
      for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
        const [index, task] = next;
        const begun = performance.now();
        const { file, seed, count } = task;
        const stretch = wanted(task) ? await child.ask<Stretch>({ file, seed, count }) : null;
        ended.set(index, stretch === null ? null : { stretch, seconds: (performance.now() - begun) / 1_000 });
        tell();
      }
    } finally {
      await child.stop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, tasks.length) }, work));
}
