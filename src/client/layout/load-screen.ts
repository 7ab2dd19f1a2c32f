import type { ComponentType } from 'react';
import type { View } from '../../engine/view/view.ts';
import { lazyPreloaded, loadModule } from '../components-base/lazy-preloaded.ts';
import type { Load } from '../components-base/load-when-idle.ts';
import { pathOrFirstScreen } from '../navigation/home.ts';
import type { ScreenProps } from '../screen-parts/screen-props.ts';
import { matchRoute } from '../view/routes.ts';
import { loadEngineFor } from '../view/view-context.tsx';
import { screenModules } from './screen-modules.ts';

interface Kind {
  readonly load: Load;
  readonly Screen: ComponentType<ScreenProps>;
}

/** The component of each kind of screen. A page from an older build may not know a newer kind. */
export const kinds: Readonly<Record<string, Kind | undefined>> = Object.fromEntries(
  Object.entries(screenModules).map(([kind, { load, component }]) => [
    kind,
    { load, Screen: lazyPreloaded(load as () => Promise<Record<string, ComponentType<ScreenProps>>>, component) },
  ]),
);

/**
 * Loads the code of the screen at a path. Waiting for it before the first render avoids a fallback, which React would
 * keep on screen for at least 300 ms.
 */
export async function loadScreen(view: View, path: string): Promise<void> {
  const opened = matchRoute(view.screens, pathOrFirstScreen(view, path))?.screen;
  const load = kinds[opened?.kind ?? '']?.load;
  const loads = [load === undefined ? null : loadModule(load), opened?.kind === 'form' ? loadEngineFor(view) : null];
  // The component reports a failed load when it renders.
  await Promise.allSettled(loads);
}
