import { prefetchInputs } from '../../inputs/lazy-inputs.tsx';

/** The editor of a cell with the inputs that may stand in it: who types at once types into what is there. */
export async function loadCellEditor() {
  const [editor] = await Promise.all([
    import('./cell-editor.tsx'),
    // Each says by itself where it is missing.
    Promise.allSettled(prefetchInputs.cells.map((fetch) => fetch())),
  ]);
  return editor;
}
