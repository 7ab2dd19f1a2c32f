/** Returns the number of terminal columns of a text: wide characters take two, combining marks none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += WIDE.test(sign) ? 2 : NARROW.test(sign) ? 0 : 1;
  return width;
}

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;
const NARROW = /[\p{Mn}\p{Me}]/u;

/** Replaces control characters, which must not reach the terminal. The number of UTF-16 code units stays the same. */
export function printable(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => '·'.repeat(sign.length));
}

/** Wraps text. Lines with a structure, such as table rows, stay as they are. */
export function wrapped(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const clean = printable(line).trimEnd();
    return /^\s*(?:[|#>-]|```)/.test(clean) ? [clean] : wrapLine(clean, Math.max(width, 20));
  });
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/ +/)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && widthOf(longer) > width) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}
