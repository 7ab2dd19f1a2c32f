import { fieldType } from '../../fields/registry/lookup.ts';
import type { Field } from '../../model/types/model.ts';
import type { Bound, Type } from '../../model/types/types.ts';
import type { Names } from './3-draft.ts';
import { readPattern } from './phrases/pattern.ts';
import { readCount } from './phrases/quantity.ts';

/** What words say that a field holds, and what they say besides. */
export interface TypeWords {
  readonly type: Type;
  readonly changes: Partial<Field>;
}

export type Reading = (text: string, field: string, names: Names) => TypeWords | null;

export const TEXT: Type = { kind: 'text', min: null, max: null };

export const just = (type: Type): TypeWords => ({ type, changes: {} });

export const bound = (value: number | null): Bound | null => (value === null ? null : { value });

/** `varchar(255)`, `char(3)`. */
export const sized: Reading = (text) => {
  const most =
    /^(?:n?varchar2?|char|character varying|string|text)\s*\(\s*(?:(?:max\.?|up to)\s*)?(\d{1,6})\s*(?:characters|chars?)?\s*\)$/i.exec(
      text,
    )?.[1];
  if (most !== undefined) return just({ kind: 'text', min: null, max: { value: Number(most) } });
  const found = /^(?:numeric|decimal|number)\s*\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/i.exec(text);
  const type = found === null ? null : fieldType('decimal').typeFrom(`${found[1]},${found[2]}`);
  return type === null ? null : just(type);
};

/** `L-YY-NNNNN`: letters that stand for digits which are counted. */
export const series: Reading = (written) => {
  const text = written.replace(/^text, (?:pattern|format|form) /i, '');
  const found = /^([A-Z]{0,6}[-/]?)((?:YYYY|YY)[-/.]?)?(N{3,}|#{3,}|0{3,})$/.exec(text);
  if (found === null || (found[1] === '' && found[2] === undefined)) return null;
  const pattern = `${found[1] ?? ''}${found[2] ?? ''}${'0'.repeat(found[3]?.length ?? 0)}`;
  return just({ kind: 'number series', pattern });
};

/** `km`, `minutes, 0 to 15`, `km, 0..999999`: a whole number of something, with its bounds behind it. */
export const measured: Reading = (text) => {
  const found =
    /^(km|miles|m|cm|mm|kg|g|minutes|mins?|hours|days|weeks|months|years|pieces|pcs|qty)\.?(?:, ?(.+))?$/i.exec(text);
  if (found === null) return null;
  const count =
    found[2] === undefined
      ? { min: null, max: null }
      : /^[\d\s.,_–—-]+$|\bto\b/.test(found[2])
        ? readCount(found[2])
        : null;
  if (count === null) return null;
  const unit = /^(?:qty|pcs|pieces)$/i.test(found[1] ?? '') ? null : (found[1] ?? null);
  return just({ kind: 'integer', min: bound(count.min), max: bound(count.max), step: null, unit });
};

/** `10 digits`, `3 letters, hyphen, 4 digits`, `letter + 2 digits`. */
export const shaped: Reading = (text) => {
  const source = readPattern(text);
  if (source === null) return null;
  // How long it is at least and at most says more to whoever types it than a pattern does.
  const length = /^\^\[[^\]]+\]\{(\d{1,3}),(\d{1,3})\}\$$/.exec(source);
  const [min, max] = length === null ? [null, null] : [bound(Number(length[1])), bound(Number(length[2]))];
  return { type: { kind: 'text', min, max }, changes: { pattern: source.replace(/^\^|\$$/g, '') } };
};

const CODES: readonly (readonly [RegExp, string])[] = [
  [/^ISO 3166(?:-1)?(?: alpha-2)?(?: country code)?$/i, '[A-Z]{2}'],
  [/^ISO 4217(?: currency)?(?: code)?$/i, '[A-Z]{3}'],
  [/^ISO 639(?:-1)?(?: language)?(?: code)?$/i, '[a-z]{2}'],
];

export const coded: Reading = (text) => {
  const source = CODES.find(([known]) => known.test(text))?.[1];
  return source === undefined ? null : { type: TEXT, changes: { pattern: source } };
};
