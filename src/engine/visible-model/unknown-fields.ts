import { usesUnknown } from '../../expressions/evaluate/compile-compare.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import { type Access, readableFields, readsOnlyReadable } from './entity-access.ts';

/**
 * Returns the ids of fields that are empty in every record because their type or their formula depends on something
 * that is not shown. A field whose formula these roles may not read is omitted: for them it is just empty.
 */
export function unknownFields(accesses: ReadonlyMap<string, Access>): string[] {
  const formulas = [...accesses.values()].flatMap(({ entity, reads }) =>
    entity.computed.flatMap(({ field, value }) =>
      value !== null && reads.includes(field.name) && readsOnlyReadable(value, accesses)
        ? [{ key: keyOf(entity.name, field.name), id: field.id, value }]
        : [],
    ),
  );
  const unknown = new Map(
    [...accesses.values()].flatMap((access) => {
      const { name, schema } = access.entity;
      const visible = [...readableFields(access)].flatMap((field) => schema.attributes.get(field) ?? []);
      return visible.filter(({ type }) => type.kind === 'unknown').map((field) => [keyOf(name, field.name), field.id]);
    }),
  );
  // A field that reads an unknown field is unknown too.
  for (let before = -1; before < unknown.size; ) {
    before = unknown.size;
    for (const { key, id, value } of formulas) if (isUnknown(value, unknown)) unknown.set(key, id);
  }
  return [...unknown.values()];
}

const keyOf = (entity: string, field: string): string => `${entity}\n${field}`;

function isUnknown({ typed }: CompiledFormula, fields: ReadonlyMap<string, string>): boolean {
  const never = (part: Typed): boolean => {
    switch (part.op) {
      case 'unknown':
        return true;
      case 'field':
        return never(part.of) || fields.has(keyOf(part.entity, part.field));
      case 'call':
        return part.name === 'coalesce' ? part.args.every(never) : part.args.some(never);
      case 'working':
        return part.args.some(never);
      case 'cell':
        return part.keys.some(never);
      case 'not':
      case 'negate':
      case 'macro':
      case 'aggregate':
        return never(part.of);
      case 'conditional':
        return never(part.test) || (never(part.yes) && never(part.no));
      case 'binary':
        return isUnknownBinary(part, never);
      default:
        return false;
    }
  };
  return never(typed);
}

function isUnknownBinary(
  { operator, left, right }: Extract<Typed, { op: 'binary' }>,
  never: (part: Typed) => boolean,
): boolean {
  switch (operator) {
    case 'and':
    case 'or':
      return never(left) && never(right);
    // Two empty values are equal.
    case '==':
    case '!=':
      return usesUnknown(left) || usesUnknown(right);
    case 'in':
      return usesUnknown(left);
    default:
      return never(left) || never(right);
  }
}
