import { fieldsRead } from '../../expressions/types/field-paths.ts';
import { joinNames } from '../lookups/text-places.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

interface Step {
  readonly entity: string;
  readonly field: string;
}

export const check = defineCheck({
  code: 'computed-circle',
  point: 3,
  severity: 'error',
  about: 'Fields that are computed from one another in a circle.',
  *find({ entities }) {
    for (const context of entities) {
      const reported = new Set<string>();
      for (const entity of context.model.entities) {
        for (const field of entity.fields) {
          if (field.computed === null || reported.has(field.name)) continue;
          const circle = circleFrom({ entity: entity.name, field: field.name }, context);
          if (circle === null || circle.some((step) => step.entity < entity.name)) continue;
          for (const step of circle) if (step.entity === entity.name) reported.add(step.field);
          const others = circle.slice(1);
          const via =
            others.length === 0
              ? 'itself'
              : `itself, through ${joinNames(others.map((step) => nameIn(step, entity.name)))}`;
          yield {
            element: field.id,
            at: field.computed.at ?? field.at,
            also: others.map((step) => fieldOf(step, context)?.at ?? null),
            message: `${field.name} of ${entity.name} is computed from ${via}, so it never has a value.`,
            next: 'Compute one of them from another field, or let people fill it in.',
            witness: witnessOf(context, {
              entity: entity.name,
              outcome: `${field.name} is always empty`,
            }),
          };
        }
      }
    }
  },
});

const nameIn = ({ entity, field }: Step, own: string) => (entity === own ? field : `${entity}.${field}`);

/** Returns the path that leads back to a field, starting with the field itself; null if there is none. */
function circleFrom(start: Step, context: CheckContext): Step[] | null {
  const visited = new Set<string>();
  const path: { readonly step: Step; readonly open: Step[] }[] = [{ step: start, open: readBy(start, context) }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const next = top.open.pop();
    if (next === undefined) {
      path.pop();
      continue;
    }
    if (next.entity === start.entity && next.field === start.field) return path.map(({ step }) => step);
    const key = JSON.stringify([next.entity, next.field]);
    if (visited.has(key)) continue;
    visited.add(key);
    path.push({ step: next, open: readBy(next, context) });
  }
  return null;
}

/** Returns the computed fields that a computed field reads. */
function readBy(step: Step, context: CheckContext): Step[] {
  const typed = context.typed(fieldOf(step, context)?.computed ?? null);
  if (typed === null) return [];
  return fieldsRead(typed).filter((read) => (fieldOf(read, context)?.computed ?? null) !== null);
}

function fieldOf({ entity, field }: Step, { schema }: CheckContext) {
  const attribute = schema.entities.get(entity)?.attributes.get(field);
  return attribute?.kind === 'field' ? attribute.field : null;
}
