/** Normalizes a text for storage: composed, with uniform line ends, trimmed; null if nothing is left. */
export function normalizedText(text: string): string | null {
  const clean = text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();
  return clean === '' ? null : clean;
}

export function codePoints(text: string): number {
  return [...text].length;
}

/** Returns a key that is the same for texts that differ only in case. */
export function folded(text: string): string {
  const composed = text.normalize('NFC');
  const small = composed.replaceAll(/\P{ASCII}|[A-Z]/gu, (sign) => {
    const [lower = sign, ...more] = sign.toLowerCase();
    return more.length === 0 && lower.toUpperCase() === sign ? lower : sign;
  });
  return small.replaceAll('\u03c2', '\u03c3').normalize('NFC');
}

/** Returns a sort key without marks and case; with `bySize`, numbers sort by their value. */
export function sortKey(text: string, bySize = true): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (!bySize) return plain;
  return plain.replaceAll(/[0-9]+/g, (digits) => digits.padStart(20, '0'));
}

/** Whether a text contains a character that is not allowed, or not allowed in a single line. */
export function hasFault(text: string, oneLine: boolean): boolean {
  if (!text.isWellFormed() || /(?:\p{M}){31}/u.test(text)) return true;
  const control = [...text].filter((sign) => sign < ' ' || (sign >= '\u007f' && sign <= '\u009f'));
  return control.some((sign) => sign !== '\t' && (oneLine || sign !== '\n'));
}
