import { stored } from '../platform/browser-storage.ts';

/** How things look on this machine, whoever uses it. */
export interface Appearance {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
}

/** Where it stands in the browser's storage. */
export const APPEARANCE = 'ninefold appearance';

/** What was chosen here before. */
export function storedAppearance(): Appearance {
  const [theme, density] = (stored(APPEARANCE) ?? '').split(' ');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'compact' ? 'compact' : 'comfortable',
  };
}

/** Shows it: `data-theme` (absent: as the system has it) and `data-density` on the root element. */
export function applyAppearance({ theme, density }: Appearance): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.density = density;
}
