import type { Operator } from './filter-model.ts';

/** What lists themselves say. */
export const tableTexts = {
  rows: (name: string) => `${name}: rows`,
  select: (title: string) => `Select ${title}`,
  selectAll: 'Select all that are loaded',
  actions: 'Actions',
  nothingYet: 'Nothing here yet',
  nothingYetText: (noun: string) => `${noun} will stand here.`,
  nothingFound: 'Nothing found',
  nothingFoundText: 'Nothing fits what you search for.',
  clearFilters: 'Clear filters and search',
  failed: 'The list could not be loaded',
  notSpecified: 'Not specified',
  notSpecifiedText: 'The document does not say what this list shows, or nothing of it that you may see.',
  loading: 'Loading the list …',
  loadingMore: 'Loading more …',
  moreFailed: 'More could not be loaded.',
  search: (noun: string) => `Search ${noun}`,
  columns: 'Columns',
  columnsHint: 'Shown on this machine, for you alone.',
  columnsReset: 'As the document states them',
  keys: 'Keys',
  files: {
    menu: 'Export and import',
    shown: 'Export as CSV',
    shownText: 'Rows and columns as the list shows them',
    all: 'Export all fields',
    allText: 'The same rows, all that you may read',
    import: 'Import from CSV …',
    importText: 'Each row of a file becomes a record',
  },
  sortHint: 'Shift adds a further order.',
  selected: (count: string) => `${count} selected`,
  clearSelection: 'Clear selection',
  bulkBar: 'Selected rows',
  remove: 'Delete',
  removeMany: (count: string, noun: string) => `Delete ${count} ${noun}?`,
  removeText: 'They disappear for everybody at once.',
  done: (label: string, count: string) => `${label}: ${count} done`,
  outcome: (label: string) => `${label}: what became of it`,
  doneCount: (count: string) => `${count} done`,
  refusedCount: (count: string) => `${count} refused`,
  close: 'Close',
  cancel: 'Cancel',
  ask: (label: string, title: string) => `${label}: ${title}`,
  askMany: (label: string, count: string) => `${label}: ${count} records`,
  askHint: 'What you write here goes to each of them.',
  rowDone: (label: string, title: string) => `${label}: ${title}`,
  filters: {
    title: 'Filter',
    add: 'Filter',
    addMore: 'Add a condition',
    remove: (words: string) => `Remove “${words}”`,
    edit: (words: string) => `Change “${words}”`,
    turn: (join: string) => `${join}: turn into ${join === 'and' ? 'or' : 'and'}`,
    clear: 'Clear',
    field: 'Field',
    operator: 'Comparison',
    value: 'Value',
    days: 'Days',
    yes: 'yes',
    no: 'no',
    asText: 'As text',
    textLabel: 'Condition in the notation of the document',
    textHint: 'As in: status == Draft and total > 25 EUR',
    apply: 'Apply',
    show: 'Show the list',
    incomplete: '…',
    reading: 'Reading the filter …',
    sheet: (count: number) => (count === 0 ? 'Filter' : `Filter (${count})`),
  },
  help: {
    title: 'Keys of this list',
    search: 'Search',
    move: 'Next and previous row',
    ends: 'First and last row',
    screenful: 'A screenful down and up',
    inside: 'Into the row and back',
    select: 'Select',
    range: 'Select up to here',
    all: 'Select all that are loaded',
    open: 'Open',
    edit: 'Open to change',
    clear: 'Clear the selection',
    help: 'These keys',
  },
} as const;

/** Operators in words, between a field and its value. */
export function operatorWords(operator: Operator, isMoment: boolean): string {
  switch (operator) {
    case 'is':
      return 'is';
    case 'is not':
      return 'is not';
    case 'contains':
      return 'contains';
    case 'lacks':
      return 'does not contain';
    case 'starts with':
      return 'starts with';
    case 'more':
      return isMoment ? 'is after' : 'is more than';
    case 'at least':
      return isMoment ? 'is from' : 'is at least';
    case 'less':
      return isMoment ? 'is before' : 'is less than';
    case 'at most':
      return isMoment ? 'is until' : 'is at most';
    case 'among':
      return 'is one of';
    case 'not among':
      return 'is none of';
    case 'last days':
      return 'is within the last days';
    case 'me':
      return 'is me';
    case 'not me':
      return 'is not me';
    case 'holds me':
      return 'contains me';
    case 'empty':
      return 'is empty';
    case 'given':
      return 'is given';
  }
}
