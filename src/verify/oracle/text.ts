/** Text as it is kept: composed, lines ended alike, trimmed; null when nothing is left. */
export function kept(text: string): string | null {
  const clean = text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();
  return clean === '' ? null : clean;
}

export function codePoints(text: string): number {
  return [...text].length;
}

/** What two texts share that are the same but for case. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** By what people sort: marks and case away, numbers by their size. */
export function sortKey(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[0-9]+/g, (digits) => digits.padStart(20, '0'));
}

/** A character that no text may hold, or that has no place in one line. */
export function hasFault(text: string, oneLine: boolean): boolean {
  if (!text.isWellFormed()) return true;
  const control = [...text].filter((sign) => sign < ' ' || (sign >= '\u007f' && sign <= '\u009f'));
  return control.some((sign) => sign !== '\t' && (oneLine || sign !== '\n'));
}
