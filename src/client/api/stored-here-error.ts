import type { ProblemError } from './request.ts';

/** Code of a "problem" that is not an error: the write is stored on this device and is sent when the server is back. */
export const STORED_HERE = 'KEPT_HERE';

export const isStoredHere = (error: unknown): error is ProblemError =>
  (error as Partial<ProblemError> | undefined)?.problem?.code === STORED_HERE;
