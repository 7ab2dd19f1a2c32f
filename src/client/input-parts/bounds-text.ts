import { messages } from '../languages/messages.ts';

/** Returns how many are allowed, as a sentence; empty if any number is. */
export function boundsText(least: number | null, most: number | null): string {
  const words = messages.inputs.lines;
  if (least !== null && most !== null)
    return least === most ? words.exactly({ count: most }) : words.between({ least, most });
  if (most !== null) return words.atMost({ most });
  return least !== null && least > 1 ? words.atLeast({ least }) : '';
}
