import { APPEARANCE, type Appearance, applyAppearance } from './appearance.ts';

/** Shows it, now and when the page is opened again. */
export function chooseAppearance(appearance: Appearance): void {
  applyAppearance(appearance);
  try {
    localStorage.setItem(APPEARANCE, `${appearance.theme} ${appearance.density}`);
  } catch {
    // Where nothing may be stored, it holds for this page.
  }
}
