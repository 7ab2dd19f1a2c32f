import type { Place } from '../../model/types/element.ts';

/** Start and end of a place in lines and columns, counted from 1. The end is exclusive. */
export interface Extent {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Returns a function that converts places of a text to extents. Line breaks are \n, \r\n or \r. */
export function extentsIn(text: string): (place: Place) => Extent {
  return ({ line, column, from, to }) => {
    const inside = text.slice(from, to);
    const breaks = [...inside.matchAll(/\r\n|\r|\n/g)];
    const last = breaks.at(-1);
    if (last === undefined) return { line, column, endLine: line, endColumn: column + Math.max(0, to - from) };
    return {
      line,
      column,
      endLine: line + breaks.length,
      endColumn: inside.length - (last.index + last[0].length) + 1,
    };
  };
}
