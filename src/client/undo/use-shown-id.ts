import { type RefObject, useEffect, useRef } from 'react';

/** Ref to the id of the record that is shown; null after unmounting. For callbacks that run later. */
export function useShownId(id: string): RefObject<string | null> {
  const shown = useRef<string>(null);
  useEffect(() => {
    shown.current = id;
    return () => {
      shown.current = null;
    };
  }, [id]);
  return shown;
}
