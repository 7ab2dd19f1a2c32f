import { createContext, type ReactNode, use, useEffect, useState } from 'react';

/** Apart from the text, so that whoever says it is not drawn anew by it. */
const Say = createContext<((text: string) => void) | null>(null);

const Text = createContext('');

/** Holds the title of the page for the frame around it, and for the browser's tab. */
export function TitleProvider({ product, children }: { readonly product: string; readonly children: ReactNode }) {
  const [text, say] = useState('');
  useEffect(() => {
    document.title = text === '' || text === product ? product : `${text} · ${product}`;
  }, [text, product]);
  return (
    <Say value={say}>
      <Text value={text}>{children}</Text>
    </Say>
  );
}

/** Says what page this is while the part that calls it is there: a record's title, a screen's label. */
export function usePageTitle(text: string): void {
  const say = use(Say);
  useEffect(() => {
    say?.(text);
    return () => say?.('');
  }, [say, text]);
}

/** What the page calls itself. */
export const useTitle = (): string => use(Text);
