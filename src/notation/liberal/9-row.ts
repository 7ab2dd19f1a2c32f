import type { Constant } from '../../model/types/model.ts';
import { part, type Span } from '../markdown/span.ts';
import { formulaOf, quantityText } from '../points/9-value.ts';
import { type Reader, reference, stated, words } from '../reader.ts';
import { cut } from './cut.ts';

/** A table of values in one line, before it has an id, and the words of its key that it does not hold. */
export interface TableRow {
  readonly name: string;
  readonly left: Span[];
  readonly make: (id: string, name: string) => Constant;
}

const ROW = /^(\p{L}[\p{L}\p{N}_]*(?:[ -]\p{L}[\p{L}\p{N}_]*)?)\s*[:=]?\s+([€$£]?\d[\s\S]*)$/u;
const NO_LABEL =
  /^(?:at|up|no|not|more|less|over|under|every|after|before|minus|plus|floor|max|maximum|min|minimum|from|to|per|about|within|only|for|by|of|in|is|are|and|or|sent|expires|notice|until|than|least|most)\b/i;
const UNIT =
  /^(.*?)(?:,?\s+in\s+|\s*\(\s*(?:in\s+)?)((?:working |business )?)(milliseconds|ms|seconds|minutes|hours|days|weeks|months|EUR|USD|GBP|CHF|€)\)?$/i;

/**
 * `Time to resolve, in working hours: P1 4, P2 8`: a value for each of at least two names. The unit stands with each
 * value, in the key, or with the last value. That the time is working time no value can say.
 */
export function tableIn(reader: Reader, key: Span, value: Span): TableRow | null {
  const entries = cut(value, (text, at) => (text[at] === ',' && /^\s/.test(text.slice(at + 1, at + 2)) ? 1 : 0));
  const written = words(key);
  const unit = UNIT.exec(written);
  const rows = entries.map((entry) => rowOf(entry, unit?.[3] ?? unitBehind(entries)));
  if (rows.length < 2 || rows.some((row) => row === null)) return null;
  const known = rows.filter((row) => row !== null);
  const working = unit !== null && unit[2] !== '';
  const name = (unit?.[1] ?? written).trim();
  return {
    name,
    left: working ? [key] : [],
    make: (id, own) => ({
      ...stated(reader, 9, id, value),
      name: own,
      value: null,
      environment: null,
      table: {
        rows: known.map(({ label }) => reference(reader, label)),
        columns: [],
        cells: known.map(({ text, at }) => [formulaOf(reader, text, at)]),
      },
    }),
  };
}

/** `bread 20, cake 45 minutes`: the unit of the last is that of all, where no other has one. */
function unitBehind(entries: readonly Span[]): string {
  const bare = entries.slice(0, -1).every(({ text }) => /\s\d[\d.,_]*$/.test(text));
  return bare ? (/\s\d[\d.,_]*\s+(\p{L}+)$/u.exec(entries.at(-1)?.text ?? '')?.[1] ?? '') : '';
}

function rowOf(entry: Span, unit: string): { readonly label: Span; readonly text: string; readonly at: Span } | null {
  const match = ROW.exec(entry.text);
  const [, label = '', written = ''] = match ?? [];
  if (match === null || NO_LABEL.test(label)) return null;
  const at = part(entry, entry.text.length - written.length);
  const isBare = unit !== '' && !at.text.endsWith(unit);
  const text = quantityText(`${at.text}${isBare ? ` ${unit}` : ''}`);
  return text === null ? null : { label: part(entry, 0, label.length), text, at };
}
