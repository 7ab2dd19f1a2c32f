import type { View } from '../../engine/view/view.ts';
import type { Load } from '../parts/idle.ts';
import { savesData } from '../shell/shell.ts';

/** What a press may open on any screen. */
const PARTS: readonly Load[] = [
  () => import('../screens/table/tools.ts'),
  () => import('../parts/menu-list.tsx'),
  () => import('../parts/flyout-panel.tsx'),
  () => import('../parts/dialog-window.tsx'),
  () => import('../parts/bubble-drawn.tsx'),
  () => import('../parts/toast-region.tsx'),
  () => import('../palette/palette.tsx'),
];

const RECORD: readonly Load[] = [() => import('../screens/record.tsx'), () => import('../screens/record/history.tsx')];

const FORM: readonly Load[] = [
  () => import('../screens/form.tsx'),
  () => import('../view/engine.ts'),
  async () => {
    const { cells, others } = (await import('../inputs/later-inputs.tsx')).inputsAhead;
    for (const fetch of [...cells, ...others]) await fetch();
  },
  () => import('../screens/record/edit.tsx'),
  () => import('../screens/table/filter-editor.tsx'),
];

/** Forms are large: they are fetched for whoever looks at a screen so long, in milliseconds. */
const STAYS_FOR = 2000;

const staying: Load = () => new Promise((resolve) => setTimeout(resolve, STAYS_FOR));

/** The parts and screens that one goes on to: those a press away, and then what somebody may come to who stays. */
export function aheadOf({ screens }: View): readonly Load[] {
  if (savesData()) return [];
  const has = (wanted: string) => screens.some(({ kind }) => kind === wanted);
  return [...PARTS, ...(has('record') ? RECORD : []), ...(has('form') ? [staying, ...FORM] : [])];
}
