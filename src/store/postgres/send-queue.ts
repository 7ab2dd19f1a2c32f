import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { StatementResult } from '../core/db-program.ts';
import type { Answers, PipelineRequest } from './pipeline.ts';

/**
 * What is asked in one turn goes out at once. `together`: as one piece, whose statements fail with the first that does, as
 * they do in a transaction anyway. `apart`: each by itself.
 */
export type Sending = 'together' | 'apart';

interface Waiting {
  readonly asked: PipelineRequest;
  readonly resolve: (answer: StatementResult) => void;
  readonly reject: (cause: unknown) => void;
}

type Send = (asked: readonly PipelineRequest[]) => Promise<Answers>;

/** Collects what is asked in one turn, and hands it over once it is over. */
export function outletTo(
  stream: Writable,
  sending: Sending,
  send: Send,
): (asked: PipelineRequest) => Promise<StatementResult> {
  let waiting: Waiting[] = [];
  const release = (): void => {
    const pieces = sending === 'together' ? piecesOf(waiting) : waiting.map((each) => [each]);
    waiting = [];
    stream.cork();
    for (const piece of pieces) void hand(piece, send);
    stream.uncork();
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) process.nextTick(release);
      waiting.push({ asked, resolve, reject });
    });
}

async function hand(piece: readonly Waiting[], send: Send): Promise<void> {
  const { answered, failure } = await send(piece.map(({ asked }) => asked)).catch(lost);
  piece.forEach(({ resolve, reject }, index) => {
    const answer = answered[index];
    if (answer === undefined) reject(failure);
    else resolve(answer);
  });
}

const lost = (failure: unknown): Answers => ({ answered: [], failure });

/** A text of several statements goes by itself. */
function piecesOf(waiting: readonly Waiting[]): readonly (readonly Waiting[])[] {
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

/** A way that takes many small pieces as one: the system is told of each piece at a price. */
export class OnePiece extends Socket {
  override _writev(
    chunks: readonly { readonly chunk: Buffer; readonly encoding: BufferEncoding }[],
    done: (cause?: Error | null) => void,
  ): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}
