import { shapeNamed } from '../../expressions/shapes/resolve-member.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'shape-unknown',
  point: 7,
  severity: 'error',
  about: 'A shape of an entity that does not exist, or one that includes a shape that this entity does not have.',
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
        if (shapeNamed(schema, name, entity) === null)
          yield {
            element: shape.id,
            at,
            message: `The shape ${shape.name} includes ${name}, which is no shape of ${shape.entity}.`,
            next: `State it in a part “Shape: ${name}” with \`- Of: ${shape.entity}\`, or correct the name.`,
          };
    }
  },
});
