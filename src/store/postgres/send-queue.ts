import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { StatementResult } from '../core/db-program.ts';
import type { PipelineRequest, PipelineResult } from './pipeline.ts';

/**
 * Requests of one event-loop turn are sent at once. `together`: as one pipeline in which all statements after a failed
 * one fail, as in a transaction anyway. `apart`: each as a pipeline of its own.
 */
export type SendMode = 'together' | 'apart';

interface Waiting {
  readonly request: PipelineRequest;
  readonly resolve: (result: StatementResult) => void;
  readonly reject: (cause: unknown) => void;
}

type Send = (requests: readonly PipelineRequest[]) => Promise<PipelineResult>;

/** Collects the requests of one event-loop turn and sends them at its end. */
export function createSendQueue(
  stream: Writable,
  sending: SendMode,
  send: Send,
): (request: PipelineRequest) => Promise<StatementResult> {
  let waiting: Waiting[] = [];
  const release = (): void => {
    const pipelines = sending === 'together' ? pipelinesOf(waiting) : waiting.map((each) => [each]);
    waiting = [];
    stream.cork();
    for (const pipeline of pipelines) void sendPipeline(pipeline, send);
    stream.uncork();
  };
  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) process.nextTick(release);
      waiting.push({ request, resolve, reject });
    });
}

async function sendPipeline(pipeline: readonly Waiting[], send: Send): Promise<void> {
  const { results, failure } = await send(pipeline.map(({ request }) => request)).catch(withoutResults);
  pipeline.forEach(({ resolve, reject }, index) => {
    const result = results[index];
    if (result === undefined) reject(failure);
    else resolve(result);
  });
}

const withoutResults = (failure: unknown): PipelineResult => ({ results: [], failure });

/** Splits waiting queries into pipelines. A query text with several statements gets a pipeline of its own. */
function pipelinesOf(waiting: readonly Waiting[]): readonly (readonly Waiting[])[] {
  const pipelines: Waiting[][] = [];
  let isOver = true;
  for (const each of waiting) {
    const isScript = each.request.name === null;
    if (isOver || isScript) pipelines.push([]);
    pipelines.at(-1)?.push(each);
    isOver = isScript;
  }
  return pipelines;
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
