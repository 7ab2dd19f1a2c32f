import type { Place } from '../../model/types/element.ts';
import type { Entity, Field } from '../../model/types/model.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

/** Up to this number of possible records, the key is reported. */
const FEW = 12;

export const check = defineCheck({
  code: 'unique-too-few',
  point: 3,
  severity: 'warning',
  about: 'A unique key with only a few possible values.',
  *find({ entities }) {
    for (const context of entities) {
      for (const entity of context.model.entities) {
        for (const { names, at, id } of keysOf(entity)) {
          const counts = names.map((name) => countOf(entity.fields.find((field) => field.name === name)));
          const most = counts.reduce<number | null>(
            (all, count) => (all === null || count === null ? null : all * count),
            1,
          );
          if (most === null || most > FEW) continue;
          const each = `${joinNames(names)} can have ${names.length === 1 ? '' : 'together '}only ${most} values`;
          yield {
            element: id,
            at,
            message: `There can never be more than ${most} ${entity.plural ?? `records of ${entity.name}`}: ${each}, and each may occur once.`,
            next: `Remove unique, or add the field that tells them apart: \`Unique: ${[...names, '…'].join(', ')}\`.`,
            witness: witnessOf(context, {
              entity: entity.name,
              opens: 'form',
              outcome: `once there are ${most}, every value of ${joinNames(names, 'or')} is taken`,
            }),
          };
        }
      }
    }
  },
});

function keysOf({ fields, unique }: Entity): { names: string[]; at: Place | null; id: string }[] {
  const alone = fields.filter((field) => field.unique).map(({ name, at, id }) => ({ names: [name], at, id }));
  const together = unique.filter(({ where }) => where === null);
  return [...alone, ...together.map(({ fields: key, at, id }) => ({ names: key.map(({ name }) => name), at, id }))];
}

/** Returns null for a field that may be empty, because any number of records may leave it empty. */
function countOf(field: Field | undefined): number | null {
  if (field === undefined || !field.required) return null;
  if (field.type.kind === 'boolean') return 2;
  return field.type.kind === 'choice' && !field.type.several ? field.type.options.length : null;
}
