import { useCallback, useState } from 'react';
import { arrayIn, readStorage, writeStorage } from '../../platform/browser-storage.ts';

/** Returns the ids of the collapsed groups of a list and a setter. They are stored until the browser tab is closed. */
export function useFolded(person: string, screen: string, by: string) {
  const key = `ninefold folded ${person} ${screen} ${by}`;
  const [own, setOwn] = useState(() => ({ key, folded: namesIn(key) }));
  // A new key is applied during rendering, so that the collapsed groups of the previous key are never shown.
  const now = own.key === key ? own : { key, folded: namesIn(key) };
  if (now !== own) setOwn(now);
  const setFolded = useCallback(
    (next: (folded: ReadonlySet<string>) => ReadonlySet<string>) =>
      setOwn((before) => {
        const folded = next(before.folded);
        writeStorage(before.key, JSON.stringify([...folded]), 'sessionStorage');
        return { ...before, folded };
      }),
    [],
  );
  return [now.folded, setFolded] as const;
}

const namesIn = (key: string): ReadonlySet<string> =>
  new Set(arrayIn(readStorage(key, 'sessionStorage')).filter((name) => typeof name === 'string'));
