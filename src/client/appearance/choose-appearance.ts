import { store } from '../platform/browser-storage.ts';
import { APPEARANCE, type Appearance, applyAppearance } from './appearance.ts';

/** Shows it, now and when the page is opened again. */
export function chooseAppearance(appearance: Appearance): void {
  applyAppearance(appearance);
  store(APPEARANCE, `${appearance.theme} ${appearance.density}`);
}
