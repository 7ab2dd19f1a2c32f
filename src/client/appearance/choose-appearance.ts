import { store } from '../platform/browser-storage.ts';
import { APPEARANCE, type Appearance, applyAppearance } from './appearance.ts';

/** Applies the appearance and stores it. */
export function chooseAppearance(appearance: Appearance): void {
  applyAppearance(appearance);
  store(APPEARANCE, `${appearance.theme} ${appearance.density}`);
}
