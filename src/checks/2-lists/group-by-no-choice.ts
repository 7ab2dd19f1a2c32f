import type { Attribute } from '../../model/lookups/schema.ts';
import { statedGroupingOf } from '../../model/types/screen.ts';
import { defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'group-by-no-choice',
  point: 2,
  severity: 'warning',
  about: 'Groups by a field that does not form groups: a text, a number, several values.',
  *find({ entities }) {
    for (const context of entities) {
      const entity = context.entity.name;
      const attributes = context.schema.entities.get(entity)?.attributes;
      for (const screen of context.screens) {
        const stated = statedGroupingOf(screen);
        if (screen.standing !== 'stated' || stated === null) continue;
        const attribute = attributes?.get(stated.field);
        if (attribute === undefined || attribute.type.kind === 'unknown') continue;
        const isTime = attribute.type.kind === 'date' || attribute.type.kind === 'date and time';
        if (hasGroups(attribute) && (stated.interval === null || isTime)) continue;
        const { field, interval } = stated;
        yield {
          element: screen.id,
          at: stated.at ?? screen.at,
          also: [attribute.kind === 'field' ? attribute.field.at : null],
          message: hasGroups(attribute)
            ? `${screen.name} is grouped by ${interval} of ${field}, but ${field} of ${entity} is not a date.`
            : `${screen.name} is grouped by ${field}, but ${field} of ${entity} is not a choice, state, record, role, date or yes/no.`,
          next: hasGroups(attribute)
            ? `Write “Group by: ${field}”, or name a date.`
            : 'Group by another field, or sort by this one.',
          witness: witnessOf(context, {
            who: screen.roles?.[0]?.name ?? null,
            screen,
            outcome: 'the rows appear without groups',
          }),
        };
      }
    }
  },
});

function hasGroups({ type }: Attribute): boolean {
  switch (type.kind) {
    case 'choice':
    case 'role':
      return !type.several;
    case 'boolean':
    case 'reference':
    case 'date':
    case 'date and time':
      return true;
    default:
      return false;
  }
}
