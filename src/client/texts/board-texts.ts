import { inPageLanguage } from '../languages/translation.ts';
import type { Worded } from '../platform/worded.ts';

/** What a board itself says. */
export const english = {
  board: (label: string) => `${label}, as a board`,
  count: (count: string) => `${count} cards`,
  oneCard: '1 card',
  moveTo: (title: string) => `Move “${title}” to …`,
  way: (column: string, event: string) => `${column} · ${event}`,
  which: (column: string) => `How should it get to “${column}”?`,
  whichText: 'More than one event leads there. Choose which one happens.',
  cancel: 'Cancel',
  more: 'Show more',
  emptyColumn: 'Nothing here',
  empty: 'Nothing here yet',
  nothingFound: 'Nothing found',
  nothingFoundText: (asked: string) => `No card matches “${asked}”.`,
  clearFilters: 'Clear filters and search',
  clearSearch: 'Clear the search',
  search: (label: string) => `Search in ${label}`,
  moving: 'Moving …',
  notMoved: (title: string) => `“${title}” was not moved`,
  drop: (event: string) => `Drop here: ${event}`,
  none: 'None',
  without: (label: string) => `No ${label.toLowerCase()}`,
  changed: (label: string, column: string) => `${label}: ${column}`,
  moreColumns: 'Show more columns',
  noWay: 'NO_WAY',
  leadsNowhere: (from: string, to: string) => `No event of yours leads from “${from}” to “${to}”.`,
  isFinal: (from: string) => `“${from}” is final: nothing leads out of it.`,
  keys: 'Arrow keys go from card to card, Enter opens one, M moves it.',
  notSpecified: 'By what the columns stand is not known',
  notSpecifiedText: 'The document has to name a choice or a state, as in “board by status”.',
  notReadable: (field: string) => `You may not read “${field}”, by which the columns stand.`,
} as const;

export const boardTexts: Worded<typeof english> = inPageLanguage('board', english);
