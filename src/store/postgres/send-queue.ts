import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { StatementResult } from '../core/db-program.ts';
import type { Answers, PipelineRequest } from './pipeline.ts';

/**
 * Requests of one event-loop turn are sent at once. `together`: as one pipeline in which all statements after a failed
 * one fail, as in a transaction anyway. `apart`: each as a pipeline of its own.
 */
export type Sending = 'together' | 'apart';

interface Waiting {
  readonly asked: PipelineRequest;
  readonly resolve: (answer: StatementResult) => void;
  readonly reject: (cause: unknown) => void;
}

type Send = (asked: readonly PipelineRequest[]) => Promise<Answers>;

/** Collects the requests of one event-loop turn and sends them at its end. */
export function createSendQueue(
  stream: Writable,
  sending: Sending,
  send: Send,
): (asked: PipelineRequest) => Promise<StatementResult> {
  let waiting: Waiting[] = [];
  const release = (): void => {
    const pieces = sending === 'together' ? pipelinesOf(waiting) : waiting.map((each) => [each]);
    waiting = [];
    stream.cork();
    for (const piece of pieces) void sendPipeline(piece, send);
    stream.uncork();
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) process.nextTick(release);
      waiting.push({ asked, resolve, reject });
    });
}

async function sendPipeline(piece: readonly Waiting[], send: Send): Promise<void> {
  const { answered, failure } = await send(piece.map(({ asked }) => asked)).catch(lost);
  piece.forEach(({ resolve, reject }, index) => {
    const answer = answered[index];
    if (answer === undefined) reject(failure);
    else resolve(answer);
  });
}

const lost = (failure: unknown): Answers => ({ answered: [], failure });

/** Splits waiting queries into pipelines. A query text with several statements gets a pipeline of its own. */
function pipelinesOf(waiting: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const pieces: Waiting[][] = [];
  let isOver = true;
  for (const each of waiting) {
    const isScript = each.asked.name === null;
    if (isOver || isScript) pieces.push([]);
    pieces.at(-1)?.push(each);
    isOver = isScript;
  }
  return pieces;
}

/** A socket that writes many small chunks as one, because each system call has a cost. */
export class CoalescingSocket extends Socket {
  override _writev(
    chunks: readonly { readonly chunk: Buffer; readonly encoding: BufferEncoding }[],
    done: (cause?: Error | null) => void,
  ): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}
