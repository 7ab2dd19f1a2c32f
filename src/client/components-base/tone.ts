/** The tints of pills, columns and marks: `--tone-…-tint`, `-text` and `-mark` in tokens.css. */
const TONES = ['slate', 'blue', 'amber', 'violet', 'teal', 'rose', 'green', 'orange'] as const;

export type Tone = (typeof TONES)[number];

/**
 * Returns the tone of a choice by its position in the document, so it stays stable while the list only grows, and when
 * a choice is renamed. Tones repeat after eight. A choice that is no longer in the document (-1) is slate.
 */
export function toneOf(_name: string, index: number): Tone {
  return index < 0 ? 'slate' : toneAt(index);
}

/** Returns the tone at a position, counted from 0. */
export function toneAt(index: number): Tone {
  return TONES[((index % TONES.length) + TONES.length) % TONES.length] ?? 'slate';
}
