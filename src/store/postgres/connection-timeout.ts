import pg from 'pg';

/** Watches over what was asked on one connection, from taking it to giving it back. */
export interface Watch {
  /** The same answer; rejects where the connection is found to have gone silent, whatever becomes of the answer. */
  readonly over: <T>(answer: Promise<T>) => Promise<T>;
  readonly end: () => void;
}

export interface Watching {
  /** Somebody waits for so long before it is looked whether the database is at work on what was asked. */
  readonly silentMs: number;
  readonly look: (process: number) => Promise<Looked>;
}

/**
 * `working`: on what was asked, and its answer is still to come. `idle`: it has answered, or heard nothing. `gone`: there is
 * no such process any more. `unreachable`: nobody can ask.
 */
export type Looked = 'working' | 'idle' | 'gone' | 'unreachable';

/** Time is counted in so many parts. */
const PARTS = 4;

/**
 * Calls `over` once so long is over, unless it is ended before. Standing still (a machine that was halted, a long piece of
 * work) counts as one part at most: what came in the meantime is heard first.
 */
function patiently(milliseconds: number, over: () => void): { readonly end: () => void } {
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
 * A way that is cut without a word (a cable, a firewall that forgets) looks like a slow statement, for a quarter of an hour and
 * longer. So whoever waits for long asks in another way whether the database is at work for them. Long is counted as by
 * `patiently`.
 */
export function watchOver(process: number, { silentMs, look }: Watching, silent: () => void): Watch {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // Nobody may be waiting.
  lost.catch(() => {});
  let waiting = 0;
  /** Goes on with whatever was answered, and with what was asked while nobody waited. */
  let turn = 0;
  let turnBefore = 0;
  let quietParts = 0;
  let timer: NodeJS.Timeout | null = null;
  let isJudging = false;
  // One timer for many answers: to set one for each would cost as much as hearing it.
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
  /** Whether nothing was answered since. */
  const isStill = (since: number) => waiting > 0 && turn === since;
  const judge = async (since: number): Promise<void> => {
    isJudging = true;
    // What has arrived while this program was busy itself is taken first.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const found = isStill(since) ? await look(process) : 'working';
    isJudging = false;
    if (isStill(since) && found !== 'working') {
      silent();
      reject(new SilentError(found === 'unreachable'));
      return;
    }
    // At work: it is looked again after as long.
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

/** A connection on which nothing comes back any more. */
export class SilentError extends Error {
  readonly code = 'ETIMEDOUT';
  /** Whether no other way was open either. */
  readonly isAll: boolean;

  constructor(isAll: boolean) {
    super(isAll ? 'nothing comes back from it, on any connection' : 'nothing came back on a connection');
    this.name = 'SilentError';
    this.isAll = isAll;
  }
}

/** The same, or a failure once so long is over, counted as by `patiently`. */
export async function within<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const deadline = patiently(milliseconds, () => reject(new SilentError(true)));
  return Promise.race([answer, promise]).finally(deadline.end);
}

/** Asks over a connection of its own what a process of the database is at; one that waits for us in vain is ended. */
export function lookerAt(config: Omit<pg.PoolConfig, 'max'>, silentMs: number): Watching['look'] {
  // What is asked in vain is given up by itself, when nobody waits for it any more.
  const inVain = { connectionTimeoutMillis: 8 * silentMs, query_timeout: 8 * silentMs };
  return async (process) => {
    const own = new pg.Pool({ ...config, max: 1, ...inVain });
    own.on('error', () => {});
    try {
      return await within(lookedBy(own, process), 4 * silentMs);
    } catch (cause) {
      // Who is told why is answered: it has too many connections, or begins to run, and may be at work.
      const isAnswered = cause instanceof Error && 'severity' in cause;
      return isAnswered ? 'working' : 'unreachable';
    } finally {
      void own.end().catch(() => {});
    }
  };
}

async function lookedBy(own: pg.Pool, process: number): Promise<Looked> {
  const { rows } = await own.query<{ state: string | null }>({
    text: 'SELECT state FROM pg_stat_activity WHERE pid = $1',
    values: [process],
  });
  const [found] = rows;
  if (found === undefined) return 'gone';
  if (found.state?.startsWith('idle') !== true) return 'working';
  // What it began and nobody can end would keep its locks.
  await own.query({ text: 'SELECT pg_terminate_backend($1)', values: [process] });
  return 'idle';
}
