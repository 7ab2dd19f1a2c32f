import type { Permission } from '../../model/types/model.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'field-read-by-nobody',
  point: 3,
  severity: 'note',
  about: 'A field that no role may read.',
  *find({ entities }) {
    for (const { model, permissions } of entities) {
      const byField = Map.groupBy(permissions.filter(isRead), ({ field }) => field);
      if (byField.size === 0) continue;
      for (const entity of model.entities) {
        for (const field of entity.fields) {
          const cells = byField.get(field.name);
          if (cells === undefined || field.writeOnly || field.standing !== 'stated' || cells.some(lets)) continue;
          yield {
            element: field.id,
            at: field.at,
            also: cells.slice(0, 1).map(({ at }) => at),
            message: `No role may read ${field.name} of ${entity.name}, so nobody ever sees it.`,
            next: `Grant it in the row “${entity.name}.${field.name}: read” of point 6, or mark the field write-only if that is intended.`,
          };
        }
      }
    }
  },
});

const isRead = ({ field, operation }: Permission) => field !== null && operation === 'read';

/** A permission that is not shown may still be granted. */
const lets = ({ grant }: Permission) => grant.kind === 'yes' || grant.kind === 'unknown';
