import { useEffect, useState } from 'react';

/** In milliseconds: how long nothing was typed before a search starts. */
const PAUSE_MS = 150;

/** Returns the text, trimmed, once nothing was typed for a moment; an empty text at once. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
