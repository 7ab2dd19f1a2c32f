import { storageOf } from '../../fields/registry/lookup.ts';
import { orderKey } from '../../fields/text/fold.ts';
import { identityKey } from '../../fields/text/identity-key.ts';
import { wordsWithin } from '../../fields/text/search-words.ts';
import type { FileValue, MoneyValue, Value } from '../../fields/text/value.ts';
import { isDuration } from '../../fields/types/duration.ts';
import type { Type } from '../../model/types/types.ts';
import { StoreError } from './store-error.ts';

/** What a column or parameter holds. No floats: numbers are safe integers. */
export type SqlValue = null | number | string | Uint8Array;

export type Affinity = 'TEXT' | 'INTEGER';

/** What a column holds, for databases that tell yes and no from numbers. */
export type StoredKind = 'text' | 'integer' | 'boolean';

export function storedKind(type: { readonly kind: Type['kind']; readonly currency?: string | null }): StoredKind {
  if (type.kind === 'boolean') return 'boolean';
  return affinityOf(type) === 'TEXT' ? 'text' : 'integer';
}

/** The class of values that a column of this type holds. */
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

/** Text that has an order among people and can be searched within: it has shadow keys. */
export function isText(type: { readonly kind: Type['kind'] }): boolean {
  return type.kind === 'text' || type.kind === 'long text' || type.kind === 'email';
}

/** How a value lies in its column. Throws where a number is no safe integer. */
export function encode(value: Value | undefined, type: Type): SqlValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return safe(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return JSON.stringify(value);
  if (isDuration(value)) return safe(value.ms);
  if ('entity' in value && 'id' in value) return value.id;
  if (type.kind === 'file') return fileText(value as FileValue);
  return moneyText(value as MoneyValue);
}

/** The value that lies in a column of this type. */
export function decode(stored: SqlValue, type: Type): Value {
  if (stored === null || stored instanceof Uint8Array) return null;
  if (type.kind === 'boolean') return stored === 1;
  if (type.kind === 'duration') return { months: 0, days: 0, ms: Number(stored) };
  if (storageOf(type) === 'json') {
    return JSON.parse(String(stored)) as Value;
  }
  return stored;
}

/** One text for one amount, so that equal amounts are equal bytewise. */
export function moneyText(value: MoneyValue): string {
  return JSON.stringify({ amount: safe(value.amount), currency: value.currency });
}

function fileText({ file, name, size, mediaType }: FileValue): string {
  return JSON.stringify({ file, name, size, mediaType });
}

/** The key for order of a text, null for everything else. */
export function orderShadow(value: Value | undefined): string | null {
  return typeof value === 'string' ? orderKey(value) : null;
}

/** The words to search within, each after a blank; null where there are none. */
export function wordsShadow(value: Value | undefined): string | null {
  const words = typeof value === 'string' ? wordsWithin(value) : [];
  return words.length === 0 ? null : words.map(beginning).join('');
}

/** How the beginning of a word stands among such words. */
export function beginning(word: string): string {
  return ` ${word}`;
}

/** What equality goes by where case is ignored. */
export function foldShadow(value: Value | undefined): string | null {
  return typeof value === 'string' ? identityKey(value) : null;
}

function safe(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new StoreError('number too large', `The number ${value} can't be stored exactly, so nothing was written.`);
}
