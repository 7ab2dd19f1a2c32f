import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Whether all that was asked of the server when this came onto the page has been answered; then it stays true. */
export function useSettled(): boolean {
  const client = useQueryClient();
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (isSettled) return;
    // Told once: a screen that waits as a whole for a part of it would otherwise begin anew with each answer.
    let isOver = false;
    let leave = () => {};
    const look = () => {
      if (isOver || client.isFetching() > 0) return;
      isOver = true;
      setSettled(true);
    };
    // Once all that came with it has asked: nothing is under way before the first question either.
    queueMicrotask(() => {
      if (isOver) return;
      leave = client.getQueryCache().subscribe(look);
      look();
    });
    return () => {
      isOver = true;
      leave();
    };
  }, [client, isSettled]);
  return isSettled;
}
