import { messages } from '../languages/messages.ts';

/** Returns the label of a built-in attribute, or the name unchanged if it is not one. */
export function builtInText(name: string): string {
  const all: Readonly<Record<string, string>> = messages.application.builtIn;
  return Object.hasOwn(all, name) ? (all[name] ?? name) : name;
}
