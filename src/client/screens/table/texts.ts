import { spoken, type Worded } from '../../languages/spoken.ts';

/** What lists themselves say. */
export const english = {
  rows: (name: string) => `${name}: rows`,
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all that are loaded',
  actions: 'Actions',
  nothingYet: 'Nothing here yet',
  nothingYetText: (noun: string) => `${noun} will stand here.`,
  nothingFound: 'Nothing found',
  nothingFoundText: 'Nothing fits what you search for.',
  clearFilters: 'Clear filters and search',
  notSpecified: 'Not specified',
  notSpecifiedText: 'The document does not say what this list shows, or nothing of it that you may see.',
  loading: 'Loading the list …',
  loadingMore: 'Loading more …',
  search: (noun: string) => `Search ${noun}`,
  columns: 'Columns',
  keys: 'Keys',
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

export const tableTexts: Worded<typeof english> = spoken?.table ?? english;
