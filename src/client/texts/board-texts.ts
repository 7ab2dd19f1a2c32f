import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of boards. */
export const english = {
  board: (label: string) => `${label}, as a board`,
  count: (count: string) => `${count} cards`,
  oneCard: '1 card',
  moveTo: (title: string) => `Move “${title}” to …`,
  columnAndEvent: (column: string, event: string) => `${column} · ${event}`,
  chooseEvent: (column: string) => `How should it get to “${column}”?`,
  chooseEventText: 'Several events lead there. Choose one.',
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
  noWayCode: 'NO_WAY',
  cannotMove: (from: string, to: string) => `You can’t move a card from “${from}” to “${to}”.`,
  isFinal: (from: string) => `“${from}” is final: cards can’t be moved out of it.`,
  keys: 'Arrow keys move between cards, Enter opens a card, M moves it.',
  notSpecified: 'This board has no columns',
  notSpecifiedText: 'The document must name a choice field or a state, as in “board by status”.',
  notReadable: (field: string) => `The columns are made from “${field}”, which you don’t have permission to see.`,
} as const;

export const boardTexts: Translated<typeof english> = inPageLanguage('board', english);
