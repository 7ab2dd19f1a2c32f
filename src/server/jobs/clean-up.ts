import type { Runtime } from '../runtime/runtime.ts';

const minute = 60_000;
/** Sign-in attempts older than this are deleted. */
const ATTEMPTS_COUNT = 15 * minute;
const OFTEN = 60 * minute;
const MOST_TURNS = 1_000;

/**
 * Deletes what has expired: uploads that were not attached, sessions and links, soft-deleted records past the
 * document's retention, old values in the history, and files without a reference. Returns the number of purged records.
 */
export async function cleanUp({ store, clock, current }: Runtime): Promise<number> {
  const now = clock();
  await store.dropStaleUploads(now);
  await store.keys.sweep(now, now - ATTEMPTS_COUNT);
  const { retention, historyKept } = current().compiled;
  const purged = await repeatUntilDone(() => store.purge(now - retention));
  if (historyKept !== null) await repeatUntilDone(() => store.clearHistory(now - historyKept));
  await store.sweepFiles();
  return purged;
}

/** Repeats work in batches until nothing is left to do, at most 1,000 times. Returns the total. */
async function repeatUntilDone(work: () => Promise<number>): Promise<number> {
  let done = 0;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const some = await work();
    if (some === 0) break;
    done += some;
  }
  return done;
}

/** Cleans up now and every hour, until stopped. */
export function startCleanUp(runtime: Runtime): { readonly stop: () => Promise<void> } {
  const state = { doing: Promise.resolve() };
  const yieldToRequests = () => {
    state.doing = cleanUp(runtime).then(
      () => undefined,
      (error: unknown) => runtime.log({ level: 'error', message: 'Clean-up failed.', error }),
    );
  };
  yieldToRequests();
  const timer = setInterval(yieldToRequests, OFTEN);
  return {
    stop: async () => {
      clearInterval(timer);
      await state.doing;
    },
  };
}
