import { useCallback, useState } from 'react';

/** Which groups of a list are folded, for as long as the tab is open. */
export function useFolded(person: string, screen: string, by: string) {
  const key = `ninefold folded ${person} ${screen} ${by}`;
  const [own, setOwn] = useState(() => ({ key, folded: stored(key) }));
  // Other groups are folded on their own; those of before are not drawn in between.
  const now = own.key === key ? own : { key, folded: stored(key) };
  if (now !== own) setOwn(now);
  const setFolded = useCallback(
    (next: (folded: ReadonlySet<string>) => ReadonlySet<string>) =>
      setOwn((before) => {
        const folded = next(before.folded);
        store(before.key, folded);
        return { ...before, folded };
      }),
    [],
  );
  return [now.folded, setFolded] as const;
}

function stored(key: string): ReadonlySet<string> {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []);
  } catch {
    return new Set();
  }
}

function store(key: string, folded: ReadonlySet<string>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([...folded]));
  } catch {
    // Where nothing may be stored, they are folded while the list stands there.
  }
}
