import type { Diagnostic } from '../model/diagnostic.ts';
import type { Row } from '../fields/value.ts';
import type { App } from './app.ts';

/** A small real file that a sample row names by `(sample)`. */
export interface SampleUpload {
  readonly token: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** The rows of `## Sample data`, in the order in which references are there when they are needed. */
export interface Samples {
  readonly rows: readonly Row[];
  readonly uploads: readonly SampleUpload[];
  /** What contradicts the document's own types and rules, each at its line. */
  readonly problems: readonly Diagnostic[];
}

/** Sample rows as the product writes them. `newId` gives ids that are never reused. */
export function samplesOf(app: App, now: number, newId: () => string): Samples {
  throw new Error(`samplesOf: ${app.hash} ${now} ${newId()}`);
}
