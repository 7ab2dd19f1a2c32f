import type { Json } from '../../../engine/core/intent.ts';
import type { WireFailure } from '../../../engine/core/wire-format.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import type { Input } from '../../data/writes.ts';
import { cellOf, linesOf } from '../../line-inputs/change-lines.ts';
import { isEmptyJson } from './field-failures.ts';

/** The indices, in the form, of the lines that are sent; by list. */
export type SentLines = ReadonlyMap<string, readonly number[]>;

/** Returns the input without new empty lines, and the indices of the remaining lines. */
export function withoutEmptyLines(
  typed: Input,
  fields: readonly Attribute[],
): { readonly input: Input; readonly sent: SentLines } {
  const sent = new Map<string, readonly number[]>();
  const input: { [name: string]: Json } = Object.create(null);
  for (const [name, value] of Object.entries(typed)) input[name] = value;
  for (const { name, type } of fields) {
    if (type.kind !== 'list' || !Array.isArray(typed[name])) continue;
    const lines = linesOf(typed[name] ?? null);
    const places = lines.flatMap((line, index) =>
      cellOf(line, 'id') === null && Object.values(line).every(isEmptyJson) ? [] : index,
    );
    if (places.length === lines.length) continue;
    sent.set(name, places);
    input[name] = places.length === 0 ? null : places.map((index) => lines[index] ?? {});
  }
  return { input, sent };
}

/** Maps the line index of a failure from the sent input to the form. */
export function atShownLine(failure: WireFailure, sent: SentLines): WireFailure {
  return { ...failure, pointer: `/${shownPath(failure.pointer.slice(1), sent)}` };
}

/** Maps the line index in a path such as `lines/0/note` from the sent input to the form. */
export function shownPath(path: string, sent: SentLines): string {
  const [list = '', line, ...rest] = path.split('/');
  const places = sent.get(list.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (places === undefined || line === undefined) return path;
  return [list, places[Number(line)] ?? line, ...rest].join('/');
}
