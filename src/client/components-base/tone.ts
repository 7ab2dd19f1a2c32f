/** The tints of pills, columns and marks; `--tone-…-tint`, `-text` and `-mark` in tokens.css. */
const TONES = ['slate', 'blue', 'amber', 'violet', 'teal', 'rose', 'green', 'orange'] as const;

export type Tone = (typeof TONES)[number];

/**
 * The tone of a choice by its place in the stated list: it stays while the list only grows. Beyond eight they repeat;
 * a choice that is no longer stated (-1) is slate. The name is not looked at: a renamed state keeps its tone.
 */
export function toneOf(_name: string, index: number): Tone {
  return index < 0 ? 'slate' : toneAt(index);
}

/** The tone at a place, counted from 0. */
export function toneAt(index: number): Tone {
  return TONES[((index % TONES.length) + TONES.length) % TONES.length] ?? 'slate';
}
