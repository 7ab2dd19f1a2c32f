import { inPageLanguage } from '../languages/translation.ts';
import type { Translated } from '../platform/worded.ts';

/** Texts of lists that are needed at once. `list-tool-texts.ts` has those that are loaded later. */
export const english = {
  rows: (name: string) => `${name}: rows`,
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all loaded',
  actions: 'Actions',
  nothingYet: 'Nothing here yet',
  nothingFound: 'Nothing found',
  notSpecified: 'Not specified',
  loading: 'Loading the list …',
  loadingMore: 'Loading more …',
  search: (noun: string) => `Search ${noun}`,
  columns: 'Columns',
  keys: 'Keyboard shortcuts',
  filesMenu: 'Export and import',
  filters: {
    add: 'Filter',
    addMore: 'Add a condition',
    clear: 'Clear',
    asText: 'As text',
    reading: 'Reading the filter …',
    sheet: (count: number) => (count === 0 ? 'Filter' : `Filter (${count})`),
  },
} as const;

export const listTexts: Translated<typeof english> = inPageLanguage('table', english);
