const PLACEHOLDER = /\{([^{}]+)\}/g;

/** Returns the expressions in braces in a text, in order. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, inner = '']) => inner.trim());
}

/** Returns the text with each expression in braces replaced by its value. */
export function fillPlaceholders(text: string, values: readonly string[]): string {
  let next = 0;
  return text.replace(PLACEHOLDER, () => values[next++] ?? '');
}
