/** Where a tab tells the others that somebody else is there. */
export const otherTabs = 'ninefold person';
