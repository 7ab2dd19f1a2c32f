/** Invisible marks for the direction of a text. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns the code point of the zero of a digit's script. Each script has ten consecutive digits; some scripts follow
 * one another.
 */
function zeroOf(digit: number): number {
  let first = digit;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return digit - ((digit - first) % 10);
}

/**
 * Normalizes a text: digits of any script become 0 to 9, full-width characters plain ones, direction marks are removed,
 * and runs of spaces become one space. Null if digits of two scripts are mixed, or if the text has a tab or a line
 * break inside, because it then is several cells or lines. Superscripts and fractions are not digits.
 */
export function plainText(text: string): string | null {
  const scripts = new Set<number>();
  const digits = text.replace(DIRECTION_MARKS, '').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = code <= 0x39 ? 0x30 : zeroOf(code);
    scripts.add(zero);
    return String(code - zero);
  });
  if (scripts.size > 1 || /[\p{Cc}\u2028\u2029]/u.test(digits.trim())) return null;
  return digits
    .replace(/[．，：／－％]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .trim();
}
