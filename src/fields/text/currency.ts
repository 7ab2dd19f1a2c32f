/**
 * Digits of the minor unit of a currency by ISO 4217. `Intl` follows everyday use instead (no minor unit for the forint
 * or the Colombian peso) and differs between engines, so it must not decide what is stored.
 */
const DIGITS: ReadonlyMap<string, number> = new Map(
  [
    ['BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF', 0] as const,
    ['BHD IQD JOD KWD LYD OMR TND', 3] as const,
    ['CLF UYW', 4] as const,
  ].flatMap(([codes, digits]) => codes.split(' ').map((code): [string, number] => [code, digits])),
);

const KNOWN: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...DIGITS.keys()]);

/** Whether the text is the code of a currency, in capitals: `EUR`. */
export function isCurrency(code: string): boolean {
  return KNOWN.has(code);
}

/** Returns the number of digits after the point of a currency's amounts; null for an unknown code. */
export function currencyScale(code: string): number | null {
  return isCurrency(code) ? (DIGITS.get(code) ?? 2) : null;
}
