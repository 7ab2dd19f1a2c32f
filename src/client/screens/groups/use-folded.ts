import { useCallback, useState } from 'react';
import { arrayIn, readStorage, writeStorage } from '../../platform/browser-storage.ts';

/** Which groups of a list are folded, for as long as the tab is open. */
export function useFolded(person: string, screen: string, by: string) {
  const key = `ninefold folded ${person} ${screen} ${by}`;
  const [own, setOwn] = useState(() => ({ key, folded: namesIn(key) }));
  // Other groups are folded on their own; those of before are not drawn in between.
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
