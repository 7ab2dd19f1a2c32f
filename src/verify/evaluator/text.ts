/** Text as it is kept: composed, lines ended alike, trimmed; null when nothing is left. */
export function normalizedText(text: string): string | null {
  const clean = text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();
  return clean === '' ? null : clean;
}

export function codePoints(text: string): number {
  return [...text].length;
}

/** What two texts share that are the same but for case: a capital becomes the small letter that it is the capital of. */
export function folded(text: string): string {
  const composed = text.normalize('NFC');
  const small = composed.replaceAll(/\P{ASCII}|[A-Z]/gu, (sign) => {
    const [lower = sign, ...more] = sign.toLowerCase();
    return more.length === 0 && lower.toUpperCase() === sign ? lower : sign;
  });
  return small.replaceAll('\u03c2', '\u03c3').normalize('NFC');
}

/** By what people sort: marks and case away, numbers by their size where `bySize` says so. */
export function sortKey(text: string, bySize = true): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (!bySize) return plain;
  return plain.replaceAll(/[0-9]+/g, (digits) => digits.padStart(20, '0'));
}

/** A character that no text may hold, or that has no place in one line. */
export function hasFault(text: string, oneLine: boolean): boolean {
  if (!text.isWellFormed() || /(?:\p{M}){31}/u.test(text)) return true;
  const control = [...text].filter((sign) => sign < ' ' || (sign >= '\u007f' && sign <= '\u009f'));
  return control.some((sign) => sign !== '\t' && (oneLine || sign !== '\n'));
}
