import type { Value } from '../fields/value.ts';
import type { App } from './app.ts';
import type { Failure, Refusal, Situation } from './refusal.ts';

/** Codes of ours; a catalogue entry of the same code states their status and text. */
export type StandardCode =
  | 'NOT_SIGNED_IN'
  | 'TOO_MANY_REQUESTS'
  | 'UNREADABLE'
  | 'UNKNOWN_PARAMETER'
  | 'NOT_FOUND'
  | 'NOT_ALLOWED'
  | 'PRECONDITION_REQUIRED'
  | 'CHANGED_MEANWHILE'
  | 'WRONG_STATE'
  | 'NOT_MET'
  | 'IN_USE'
  | 'INVALID'
  | 'TOO_LARGE'
  | 'DOCUMENT_CHANGED'
  | 'IDEMPOTENCY_MISMATCH'
  | 'UNAVAILABLE';

/** Values that a message may name in braces, already as text: `{ entity: 'claim' }`. Names not given stay empty. */
export type MessageValues = { readonly [name: string]: string | number };

/** The refusal of a situation, in the catalogue's words where it has the code, else in ours. */
export function refuse(
  app: App,
  code: StandardCode,
  values: MessageValues = {},
  decidedBy: readonly string[] = [],
): Refusal {
  throw new Error(`refuse: ${app.hash} ${code} ${Object.keys(values)} ${decidedBy}`);
}

export type { Failure, Situation, Value };
