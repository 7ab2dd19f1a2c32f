/** Media query of windows in which rows are rendered as cards. */
export const narrow = '(max-width: 640px)';

export const isNarrow = (): boolean => globalThis.matchMedia(narrow).matches;
