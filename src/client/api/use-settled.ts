import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Whether all that was asked of the server when this came onto the page has been answered; then it stays true. */
export function useSettled(): boolean {
  const client = useQueryClient();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (isSettled) return;
    // Told once: a screen that waits as a whole for a part of it would otherwise begin anew with each answer.
    let isTold = false;
    const look = () => {
      if (isTold || client.isFetching() > 0) return;
      isTold = true;
      setSettled(true);
    };
    const leave = client.getQueryCache().subscribe(look);
    look();
    return leave;
  }, [client, isSettled]);
  return isSettled;
}
