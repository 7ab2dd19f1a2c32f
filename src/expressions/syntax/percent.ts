import type { Tree } from '../../model/types/formula.ts';

const PERCENT = /^(\d+(?:\.\d+)?) ?%$/;

/** Returns the numbers of a single percentage, `20 %`, or a list, `[7 %, 19 %]`. Null for anything else. */
export function percentTree(text: string): Tree | null {
  if (!text.startsWith('[') || !text.endsWith(']')) return percentAt(text, 0);
  let from = 1;
  const items: Tree[] = [];
  for (const entry of text.slice(1, -1).split(',')) {
    const item = percentAt(entry.trim(), from + entry.length - entry.trimStart().length);
    if (item === null) return null;
    items.push(item);
    from += entry.length + 1;
  }
  return { op: 'list', items, from: 0, to: text.length };
}

function percentAt(text: string, from: number): Tree | null {
  const digits = PERCENT.exec(text)?.[1];
  return digits === undefined
    ? null
    : { op: 'number', digits: hundredth(digits), unit: null, from, to: from + text.length };
}

/** Returns a percentage as an exact fraction. */
export function hundredth(digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const padded = whole.replace('-', '').padStart(3, '0');
  const moved = `${padded.slice(0, -2)}.${padded.slice(-2)}${fraction}`;
  return `${sign}${moved.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, '')}`;
}
