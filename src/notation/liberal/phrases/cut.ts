/** Cuts at the pattern where it stands outside of quotes and brackets, and not within "between … and …". */
export function cutAt(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"' && text.indexOf('"', at + 1) > 0) {
      at = text.indexOf('"', at + 1);
    } else if ('([{'.includes(char)) {
      depth += 1;
    } else if (')]}'.includes(char)) {
      depth = Math.max(0, depth - 1);
    } else if (depth === 0) {
      separator.lastIndex = at;
      const match = separator.exec(text);
      if (match === null || match[0] === '' || isRange(text.slice(from, at))) continue;
      parts.push(text.slice(from, at).trim());
      from = at + match[0].length;
      at = from - 1;
    }
  }
  parts.push(text.slice(from).trim());
  return parts;
}

/** An open "between". */
function isRange(before: string): boolean {
  const at = before.toLowerCase().lastIndexOf('between ');
  return at >= 0 && !/ and /i.test(before.slice(at));
}

/** Without the brackets around the whole. */
export function withoutBrackets(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === '(') depth += 1;
    else if (text.charAt(at) === ')') depth -= 1;
    if (depth === 0 && at < text.length - 1) return text;
  }
  return text.slice(1, -1).trim();
}
