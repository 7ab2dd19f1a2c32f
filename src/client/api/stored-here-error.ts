import type { ProblemError } from './request.ts';

/** Of an error that is none: what was wanted waits on this device, and is sent when the server is back. */
export const KEPT_HERE = 'KEPT_HERE';

export const isStoredHere = (error: unknown): error is ProblemError =>
  (error as Partial<ProblemError> | undefined)?.problem?.code === KEPT_HERE;
