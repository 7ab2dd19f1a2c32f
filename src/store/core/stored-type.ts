import type { Schema } from '../../model/lookups/schema.ts';
import type { TextFormatKind } from '../../model/types/text-formats.ts';
import type { Bound, Type } from '../../model/types/types.ts';

/**
 * A type as the catalog stores it. Bounds are numbers and entities are physical table names, so renaming an entity or a
 * constant does not change the type.
 */
export type StoredType =
  | { readonly kind: 'text' | 'long text' | 'integer'; readonly min: number | null; readonly max: number | null }
  | {
      readonly kind:
        | TextFormatKind
        | 'password'
        | 'boolean'
        | 'date'
        | 'date and time'
        | 'time'
        | 'duration'
        | 'texts'
        | 'object';
    }
  | { readonly kind: 'file'; readonly several?: true }
  | { readonly kind: 'number series'; readonly pattern: string }
  | { readonly kind: 'references'; readonly table: string }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'money'; readonly currency: string | null; readonly scale: number }
  | { readonly kind: 'choice'; readonly options: readonly string[]; readonly several?: true }
  | { readonly kind: 'reference'; readonly table: string }
  | { readonly kind: 'role'; readonly several: boolean }
  | { readonly kind: 'list'; readonly table: string; readonly max: number | null };

/** Returns null for a type unknown to the reader, for which nothing is stored. */
export function storedType(type: Type, schema: Schema, tableOf: (entity: string) => string): StoredType | null {
  const bound = (each: Bound | null) => boundOf(each, schema);
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'integer':
      return { kind: type.kind, min: bound(type.min), max: bound(type.max) };
    case 'file':
      return { kind: type.kind, ...severalOf(type) };
    case 'decimal':
      return { kind: type.kind, precision: type.precision, scale: type.scale };
    case 'money':
      return { kind: type.kind, currency: type.currency, scale: type.scale };
    case 'choice':
      return { kind: type.kind, options: type.options.map((option) => option.name), ...severalOf(type) };
    case 'reference':
      return { kind: type.kind, table: tableOf(type.entity) };
    case 'references':
      return { kind: type.kind, table: tableOf(type.entity) };
    case 'number series':
      return { kind: type.kind, pattern: type.pattern };
    case 'role':
      return { kind: type.kind, several: type.several };
    case 'list':
      return { kind: type.kind, table: tableOf(type.entity), max: bound(type.max) };
    case 'unknown':
      return null;
    default:
      return { kind: type.kind };
  }
}

/** The property is absent for single values, as in older catalogs. */
const severalOf = ({ several }: { readonly several: boolean }): { readonly several?: true } =>
  several ? { several } : {};

/** Returns a bound stated as a number or by a constant that is a plain number; null if there is none. */
function boundOf(bound: Bound | null, schema: Schema): number | null {
  if (bound === null) return null;
  if ('value' in bound) return bound.value;
  const tree = schema.constants.get(bound.constant)?.value?.tree ?? null;
  if (tree?.op !== 'number' || tree.unit !== null) return null;
  const value = Number(tree.digits);
  return Number.isSafeInteger(value) ? value : null;
}

/** Returns whether two types are stored identically. */
export function sameType(a: StoredType, b: StoredType): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
