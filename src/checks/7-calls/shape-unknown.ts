import { shapeNamed } from '../../expressions/shapes/resolve-member.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { NamedShape } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'shape-unknown',
  point: 7,
  severity: 'error',
  about:
    'A shape of an entity that does not exist, or one that includes itself or a shape that this entity does not have.',
  *find({ schema, model }) {
    for (const shape of model.shapes) {
      const entity = schema.entities.get(shape.entity);
      if (entity === undefined) {
        yield {
          element: shape.id,
          at: shape.at,
          message: `The shape ${shape.name} is of ${shape.entity}, which is no entity.`,
          next: 'Name an entity of point 3 in the part of the shape, as in `- Of: Task`.',
        };
        continue;
      }
      for (const { name, at } of shape.includes)
        if (includesItself(schema, shape, name, entity))
          yield {
            element: shape.id,
            at,
            message: `The shape ${shape.name} includes ${name === shape.name ? 'itself' : `${name}, and so itself`}.`,
            next: `Remove ${name}.`,
          };
        else if (shapeNamed(schema, name, entity) === null)
          yield {
            element: shape.id,
            at,
            message: `The shape ${shape.name} includes ${name}, which is no shape of ${shape.entity}.`,
            next: `State it in a part “Shape: ${name}” with \`- Of: ${shape.entity}\`, or correct the name.`,
          };
    }
  },
});

/** Whether the shape is one of those that the named one includes, at any depth. */
function includesItself(schema: Schema, shape: NamedShape, name: string, entity: EntitySchema): boolean {
  const reached = new Set([name]);
  for (const each of reached)
    for (const { name: next } of shapeNamed(schema, each, entity)?.includes ?? []) reached.add(next);
  return reached.has(shape.name);
}
