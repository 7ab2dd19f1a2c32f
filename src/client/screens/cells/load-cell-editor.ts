/** Loads the editor of a cell. */
export const loadCellEditor = () => import('./cell-editor.tsx');
