import { useState } from 'react';

/** Text as it is typed, until one leaves it; then it reads again as the value does. */
export function useTyped(shown: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    onText(text);
  };
  const leave = (then: () => void) => {
    setTyped(null);
    then();
  };
  return [typed ?? shown, type, leave] as const;
}
