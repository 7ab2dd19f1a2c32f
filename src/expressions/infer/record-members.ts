import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import { staticTypeOfAttribute } from '../types/static-of.ts';
import type { RecordMember } from '../types/typed.ts';

/** Maximum depth of lines within lines. */
const MOST_DEEP = 4;

/**
 * Returns what `values(this)` holds of a record: its fields and states, with their lines. Passwords, write-only fields,
 * and what other objects hold are left out.
 */
export function membersOfRecord(entity: EntitySchema, schema: Schema, depth = 0): readonly RecordMember[] {
  return [...entity.attributes.values()].flatMap((attribute): RecordMember[] => {
    const { name, kind, type } = attribute;
    if (kind === 'built-in' || LEFT_OUT.has(type.kind)) return [];
    if (kind === 'field' && attribute.field.writeOnly) return [];
    const lines = type.kind === 'list' ? schema.entities.get(type.entity) : undefined;
    if (type.kind === 'list' && (lines === undefined || depth >= MOST_DEEP)) return [];
    return [
      {
        name,
        type: staticTypeOfAttribute(attribute),
        lines: lines === undefined ? null : membersOfRecord(lines, schema, depth + 1),
      },
    ];
  });
}

const LEFT_OUT: ReadonlySet<string> = new Set(['password', 'object', 'unknown']);
