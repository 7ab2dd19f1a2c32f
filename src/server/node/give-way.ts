import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, getPriority, setPriority } from 'node:os';

const THREADS = '/proc/self/task';
/** The system counts how willing a thread is to wait from -20, at once, to 19. */
const MORE_WILLING = 10;
const MOST_WILLING = 19;

/**
 * The threads in which the platform sweeps up and compiles wait for the one that answers where both want a core, so that
 * answers are not late while memory is looked through. For good: nobody but the administrator of a machine takes it back. Only
 * on Linux, where threads have a priority of their own, and not with a single core, of which too little were left to compile.
 */
export function helpersGiveWay(): void {
  if (!existsSync(THREADS) || availableParallelism() === 1) return;
  const willing = Math.min(getPriority() + MORE_WILLING, MOST_WILLING);
  for (const thread of readdirSync(THREADS)) {
    try {
      if (nameOf(thread).endsWith('V8Worker')) setPriority(Number(thread), willing);
    } catch {
      // It ended meanwhile, or this system allows nobody to wait: answers come late now and then, as without this.
    }
  }
}

const nameOf = (thread: string): string => readFileSync(`${THREADS}/${thread}/comm`, 'utf8').trim();
