/** One number as the wire has it; or the two that the text may be. */
export type AsWritten = { readonly plain: string } | { readonly either: readonly [string, string] };

/**
 * A number as a spreadsheet of any language writes it: `12,50`, `1.234,56`, `1,234.56`, `1 234,5`, `1'234.50`, `١٢٫٥`.
 * What it means does not hang on the language of whoever reads it: `1,234` and `1.234` are either of two numbers. Null
 * where it is no number in any language.
 */
export function asWritten(text: string): AsWritten | null {
  const [, sign = '', digits = ''] = /^([-−–]?)(\S(?:.*\S)?)$/u.exec(inLatinDigits(text.trim())) ?? [];
  const plain = (number: string): AsWritten => ({ plain: `${sign === '' ? '' : '-'}${number}` });
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) {
    const [whole = '', rest = ''] = digits.split(/[.,]/);
    const minus = sign === '' ? '' : '-';
    return { either: [`${minus}${whole}${rest}`, `${minus}${whole}.${rest}`] };
  }
  // Groups by a sign that stands before no fraction anywhere, or none.
  const free = /^(\d+|[1-9]\d{0,2}(?:([ \u00a0\u202f'’٬])\d{3})(?:\2\d{3})*)(?:[.,٫](\d+))?$/u.exec(digits);
  if (free !== null) return plain(joined((free[1] ?? '').replace(/\D/g, ''), free[3]));
  const pointed = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,(\d+))?$/.exec(digits);
  if (pointed !== null) return plain(joined((digits.split(',')[0] ?? '').replaceAll('.', ''), pointed[1]));
  // In India two digits stand between the signs but for the last three.
  const commaed = /^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.(\d+))?$/.exec(digits);
  if (commaed !== null) return plain(joined((digits.split('.')[0] ?? '').replaceAll(',', ''), commaed[1]));
  return null;
}

const joined = (whole: string, fraction: string | undefined): string =>
  fraction === undefined ? whole : `${whole}.${fraction}`;

/** Full-width, Arabic and Persian digits as 0 to 9. */
function inLatinDigits(text: string): string {
  return text.replace(/[０-９٠-٩۰-۹]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 15));
}
