import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { DbProgram, DbStatement, PendingResult, StatementResult } from '../core/db-program.ts';
import { StoreError } from '../core/store-error.ts';
import type { ReadReply, ReadRequest, ReadWorkerOptions } from './read-worker.ts';

/**
 * Reads that may take long, on worker threads, so that they do not delay other requests. Each program sees the data as
 * it was committed when its first statement ran.
 */
export interface ReadWorkers {
  /** Throws `too broad` if scanning rows takes longer than the limit. */
  readonly run: <T>(steps: DbProgram<T>) => Promise<T>;
  /** Stops the threads once their current statements are done. */
  readonly close: () => Promise<void>;
}

const MAX_WORKERS = Math.min(4, Math.max(3, availableParallelism() - 1));
/** Figures take long, so they leave a thread for lists. */
export const MOST_FIGURES = MAX_WORKERS - 1;

/** Milliseconds of CPU time that a condition composed by a person may take over the rows of a list. */
export const READ_LIMIT_MS = 1_000;

const NOTHING: StatementResult = { rows: [], changes: 0 };

interface ReadWorkersOptions {
  readonly file: string;
  /** See `READ_LIMIT_MS`. */
  readonly limit?: number | undefined;
  /** Receives the text of each statement. */
  readonly trace?: ((sql: string) => void) | undefined;
}

/** Threads are started when they are first needed. */
export function createReadWorkers({ file, limit = READ_LIMIT_MS, trace }: ReadWorkersOptions): ReadWorkers {
  const threads = new Set<Thread>();
  const idle: Thread[] = [];
  const waiting: (() => void)[] = [];
  let isClosed = false;

  const take = async (): Promise<Thread> => {
    for (;;) {
      if (isClosed) throw new StoreError('closed', 'The data is closed: this program is shutting down.');
      const free = idle.pop() ?? (threads.size < MAX_WORKERS ? startThread({ file }) : undefined);
      if (free === undefined) await new Promise<void>((resolve) => waiting.push(resolve));
      else if (free.isRunning()) {
        threads.add(free);
        return free;
      } else threads.delete(free);
    }
  };
  const release = (thread: Thread): void => {
    idle.push(thread);
    waiting.shift()?.();
  };

  return {
    run: async (steps) => {
      const thread = await take();
      thread.hold();
      try {
        return await runOn(steps, (sql, parameters) => {
          trace?.(sql);
          return thread.ask({ sql, parameters: parameters ?? [], limit });
        });
      } finally {
        thread.endTransaction();
        thread.letGo();
        release(thread);
      }
    },
    close: async () => {
      isClosed = true;
      for (const resume of waiting.splice(0)) resume();
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}

type Ask = (sql: string, parameters: DbStatement['parameters']) => Promise<StatementResult>;

async function runOn<T>(steps: DbProgram<T>, ask: Ask): Promise<T> {
  let sent: Promise<void>[] = [];
  let next = steps.next();
  while (next.done !== true) {
    const step = next.value;
    if ('wait' in step) {
      await Promise.all(sent);
      sent = [];
      next = steps.next(NOTHING);
      continue;
    }
    const answer = ask(step.sql, step.parameters);
    if (step.pending === undefined) {
      await Promise.all(sent);
      sent = [];
      next = steps.next(await answer);
    } else {
      const done = answered(answer, step.pending);
      // A failure is reported where the result is awaited.
      done.catch(() => undefined);
      sent.push(done);
      next = steps.next(NOTHING);
    }
  }
  return next.value;
}

async function answered(answer: Promise<StatementResult>, into: PendingResult): Promise<void> {
  into.answer = await answer;
}

interface Thread {
  readonly isRunning: () => boolean;
  readonly ask: (request: ReadRequest) => Promise<StatementResult>;
  readonly endTransaction: () => void;
  /** Keeps the process running meanwhile. */
  readonly hold: () => void;
  readonly letGo: () => void;
  readonly stop: () => Promise<void>;
}

interface Asked {
  readonly resolve: (result: StatementResult) => void;
  readonly reject: (cause: unknown) => void;
}

function startThread(options: ReadWorkerOptions): Thread {
  // The extension is that of this file: TypeScript in the repository, JavaScript in the package.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./read-worker.${extension}`, import.meta.url), {
    workerData: options,
    execArgv: [],
  });
  const asked: Asked[] = [];
  let failure: unknown = null;
  let isRunning = true;
  worker.unref();
  worker.on('message', (reply: ReadReply) => {
    const one = asked.shift();
    if ('rows' in reply) one?.resolve({ rows: reply.rows, changes: 0 });
    else one?.reject(errorOf(reply));
  });
  worker.on('error', (cause) => {
    failure = cause;
  });
  worker.on('exit', () => {
    isRunning = false;
    const cause = new StoreError('failed', 'A query was interrupted: try again.', { cause: failure });
    for (const { reject } of asked.splice(0)) reject(cause);
  });
  return {
    isRunning: () => isRunning,
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (!isRunning)
          return reject(new StoreError('failed', 'A query was interrupted: try again.', { cause: failure }));
        asked.push({ resolve, reject });
        worker.postMessage(request);
      }),
    endTransaction: () => worker.postMessage({ sql: null, parameters: [], limit: 0 } satisfies ReadRequest),
    hold: () => worker.ref(),
    letGo: () => worker.unref(),
    stop: async () => {
      await worker.terminate();
    },
  };
}

function errorOf({ error, isTooBroad }: Extract<ReadReply, { readonly error: string }>): StoreError {
  if (isTooBroad) return new StoreError('too broad', 'This takes longer than a query may: narrow it.');
  return new StoreError('failed', `The data could not be read (${error}): look at the disk, then try again.`);
}
