import { createContext, type ReactNode, use, useEffect, useState } from 'react';

/** Separate from the text context, so that components that set the title are not re-rendered by it. */
const Say = createContext<((text: string) => void) | null>(null);

const Text = createContext('');

/** Holds the title of the page for the frame and the browser tab. */
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

/** Sets the page title while the calling component is mounted. */
export function usePageTitle(text: string): void {
  const say = use(Say);
  useEffect(() => {
    say?.(text);
    return () => say?.('');
  }, [say, text]);
}

/** Returns the page title. */
export const useTitle = (): string => use(Text);
