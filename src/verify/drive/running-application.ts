import type { Model } from '../../model/types/model.ts';
import type { Records } from './records.ts';

/** A running document under test, with access to its stored records without permission checks. */
export interface Subject {
  readonly model: Model;
  readonly records: Records;
  /** The clock of the running document in UTC milliseconds; tests may advance it. */
  readonly clock: { now: number };
  /** Sends requests as a person who is not signed in. */
  readonly guest: Caller;
  /** Returns a caller for a person over another caller's connection. Rejects if the sign-in fails. */
  readonly signIn: (person: string, way: Caller) => Promise<Caller>;
  /** A second connection that is used for every n-th request; null for none. */
  readonly socket: { readonly call: Caller; readonly every: number } | null;
  /** Returns the failures that the product logged since the last call. */
  readonly failures: () => readonly string[];
  readonly fileFor: FileFor;
  /** Lets the product run until nothing is due. */
  readonly act: () => Promise<void>;
}

/** Returns a small file with one of these endings; null if there is none. */
export type FileFor = (
  endings: readonly string[],
) => { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array } | null;

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  readonly text: string;
}

/** Sends requests as one person. The body is sent as JSON, and a JSON answer is parsed. */
export type Caller = <T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer<T>>;
