import { useEffect, useEffectEvent } from 'react';
import { useRouterHistory } from '../platform/location.tsx';

/**
 * Asks before this page is left for another path: `mayLeave` resolves to whether to go on. `isOpen` says whether there
 * is anything to lose; then the browser asks in its own words before the tab is closed or loaded again.
 */
export function useLeaving(isOpen: () => boolean, mayLeave: () => Promise<boolean>): void {
  const history = useRouterHistory();
  const isLosing = useEffectEvent(isOpen);
  const ask = useEffectEvent(mayLeave);
  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation, nextLocation }) =>
          currentLocation.pathname !== nextLocation.pathname && isLosing() && !(await ask()),
        enableBeforeUnload: () => isLosing(),
      }),
    [history],
  );
}
