/** The colours of states and choices, as a document names them. */
export const TONES = ['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'grey'] as const;

export type Tone = (typeof TONES)[number];

/** The colours of the options of a choice or the states of a machine, by name. An option without one has no colour. */
export type Tones = ReadonlyMap<string, Tone>;
