import { inPageLanguage } from '../languages/translation.ts';
import type { Operator } from '../platform/filter-operator.ts';
import type { Translated } from '../platform/worded.ts';

/** Returns an operator in words, as written between a field and its value. */
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

/** Texts of lists that are needed on interaction: selecting rows, building a filter, moving columns. */
export const english = {
  columnsHint: 'Only for you, on this device.',
  columnUp: (label: string) => `${label}: move up`,
  columnDown: (label: string) => `${label}: move down`,
  columnNarrower: (label: string) => `${label}: narrower`,
  columnWider: (label: string) => `${label}: wider`,
  columnMoved: (label: string, place: number, of: number) => `${label} is column ${place} of ${of} now.`,
  columnsReset: 'Reset columns',
  selected: (count: string) => `${count} selected`,
  allSelected: (count: string) => `All ${count} matches selected`,
  selectMatching: (count: string) => `Select all ${count}`,
  noneYet: (noun: string) => `No ${noun} yet`,
  nothingFoundText: 'Try another search or filter.',
  clearFilters: 'Clear filters and search',
  notSpecifiedText: 'The document does not say what this list shows, or you don’t have permission to see any of it.',
  noOrderBy: (fields: string) => `This list can’t be sorted by ${fields}`,
  noOrderByText: 'The saved view or the link asks for it. It no longer exists, or you don’t have permission to see it.',
  noGroupsBy: (field: string) => `This list can’t be grouped by ${field}`,
  ownOrder: 'Show the default order',
  tooManyWords: 'Too many search words',
  tooManyWordsText: 'Search for fewer words.',
  undoSome: (count: string) => `Undo ${count}`,
  clearSelection: 'Clear selection',
  bulkBar: 'Selected rows',
  remove: 'Delete',
  removeMany: (count: string, noun: string) => `Delete ${count} ${noun}?`,
  removeText: 'They disappear for everybody immediately.',
  done: (label: string, count: string) => `${label}: ${count} done`,
  outcome: (label: string) => `${label}: result`,
  doneCount: (count: string) => `${count} done`,
  refusedCount: (count: string) => `${count} refused`,
  close: 'Close',
  cancel: 'Cancel',
  ask: (label: string, title: string) => `${label}: ${title}`,
  askMany: (label: string, count: string) => `${label}: ${count} records`,
  askHint: 'What you enter here applies to each of them.',
  rowDone: (label: string, title: string) => `${label}: ${title}`,
  operators,
  help: {
    title: 'Keyboard shortcuts',
    search: 'Search',
    move: 'Next and previous row',
    ends: 'First and last row',
    screenful: 'Page down and up',
    inside: 'Into the row and back out',
    select: 'Select',
    range: 'Select up to here',
    all: 'Select all loaded',
    open: 'Open',
    change: 'Change a field in the row',
    undo: 'Undo the last saved cell',
    edit: 'Open for editing',
    clear: 'Clear the selection',
    help: 'Show keyboard shortcuts',
  },
  conditions: {
    title: 'Filter',
    remove: (words: string) => `Remove “${words}”`,
    edit: (words: string) => `Change “${words}”`,
    turn: (join: 'and' | 'or') => (join === 'and' ? 'and: change to or' : 'or: change to and'),
    field: 'Field',
    operator: 'Comparison',
    value: 'Value',
    days: 'Days',
    yes: 'yes',
    no: 'no',
    textLabel: 'Condition in the notation of the document',
    textHint: (example: string) => `For example: ${example}`,
    apply: 'Apply',
    show: 'Show the list',
    incomplete: '…',
    joins: { and: 'and', or: 'or' },
    /** A condition on the last days; `duration` includes the unit. */
    last: (label: string, duration: string) => `${label} is within the last ${duration}`,
  },
  printed: (loaded: string, all: string) => `The first ${loaded} of ${all} are printed.`,
  files: {
    shown: 'Export as CSV',
    shownText: 'Rows and columns as the list shows them',
    all: 'Export all fields',
    allText: 'The same rows, with every field you can see',
    allNeeded: 'The same rows, with every field you can see and all that an import needs',
    lacks: (text: string, fields: string) => `${text}; an import also needs: ${fields}`,
    import: 'Import from CSV …',
    importText: 'Each row of a file becomes a record',
  },
} as const;

export const listToolTexts: Translated<typeof english> = inPageLanguage('tableTools', english);
