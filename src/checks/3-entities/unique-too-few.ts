import type { Entity, Field } from '../../model/types/model.ts';
import type { Place } from '../../model/types/place.ts';
import { defineCheck } from '../check.ts';
import { listed } from '../places.ts';
import { witnessOf } from '../witness.ts';

/** More than that may be all that there ever are. */
const FEW = 12;

export const check = defineCheck({
  code: 'unique-too-few',
  point: 3,
  severity: 'warning',
  about: 'Values that no two records may share, and of which there are only a few.',
  *findIn(context) {
    for (const entity of context.model.entities) {
      for (const { names, at, id } of keysOf(entity)) {
        const counts = names.map((name) => countOf(entity.fields.find((field) => field.name === name)));
        const most = counts.reduce<number | null>(
          (all, count) => (all === null || count === null ? null : all * count),
          1,
        );
        if (most === null || most > FEW) continue;
        const each = `${listed(names)} can be ${names.length === 1 ? '' : 'together '}only ${most} things`;
        yield {
          element: id,
          at,
          message: `There can never be more than ${most} ${entity.plural ?? `records of ${entity.name}`}: ${each}, and no two may share them.`,
          next: `Remove unique, or add the field that tells them apart: \`Unique: ${[...names, '…'].join(', ')}\`.`,
          witness: witnessOf(context, {
            entity: entity.name,
            opens: 'form',
            happens: `once there are ${most}, whatever is chosen under ${listed(names, 'or')} is taken`,
          }),
        };
      }
    }
  },
});

function keysOf({ fields, unique }: Entity): { names: string[]; at: Place | null; id: string }[] {
  const alone = fields.filter((field) => field.unique).map(({ name, at, id }) => ({ names: [name], at, id }));
  const together = unique.filter(({ where }) => where === null);
  return [...alone, ...together.map(({ fields: key, at, id }) => ({ names: key.map(({ name }) => name), at, id }))];
}

/** Of what may be empty there can be any number. */
function countOf(field: Field | undefined): number | null {
  if (field === undefined || !field.required) return null;
  if (field.type.kind === 'boolean') return 2;
  return field.type.kind === 'choice' && !field.type.several ? field.type.options.length : null;
}
