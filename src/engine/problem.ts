import type { App } from './app.ts';
import type { Refusal } from './refusal.ts';
import type { Problem, WireRecord } from './wire.ts';

export interface ProblemOptions {
  /** The path asked for. */
  readonly instance: string;
  /** Lines are given in development only. */
  readonly dev: boolean;
  readonly retryAfter?: number;
  readonly current?: WireRecord;
}

/** A refusal as RFC 9457 problem details. */
export function problemOf(app: App, refusal: Refusal, options: ProblemOptions): Problem {
  throw new Error(`problemOf: ${app.hash} ${refusal.code} ${options.instance}`);
}
