import { useEffect, useEffectEvent } from 'react';
import { useRouterHistory } from '../platform/location.tsx';

/**
 * Asks before navigating to another path: `mayLeave` resolves to whether to continue. `isOpen` says whether there is
 * anything to lose; if so, the browser also asks before the tab is closed or reloaded.
 */
export function useLeaveConfirmation(isOpen: () => boolean, mayLeave: () => Promise<boolean>): void {
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
