import { inPageLanguage } from '../languages/translation.ts';
import type { Operator } from '../platform/filter-operator.ts';
import type { Worded } from '../platform/worded.ts';

/** Operators in words, between a field and its value. */
function operators(operator: Operator, isMoment: boolean): string {
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
    case 'any of':
      return 'contains any of';
    case 'none of':
      return 'contains none of';
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

/** What a list says once somebody does something with it: chooses rows, builds a filter, moves columns. */
export const english = {
  columnsHint: 'Shown on this machine, for you alone.',
  columnUp: (label: string) => `${label}: move up`,
  columnDown: (label: string) => `${label}: move down`,
  columnNarrower: (label: string) => `${label}: narrower`,
  columnWider: (label: string) => `${label}: wider`,
  columnMoved: (label: string, place: number, of: number) => `${label} is column ${place} of ${of} now.`,
  columnsReset: 'Take back my changes',
  selected: (count: string) => `${count} selected`,
  allSelected: (count: string) => `All ${count} that the list finds`,
  selectMatching: (count: string) => `Select all ${count}`,
  nothingYetText: (noun: string) => `${noun} will stand here.`,
  nothingFoundText: 'Nothing fits what you search for.',
  clearFilters: 'Clear filters and search',
  notSpecifiedText: 'The document does not say what this list shows, or nothing of it that you may see.',
  noOrderBy: (fields: string) => `There is no order by ${fields} here`,
  noOrderByText:
    'The view or the address asks for it. The document does not have it any more, or it is not for you to read.',
  noGroupsBy: (field: string) => `There are no groups by ${field} here`,
  ownOrder: 'Show the list in its own order',
  tooManyWords: 'These are too many words to search for',
  tooManyWordsText: 'Search for fewer of them.',
  undoSome: (count: string) => `Undo ${count}`,
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
  operators,
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
    change: 'Change a field in the row',
    undo: 'Take back the cell saved last',
    edit: 'Open to change',
    clear: 'Clear the selection',
    help: 'These keys',
  },
  conditions: {
    title: 'Filter',
    remove: (words: string) => `Remove “${words}”`,
    edit: (words: string) => `Change “${words}”`,
    turn: (join: 'and' | 'or') => (join === 'and' ? 'and: turn into or' : 'or: turn into and'),
    field: 'Field',
    operator: 'Comparison',
    value: 'Value',
    days: 'Days',
    yes: 'yes',
    no: 'no',
    textLabel: 'Condition in the notation of the document',
    textHint: (example: string) => `As in: ${example}`,
    apply: 'Apply',
    show: 'Show the list',
    incomplete: '…',
    joins: { and: 'and', or: 'or' },
    /** A condition of so many last days. */
    last: (label: string, duration: string) => `${label} is within the last ${duration}`,
  },
  printed: (loaded: string, all: string) => `The first ${loaded} of ${all} are printed.`,
  files: {
    shown: 'Export as CSV',
    shownText: 'Rows and columns as the list shows them',
    all: 'Export all fields',
    allText: 'The same rows, all that you may read',
    allNeeded: 'The same rows, all that you may read, with all that an import needs',
    lacks: (text: string, fields: string) => `${text}; without what an import needs: ${fields}`,
    import: 'Import from CSV …',
    importText: 'Each row of a file becomes a record',
  },
} as const;

export const toolTexts: Worded<typeof english> = inPageLanguage('tableTools', english);
