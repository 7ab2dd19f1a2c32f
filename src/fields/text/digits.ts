/** Marks that only say in which direction a text runs. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The code point of the zero that a digit belongs to. Each script has its ten digits in a row; some rows follow one another. */
function zeroOf(digit: number): number {
  let first = digit;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return digit - ((digit - first) % 10);
}

/**
 * Text with the digits of any script as 0 to 9, full-width signs as plain ones, no marks of direction, and one plain
 * space for each run of spaces. Null where digits of two scripts are mixed, and where a tab or a line break stands within
 * the text: it is that of two cells or lines. Superscripts and fractions are no digits.
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
