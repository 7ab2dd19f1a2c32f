/**
 * The pattern of a field, for the whole of a value; null where it is none, or one whose time could grow without bound: a
 * repetition of a repetition.
 */
export function patternOf(source: string): RegExp | null {
  if (source.length > MOST || isNested(source)) return null;
  try {
    return new RegExp(`^(?:${source})$`, 'u');
  } catch {
    return null;
  }
}

const MOST = 300;

/** Whether a group that is repeated without bound holds a repetition without bound. */
function isNested(source: string): boolean {
  const open: boolean[] = [false];
  let last: 'group' | 'other' = 'other';
  let repeats = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '[') at = endOfClass(source, at);
    else if (char === '(') {
      open.push(false);
      continue;
    } else if (char === ')') {
      repeats = open.pop() ?? false;
      if (repeats && open.length > 0) open[open.length - 1] = true;
      last = 'group';
      continue;
    } else if (isUnbounded(source, at)) {
      if (last === 'group' && repeats) return true;
      open[open.length - 1] = true;
    }
    last = 'other';
  }
  return false;
}

function isUnbounded(source: string, at: number): boolean {
  return source[at] === '*' || source[at] === '+' || /^\{\d*,(?:\d{3,})?\}/.test(source.slice(at, at + 12));
}

function endOfClass(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === ']' && at > from + 1) return at;
  }
  return source.length;
}
