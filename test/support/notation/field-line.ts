import { printType } from '../../../src/fields/registry/type-parse.ts';
import type { Entity, Field } from '../../../src/model/types/model.ts';

/** A field in one line: its type, and what else is stated of it. */
export function fieldLine(field: Field): string {
  const marks = [
    printType(field.type),
    field.required ? 'required' : '',
    field.unique ? 'unique' : '',
    field.fixed ? 'fixed' : '',
    field.byProduct ? 'by the product' : '',
    field.writeOnly ? 'write-only' : '',
    field.default === null ? '' : `default ${field.default.text}`,
    field.computed === null ? '' : `= ${field.computed.text}`,
    field.pattern === null ? '' : `/${field.pattern}/`,
  ];
  return `${field.name}: ${marks.filter((mark) => mark !== '').join(', ')}`;
}

/** An entity, whose lines it is, and its fields. */
export function entityLines(entity: Entity): string[] {
  return [
    `${entity.name}${entity.belongsTo === null ? '' : ` of ${entity.belongsTo.name}`}`,
    ...entity.fields.map(fieldLine),
  ];
}
