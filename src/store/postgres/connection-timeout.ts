import pg from 'pg';

/** Watches the requests on one connection from taking it to releasing it. */
export interface Watch {
  /** Returns the same answer; rejects if the connection is found to be dead, whatever becomes of the answer. */
  readonly over: <T>(answer: Promise<T>) => Promise<T>;
  readonly end: () => void;
}

export interface WatchOptions {
  /** Milliseconds of waiting before checking whether the database works on the request. */
  readonly silentMs: number;
  readonly checkActivity: (process: number) => Promise<ProcessActivity>;
}

/**
 * `working`: the answer is still to come. `idle`: the process has answered or received nothing. `gone`: the process no
 * longer exists. `unreachable`: the check itself failed.
 */
export type ProcessActivity = 'working' | 'idle' | 'gone' | 'unreachable';

/** Number of intervals into which waiting times are divided. */
const PARTS = 4;

/**
 * Calls `over` after a time unless it is ended before. A pause of this process (a halted machine, a long computation)
 * counts as one interval at most, so that answers that arrived meanwhile are read first.
 */
function afterSilence(milliseconds: number, over: () => void): { readonly end: () => void } {
  let parts = 0;
  const part = (): void => {
    parts += 1;
    if (parts < PARTS) timer = setTimeout(part, milliseconds / PARTS);
    else over();
  };
  let timer = setTimeout(part, milliseconds / PARTS);
  return { end: () => clearTimeout(timer) };
}

/**
 * A connection cut silently (a cable, a firewall that drops its state) looks like a slow statement for a quarter of an
 * hour and longer. So after a long wait, another connection is used to check whether the database works on the request.
 * Time is measured as by `patiently`.
 */
export function watchConnection(process: number, { silentMs, checkActivity }: WatchOptions, silent: () => void): Watch {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // There may be no pending request.
  lost.catch(() => {});
  let waiting = 0;
  /** Increases with every answer, and with every request after an idle time. */
  let turn = 0;
  let turnBefore = 0;
  let quietParts = 0;
  let timer: NodeJS.Timeout | null = null;
  let isJudging = false;
  // One timer for many answers: a timer for each would cost as much as reading the answer.
  const wait = (): void => {
    if (timer !== null || isJudging || waiting === 0) return;
    timer = setTimeout(part, silentMs / PARTS);
    timer.unref();
  };
  const part = (): void => {
    timer = null;
    quietParts = isStill(turnBefore) ? quietParts + 1 : 0;
    turnBefore = turn;
    if (quietParts === PARTS) void judge(turn);
    else wait();
  };
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  /** Returns whether nothing was answered since. */
  const isStill = (since: number) => waiting > 0 && turn === since;
  const judge = async (since: number): Promise<void> => {
    isJudging = true;
    // Answers that arrived while this process was busy are read first.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const found = isStill(since) ? await checkActivity(process) : 'working';
    isJudging = false;
    if (isStill(since) && found !== 'working') {
      silent();
      reject(new SilentError(found === 'unreachable'));
      return;
    }
    // The database is working: check again after the same time.
    quietParts = 0;
    wait();
  };
  const answered = (): void => {
    waiting -= 1;
    turn += 1;
  };
  return {
    over: (answer) => {
      waiting += 1;
      if (waiting === 1) turn += 1;
      wait();
      answer.then(answered, answered);
      return Promise.race([answer, lost]);
    },
    end: stop,
  };
}

/** A connection that no longer responds. */
export class SilentError extends Error {
  readonly code = 'ETIMEDOUT';
  /** Whether no other connection could be opened either. */
  readonly isAll: boolean;

  constructor(isAll: boolean) {
    super(isAll ? 'nothing comes back from it, on any connection' : 'nothing came back on a connection');
    this.name = 'SilentError';
    this.isAll = isAll;
  }
}

/** Returns the answer, or rejects after the time, measured as by `patiently`. */
export async function withTimeout<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const deadline = afterSilence(milliseconds, () => reject(new SilentError(true)));
  return Promise.race([answer, promise]).finally(deadline.end);
}

/**
 * Checks over a separate connection what a database process is doing; ends a process that waits for a client in vain.
 */
export function createActivityCheck(
  config: Omit<pg.PoolConfig, 'max'>,
  silentMs: number,
): WatchOptions['checkActivity'] {
  // Requests of the check time out by themselves.
  const inVain = { connectionTimeoutMillis: 8 * silentMs, query_timeout: 8 * silentMs };
  return async (process) => {
    const own = new pg.Pool({ ...config, max: 1, ...inVain });
    own.on('error', () => {});
    try {
      return await withTimeout(activityOf(own, process), 4 * silentMs);
    } catch (cause) {
      // An error from the server is an answer: it has too many connections or is starting, and may be working.
      const isAnswered = cause instanceof Error && 'severity' in cause;
      return isAnswered ? 'working' : 'unreachable';
    } finally {
      void own.end().catch(() => {});
    }
  };
}

async function activityOf(own: pg.Pool, process: number): Promise<ProcessActivity> {
  const { rows } = await own.query<{ state: string | null }>({
    text: 'SELECT state FROM pg_stat_activity WHERE pid = $1',
    values: [process],
  });
  const [found] = rows;
  if (found === undefined) return 'gone';
  if (found.state?.startsWith('idle') !== true) return 'working';
  // Otherwise its transaction would keep its locks.
  await own.query({ text: 'SELECT pg_terminate_backend($1)', values: [process] });
  return 'idle';
}
