/** Where rows are cards. */
export const narrow = '(max-width: 640px)';

export const isNarrow = (): boolean => globalThis.matchMedia(narrow).matches;
