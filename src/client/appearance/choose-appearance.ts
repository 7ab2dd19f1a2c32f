import { writeStorage } from '../platform/browser-storage.ts';
import { APPEARANCE_KEY, type Appearance, applyAppearance } from './appearance.ts';

/** Applies the appearance and stores it. */
export function chooseAppearance(appearance: Appearance): void {
  applyAppearance(appearance);
  writeStorage(APPEARANCE_KEY, `${appearance.theme} ${appearance.density}`);
}
