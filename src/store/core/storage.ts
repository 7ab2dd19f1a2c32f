import { storageOf } from '../../fields/registry/lookup.ts';
import { orderKey } from '../../fields/text/fold.ts';
import { identityKey } from '../../fields/text/identity-key.ts';
import { wordsWithin } from '../../fields/text/search-words.ts';
import type { FileValue, MoneyValue, Value } from '../../fields/text/value.ts';
import { isDuration } from '../../fields/types/duration.ts';
import { isTextKind } from '../../model/types/text-formats.ts';
import type { Type } from '../../model/types/types.ts';
import { StoreError } from './store-error.ts';

/** A value of a column or parameter. Numbers are safe integers, never floats. */
export type SqlValue = null | number | string | Uint8Array;

export type Affinity = 'TEXT' | 'INTEGER';

/** Type of a stored value, for databases that distinguish booleans from integers. */
export type StoredKind = 'text' | 'integer' | 'boolean';

export function storedKind(type: { readonly kind: Type['kind']; readonly currency?: string | null }): StoredKind {
  if (type.kind === 'boolean') return 'boolean';
  return affinityOf(type) === 'TEXT' ? 'text' : 'integer';
}

/** Returns the SQLite affinity of a column of this type. */
export function affinityOf(type: { readonly kind: Type['kind']; readonly currency?: string | null }): Affinity {
  switch (type.kind) {
    case 'integer':
    case 'decimal':
    case 'boolean':
    case 'date and time':
    case 'duration':
      return 'INTEGER';
    case 'money':
      return type.currency === null ? 'TEXT' : 'INTEGER';
    default:
      return 'TEXT';
  }
}

/** Returns whether the type is sortable, searchable text, which needs shadow columns. */
export function isText(type: { readonly kind: Type['kind'] }): boolean {
  return isTextKind(type.kind);
}

/**
 * Encodes a value for its column. A password is never stored with its record. Throws if a number
 * is not a safe integer.
 */
export function encode(value: Value | undefined, type: Type): SqlValue {
  if (value === null || value === undefined || type.kind === 'password') return null;
  if (typeof value === 'number') return safe(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return JSON.stringify(value);
  if (isDuration(value)) return safe(value.ms);
  if ('entity' in value && 'id' in value) return value.id;
  if (type.kind === 'file') return fileText(value as FileValue);
  return moneyText(value as MoneyValue);
}

/** Decodes the value of a column of this type. */
export function decode(stored: SqlValue, type: Type): Value {
  if (stored === null || stored instanceof Uint8Array) return null;
  if (type.kind === 'boolean') return stored === 1;
  if (type.kind === 'duration') return { months: 0, days: 0, ms: Number(stored) };
  if (storageOf(type) === 'json') {
    return JSON.parse(String(stored)) as Value;
  }
  return stored;
}

/** Encodes an amount canonically, so that equal amounts are equal bytes. */
export function moneyText(value: MoneyValue): string {
  return JSON.stringify({ amount: safe(value.amount), currency: value.currency });
}

function fileText({ file, name, size, mediaType }: FileValue): string {
  return JSON.stringify({ file, name, size, mediaType });
}

/** Returns the sort key of a text; null for any other value. */
export function orderShadow(value: Value | undefined): string | null {
  return typeof value === 'string' ? orderKey(value) : null;
}

/** Returns the search words of a text, each preceded by a space; null if there are none. */
export function wordsShadow(value: Value | undefined): string | null {
  const words = typeof value === 'string' ? wordsWithin(value) : [];
  return words.length === 0 ? null : words.map(wordPrefix).join('');
}

/** Returns the prefix pattern that finds words beginning with `word` in a search column. */
export function wordPrefix(word: string): string {
  return ` ${word}`;
}

/** Returns the key for case-insensitive equality; null for anything but text. */
export function foldShadow(value: Value | undefined): string | null {
  return typeof value === 'string' ? identityKey(value) : null;
}

function safe(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new StoreError('number too large', `The number ${value} can't be stored exactly, so nothing was written.`);
}

/** Whether every database can hold a text: PostgreSQL has no NUL and no lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Returns ids as a JSON list for a statement, without texts that are not storable and so are nobody's id. */
export const idList = (ids: readonly string[]): string => JSON.stringify(ids.filter(isStorable));
