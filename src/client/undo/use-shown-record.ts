import { type RefObject, useEffect, useRef } from 'react';

/** The record that a part of the page is about; null once that is left. For what is answered later. */
export function useShown(id: string): RefObject<string | null> {
  const shown = useRef<string>(null);
  useEffect(() => {
    shown.current = id;
    return () => {
      shown.current = null;
    };
  }, [id]);
  return shown;
}
