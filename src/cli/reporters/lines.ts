/** How many columns of a terminal a text takes: wide signs take two, marks above letters none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const sign of text) width += WIDE.test(sign) ? 2 : NARROW.test(sign) ? 0 : 1;
  return width;
}

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;
const NARROW = /[\p{Mn}\p{Me}]/u;

/** A document is data: its control characters are not for the terminal. The number of UTF-16 units stays. */
export function printable(text: string): string {
  return text.replaceAll('\t', ' ').replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => '·'.repeat(sign.length));
}

/** Words over as many lines as they need; lines that stand on their own, such as rows of a table, stay whole. */
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
