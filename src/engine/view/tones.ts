import { attributeTones } from '../../model/meaning/attribute-tones.ts';
import { type Access, readableFields } from '../visible-model/entity-access.ts';
import type { View } from './view.ts';

/** Returns the colours of the states and options that these roles can see. */
export function tonesOf(accesses: ReadonlyMap<string, Access>): View['tones'] {
  return Object.fromEntries(
    [...accesses.values()].flatMap((access) =>
      [...readableFields(access)].flatMap((name) => {
        const attribute = access.entity.schema.attributes.get(name);
        const tones = attribute === undefined ? null : attributeTones(attribute);
        return attribute === undefined || tones === null || tones.size === 0
          ? []
          : [[attribute.id, Object.fromEntries(tones)] as const];
      }),
    ),
  );
}
