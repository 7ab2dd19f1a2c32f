import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Returns whether all requests that were in flight when the component mounted have been answered. Stays true from then
 * on.
 */
export function useInitialRequestsSettled(): boolean {
  const client = useQueryClient();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (isSettled) return;
    // Set once only: a screen that waits for a part of it would otherwise restart with each answer.
    let isDone = false;
    let unsubscribe = () => {};
    const check = () => {
      if (isDone || client.isFetching() > 0) return;
      isDone = true;
      setSettled(true);
    };
    // In a microtask, so that all components that mounted together have sent their requests.
    queueMicrotask(() => {
      if (isDone) return;
      unsubscribe = client.getQueryCache().subscribe(check);
      check();
    });
    return () => {
      isDone = true;
      unsubscribe();
    };
  }, [client, isSettled]);
  return isSettled;
}
