/** Code points of the digit zero of each script whose digits are read. */
const ZEROS: readonly number[] = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0, 0x0f20,
  0x1040, 0x17e0, 0xff10,
];

/** Marks that only say in which direction a text runs. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text with the digits of any script as 0 to 9, full-width signs as plain ones, no marks of direction, and one plain
 * space for each run of white space. Null where digits of two scripts are mixed. Superscripts and fractions are no digits.
 */
export function plainText(text: string): string | null {
  const scripts = new Set<number>();
  const digits = text.replace(DIRECTION_MARKS, '').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = code <= 0x39 ? 0x30 : ZEROS.find((each) => code >= each && code < each + 10);
    scripts.add(zero ?? -1);
    return zero === undefined ? digit : String(code - zero);
  });
  if (scripts.size > 1) return null;
  return digits
    .replace(/[．，：／－％]/gu, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .trim();
}
