import type { ScreenInView } from '../view/view-context.tsx';

/** What each screen is given: itself, and the parameters of its route as they stand in the address. */
export interface ScreenProps {
  readonly screen: ScreenInView;
  readonly params: ReadonlyMap<string, string>;
}
