import type { Place } from './element.ts';

/** The colours of states and choices, as a document names them. */
export type Tone = 'red' | 'orange' | 'amber' | 'green' | 'teal' | 'blue' | 'violet' | 'grey';

export const TONES: readonly Tone[] = ['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'grey'];

/** The colours of the options of a choice or the states of a machine, by name. An option without one has no colour. */
export type Tones = ReadonlyMap<string, Tone>;

/** A colour that the document states for an option or a state: `Urgent red`. */
export interface StatedTone {
  readonly name: string;
  readonly tone: Tone;
  readonly at: Place | null;
}
