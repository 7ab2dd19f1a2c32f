/**
 * What a list needs once somebody does something with it. One file, which is fetched while nothing else is to be done
 * once the first rows are there, and waited for by whoever is quicker.
 */

export { CellReason } from './cell-reason.tsx';
export { moved, sized, switched } from './column-moves.ts';
export { ColumnsFlyout } from './columns-flyout.tsx';
export { FieldsList } from './fields-list.tsx';
export { FilterChips } from './filter-chips.tsx';
export { filterWordsOf } from './filter-fields.ts';
export { filterText } from './filter-text.ts';
export { KeysDialog } from './keys-dialog.tsx';
export { ListActions } from './list-actions.tsx';
export { putInOrder } from './reading-order.ts';
export { startResizing } from './resizing.ts';
