import { readStorage } from '../platform/browser-storage.ts';

/** Appearance on this device, whoever uses it. */
export interface Appearance {
  readonly theme: 'system' | 'light' | 'dark';
  readonly density: 'comfortable' | 'compact';
}

/** Storage key. */
export const APPEARANCE_KEY = 'ninefold appearance';

/** Returns the stored choice, or the defaults. */
export function storedAppearance(): Appearance {
  const [theme, density] = (readStorage(APPEARANCE_KEY) ?? '').split(' ');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: density === 'compact' ? 'compact' : 'comfortable',
  };
}

/** Applies the appearance: `data-theme` (absent for the system's theme) and `data-density` on the root element. */
export function applyAppearance({ theme, density }: Appearance): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.density = density;
}
