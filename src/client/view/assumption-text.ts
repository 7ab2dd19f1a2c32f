import { messages } from '../languages/messages.ts';

/** Returns what an assumption means in a sentence, or its name if there is none. */
export function assumptionText(name: string): string {
  const all: Readonly<Record<string, string>> = messages.pages.assumptions;
  return Object.hasOwn(all, name) ? (all[name] ?? name) : name;
}
