import type { Runtime } from '../runtime/runtime.ts';

const minute = 60_000;
/** Attempts to sign in are of no use beyond it. */
const ATTEMPTS_COUNT = 15 * minute;
const OFTEN = 60 * minute;
const MOST_TURNS = 1_000;

/**
 * What nobody asks for and somebody has to do: drops uploads that nothing attached, sessions and links that are over,
 * for good what was deleted longer ago than the document says it is kept, values in history that are older, and bytes of files that nothing names. Ends with how many records went.
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

/** Some at a time, until nothing is left to do; how many in all. */
async function repeatUntilDone(work: () => Promise<number>): Promise<number> {
  let done = 0;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const some = await work();
    if (some === 0) break;
    done += some;
  }
  return done;
}

/** Tidies up now and each hour, until it is stopped. */
export function startCleanUp(runtime: Runtime): { readonly stop: () => Promise<void> } {
  const state = { doing: Promise.resolve() };
  const yieldToRequests = () => {
    state.doing = cleanUp(runtime).then(
      () => undefined,
      (error: unknown) => runtime.log({ level: 'error', message: 'What is over could not be tidied up.', error }),
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
