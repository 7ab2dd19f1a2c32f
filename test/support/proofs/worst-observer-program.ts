// Asks a server for small things again and again, from a process of its own, and tells how long each answer took.
import { setTimeout as pause } from 'node:timers/promises';
import { answering } from '../../../bench/child.ts';
import { askPort } from './worst-asking.ts';

export interface Observing {
  readonly port: number;
  /** For so many milliseconds, and until so many were answered. */
  readonly ms: number;
  readonly least: number;
}

/** Milliseconds of each answer. */
export interface Observed {
  readonly health: readonly number[];
  readonly list: readonly number[];
  /** The answers that were not 200: `list 503`. */
  readonly failed: readonly string[];
}

await answering(async ({ port, ms, least }: Observing): Promise<Observed> => {
  const until = performance.now() + ms;
  const found = { health: [] as number[], list: [] as number[], failed: [] as string[] };
  while (performance.now() < until || found.list.length < least) {
    const health = await askPort(port, { method: 'GET', path: '/_/health' });
    const list = await askPort(port, { method: 'GET', path: '/api/items?limit=5&total=none' });
    found.health.push(health.ms);
    found.list.push(list.ms);
    for (const [what, { status }] of Object.entries({ health, list }))
      if (status !== 200) found.failed.push(`${what} ${status}`);
    await pause(2);
  }
  return found;
});
