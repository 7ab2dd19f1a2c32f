import type { View } from '../../engine/view/view.ts';
import type { Load } from '../components-base/load-when-idle.ts';
import { savesData } from '../service-worker/install-service-worker.ts';
import { loadEngineFor } from '../view/view-context.tsx';

/** Modules that a press may need on any screen. */
const PARTS: readonly Load[] = [
  () => import('../screens/bulk-actions/list-actions.tsx'),
  () => import('../screens/filters/fields-list.tsx'),
  () => import('../screens/filters/filter-chips.tsx'),
  () => import('../screens/filters/filter-text.ts'),
  () => import('../screens/filters/filter-fields.ts'),
  () => import('../screens/columns/columns-flyout.tsx'),
  () => import('../screens/columns/column-moves.ts'),
  () => import('../screens/columns/resizing.ts'),
  () => import('../screens/cells/cell-reason.tsx'),
  () => import('../screens/grid/keys-dialog.tsx'),
  () => import('../screens/grid/reading-order.ts'),
  () => import('../components/menu-impl.tsx'),
  () => import('../components/flyout-impl.tsx'),
  () => import('../components/dialog-impl.tsx'),
  () => import('../components-base/tooltip-impl.tsx'),
  () => import('../toasts/toast-region.tsx'),
  () => import('../palette/palette.tsx'),
];

const RECORD: readonly Load[] = [
  () => import('../screens/record/record-screen.tsx'),
  () => import('../screens/timeline/record-history.tsx'),
];

const FORM: readonly Load[] = [
  () => import('../screens/form/form-screen.tsx'),
  () => import('../screens/record/edit.tsx'),
  () => import('../screens/filters/filter-editor.tsx'),
];

/** In milliseconds: form modules are large and are prefetched only for people who stay on a screen this long. */
const FORM_DELAY_MS = 2000;

const formDelay: Load = () => new Promise((resolve) => setTimeout(resolve, FORM_DELAY_MS));

/**
 * Returns the modules to prefetch: those that a press needs, then those of screens that the person may open next. Empty
 * if the browser asks to save data.
 */
export function modulesToPrefetch(view: View): readonly Load[] {
  if (savesData()) return [];
  const has = (wanted: string) => view.screens.some(({ kind }) => kind === wanted);
  return [
    ...PARTS,
    ...(has('record') ? RECORD : []),
    ...(has('form') ? [formDelay, () => loadEngineFor(view), ...FORM] : []),
  ];
}
