import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Model } from '../../model/types/model.ts';

interface Reading {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the text with `
 * ` line ends, which all readers expect.
 */
export const withPlainLineEnds = (written: string): string =>
  written.includes('\r') ? written.replaceAll(/\r\n?/g, '\n') : written;

/** Converts the places of a reading from the text with plain line ends to the text as written. */
export function withOriginalPlaces(written: string, { model, diagnostics }: Reading): Reading {
  if (!written.includes('\r\n')) return { model, diagnostics };
  const offset = offsetsIn(written);
  return {
    model: moved(model, offset),
    diagnostics: diagnostics.map((diagnostic) => {
      const { edit } = diagnostic;
      return {
        ...moved(diagnostic, offset),
        edit: edit === null ? null : { ...edit, from: offset(edit.from), to: offset(edit.to) },
      };
    }),
  };
}

type Offset = (at: number) => number;

/** Returns a function that converts an offset in the text with plain line ends to one in the text as written. */
function offsetsIn(written: string): Offset {
  /**
   * Offsets of the `\r
   * ` line ends.
   */
  const ends: number[] = [];
  for (let at = written.indexOf('\r\n'); at >= 0; at = written.indexOf('\r\n', at + 2)) ends.push(at - ends.length);
  return (at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return at + low;
  };
}

function moved<T>(value: T, offset: Offset): T {
  if (Array.isArray(value)) return value.map((each) => moved(each, offset)) as T;
  if (value === null || typeof value !== 'object') return value;
  if ('line' in value && 'column' in value && 'from' in value && 'to' in value)
    return { ...value, from: offset(Number(value.from)), to: offset(Number(value.to)) };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, moved(part, offset)])) as T;
}
