import { isTextFormat, isTextKind } from '../../model/types/text-formats.ts';
import { storedKind } from '../core/storage.ts';
import type { StoredType } from '../core/stored-type.ts';
import type { DialectTexts } from '../sql/dialect.ts';

/** How stored values change with a change of type. Texts are SQL over an expression for the stored value. */
export type TypeConversion =
  /** Values stay the same; `misfit` may still find values that the new type does not allow. */
  | { readonly how: 'keep' }
  /** `value` is the new value; `broken` is true if converting would lose information. */
  | {
      readonly how: 'convert';
      readonly value: (old: string, words: DialectTexts) => string;
      readonly broken: ((old: string, words: DialectTexts) => string) | null;
    }
  /** Old values have no meaning in the new type. */
  | { readonly how: 'replace' };

const KEEP: TypeConversion = { how: 'keep' };
const AS_TEXT: TypeConversion = { how: 'convert', value: (old) => `CAST(${old} AS TEXT)`, broken: null };
const REPLACE: TypeConversion = { how: 'replace' };

/** Returns how to convert between types without losing information. */
export function typeConversion(from: StoredType, to: StoredType): TypeConversion {
  const counted = betweenOneAndSeveral(from, to);
  if (counted !== null) return counted;
  if (isSeveral(from) !== isSeveral(to)) return REPLACE;
  if (isWords(from) && isWords(to) && !isTextFormat(to.kind)) return KEEP;
  if (from.kind === 'money' && to.kind === 'money') return betweenMoney(from, to);
  const before = scaleOf(from);
  const after = scaleOf(to);
  if (before !== null && after !== null) return rescaling(before, after);
  if ((from.kind === 'integer' || from.kind === 'date') && (to.kind === 'text' || to.kind === 'long text'))
    return AS_TEXT;
  if (from.kind === 'role' && to.kind === 'role') return betweenRoles(from.several, to.several);
  if (from.kind === 'reference' && to.kind === 'reference') return from.table === to.table ? KEEP : REPLACE;
  if (from.kind === 'references' && to.kind === 'references') return from.table === to.table ? KEEP : REPLACE;
  if (from.kind === 'list' && to.kind === 'list') return from.table === to.table ? KEEP : REPLACE;
  return from.kind === to.kind ? KEEP : REPLACE;
}

/** Returns whether the change needs a new column. */
export function needsNewColumn(from: StoredType, to: StoredType, how: TypeConversion): boolean {
  if (to.kind === 'list' || from.kind === 'list') return how.how === 'replace';
  return how.how === 'replace' || storedKind(from) !== storedKind(to);
}

/**
 * Returns an SQL condition that is true for a value that the type does not allow; null if it allows all. `?` is the
 * parameter `options`.
 */
export function invalidValueCondition(
  type: StoredType,
  value: string,
  words: DialectTexts,
): { readonly sql: string; readonly options: string | null } | null {
  switch (type.kind) {
    case 'text':
    case 'long text':
      return anyOf([
        type.max === null ? '' : `length(${value}) > ${type.max}`,
        type.min === null ? '' : `length(${value}) < ${type.min}`,
      ]);
    case 'integer':
      return anyOf([
        type.max === null ? '' : `${value} > ${type.max}`,
        type.min === null ? '' : `${value} < ${type.min}`,
      ]);
    case 'decimal':
      return anyOf([`abs(${value}) >= ${10 ** type.precision}`]);
    case 'choice':
      if (type.several === true) return null;
      return { sql: `${value} NOT IN (${words.texts('?')})`, options: JSON.stringify(type.options) };
    default:
      return null;
  }
}

function anyOf(parts: readonly string[]): { sql: string; options: null } | null {
  const stated = parts.filter((part) => part !== '');
  return stated.length === 0 ? null : { sql: `(${stated.join(' OR ')})`, options: null };
}

function isWords(type: StoredType): boolean {
  return isTextKind(type.kind) || (type.kind === 'choice' && !isSeveral(type));
}

/** Returns whether several values are stored as a list in one column. */
function isSeveral(type: StoredType): boolean {
  return (type.kind === 'choice' || type.kind === 'file') && type.several === true;
}

function scaleOf(type: StoredType): number | null {
  if (type.kind === 'integer') return 0;
  return type.kind === 'decimal' ? type.scale : null;
}

function rescaling(from: number, to: number): TypeConversion {
  if (from === to) return KEEP;
  const factor = 10 ** Math.abs(to - from);
  if (to > from) {
    const most = Math.floor(Number.MAX_SAFE_INTEGER / factor);
    return { how: 'convert', value: (old) => `(${old} * ${factor})`, broken: (old) => `abs(${old}) > ${most}` };
  }
  return { how: 'convert', value: (old) => `(${old} / ${factor})`, broken: (old) => `${old} % ${factor} <> 0` };
}

function betweenMoney(
  from: Extract<StoredType, { kind: 'money' }>,
  to: Extract<StoredType, { kind: 'money' }>,
): TypeConversion {
  if (from.currency === to.currency) {
    if (from.scale === to.scale || from.currency === null) return from.scale === to.scale ? KEEP : REPLACE;
    return rescaling(from.scale, to.scale);
  }
  if (from.scale !== to.scale) return REPLACE;
  if (from.currency !== null && to.currency === null && /^[A-Z]{3}$/.test(from.currency)) {
    return {
      how: 'convert',
      value: (old) => `'{"amount":' || ${old} || ',"currency":"${from.currency}"}'`,
      broken: null,
    };
  }
  if (from.currency === null && to.currency !== null && /^[A-Z]{3}$/.test(to.currency)) {
    return {
      how: 'convert',
      value: (old, words) => words.amountIn(old),
      broken: (old, words) => `${words.currencyIn(old)} <> '${to.currency}'`,
    };
  }
  return REPLACE;
}

/**
 * Converts between one and several references or files. Several become one only if there is at most one. Returns null
 * for other changes.
 */
function betweenOneAndSeveral(from: StoredType, to: StoredType): TypeConversion | null {
  if (from.kind === 'reference' && to.kind === 'references' && from.table === to.table)
    return { how: 'convert', value: (old, words) => words.listOf(old), broken: null };
  const moreThanOne = (old: string, words: DialectTexts) => `${words.lengthOf(old)} > 1`;
  if (from.kind === 'references' && to.kind === 'reference' && from.table === to.table)
    return { how: 'convert', value: (old, words) => words.firstIn(old), broken: moreThanOne };
  if (from.kind !== 'file' || to.kind !== 'file' || isSeveral(from) === isSeveral(to)) return null;
  // The JSON of one file, with or without brackets.
  return isSeveral(to)
    ? { how: 'convert', value: (old) => `'[' || ${old} || ']'`, broken: null }
    : { how: 'convert', value: (old) => `substr(${old}, 2, length(${old}) - 2)`, broken: moreThanOne };
}

function betweenRoles(from: boolean, to: boolean): TypeConversion {
  if (from === to) return KEEP;
  return to
    ? { how: 'convert', value: (old, words) => words.listOf(old), broken: null }
    : {
        how: 'convert',
        value: (old, words) => words.firstIn(old),
        broken: (old, words) => `${words.lengthOf(old)} > 1`,
      };
}
