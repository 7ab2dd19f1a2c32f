import type { Model } from '../../model/types/model.ts';
import type { Records } from './records.ts';

/** A running document that is asked, with a way to look past all permissions at what it keeps. */
export interface Subject {
  readonly model: Model;
  readonly records: Records;
  /** Of the document as it runs, in UTC milliseconds; whoever asks may move it on. */
  readonly clock: { now: number };
  /** Asks as somebody who has not signed in. */
  readonly guest: Caller;
  /** A caller that speaks for a person, over the way of another. Rejects where they are not let in. */
  readonly signIn: (person: string, way: Caller) => Promise<Caller>;
  /** Now and then it is asked through this one instead; null: never. */
  readonly socket: { readonly call: Caller; readonly every: number } | null;
  /** What the product noted of failures of its own, in words, since this was last asked. */
  readonly failures: () => readonly string[];
  readonly fileFor: FileFor;
  /** Lets the product act by itself until nothing is due. */
  readonly act: () => Promise<void>;
}

/** A small file with one of these endings; null: there is none. */
export type FileFor = (
  endings: readonly string[],
) => { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array } | null;

export interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
  readonly text: string;
}

/** What one person asks with. A body goes as JSON, the answer is read as JSON where it is. */
export type Caller = <T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer<T>>;
