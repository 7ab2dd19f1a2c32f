import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';

interface Title {
  readonly text: string;
  readonly set: (text: string) => void;
}

const Context = createContext<Title | null>(null);

/** Holds the title of the page for the frame around it, and for the browser's tab. */
export function TitleProvider({ product, children }: { readonly product: string; readonly children: ReactNode }) {
  const [text, set] = useState('');
  const value = useMemo(() => ({ text, set }), [text]);
  useEffect(() => {
    document.title = text === '' || text === product ? product : `${text} · ${product}`;
  }, [text, product]);
  return <Context value={value}>{children}</Context>;
}

/** Says what page this is while the part that calls it is there: a record's title, a screen's label. */
export function usePageTitle(text: string): void {
  const set = use(Context)?.set;
  useEffect(() => {
    set?.(text);
    return () => set?.('');
  }, [set, text]);
}

/** What the page calls itself. */
export const useTitle = (): string => use(Context)?.text ?? '';
