import { createContext, type ReactNode, use, useEffect, useState } from 'react';

/** Separate from the text context, so that components that set the title are not re-rendered by it. */
const SetTitleContext = createContext<((text: string) => void) | null>(null);

const TitleContext = createContext('');

/** Holds the title of the page for the frame and the browser tab. */
export function TitleProvider({ product, children }: { readonly product: string; readonly children: ReactNode }) {
  const [text, setTitle] = useState('');
  useEffect(() => {
    document.title = text === '' || text === product ? product : `${text} · ${product}`;
  }, [text, product]);
  return (
    <SetTitleContext value={setTitle}>
      <TitleContext value={text}>{children}</TitleContext>
    </SetTitleContext>
  );
}

/** Sets the page title while the calling component is mounted. */
export function usePageTitle(text: string): void {
  const setTitle = use(SetTitleContext);
  useEffect(() => {
    setTitle?.(text);
    return () => setTitle?.('');
  }, [setTitle, text]);
}

/** Returns the page title. */
export const usePageTitleText = (): string => use(TitleContext);
