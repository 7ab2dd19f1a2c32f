export const loadCellEditor = () => import('./cell-editor.tsx');
