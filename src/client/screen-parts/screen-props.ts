import type { ScreenInView } from '../view/view-context.tsx';

/** Props of every screen: the screen, and the parameters of its route as in the address. */
export interface ScreenProps {
  readonly screen: ScreenInView;
  readonly params: ReadonlyMap<string, string>;
}
