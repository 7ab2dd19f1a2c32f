import { withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'clear-of-required',
  point: 3,
  severity: 'error',
  about: 'A required field that is cleared when the record that it refers to is deleted.',
  *find({ entities }) {
    for (const context of entities) {
      for (const entity of context.model.entities) {
        for (const { id, name, at, type, required, onDelete } of entity.fields) {
          if (!required || onDelete !== 'clear') continue;
          if (type.kind !== 'reference' && type.kind !== 'references') continue;
          const last = type.kind === 'references' ? 'last ' : '';
          const outcome = `when the ${last}${type.entity} under ${name} is deleted, ${name} is cleared although it is required`;
          yield {
            element: id,
            at,
            message: `${name} of ${entity.name} is required, but deleting ${last === '' ? withArticle(type.entity) : `the last ${type.entity} of it`} would clear it.`,
            next: `Write \`on delete: restrict\` to keep ${type.entity} from being deleted, \`on delete: cascade\` to delete ${entity.name} too, or don't require ${name}.`,
            witness: witnessOf(context, { entity: entity.name, outcome }),
          };
        }
      }
    }
  },
});
