import { relate } from '../../expressions/relation/relate.ts';
import { isAnswerable, relationParts } from '../../expressions/relation/relation-parts.ts';
import type { ComputedOnRead } from '../../expressions/types/computed-by-clock.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import type { CheckContext } from '../runner/check.ts';

/** Returns the part of a condition that a database cannot evaluate; null if there is none. */
export const whyNotInDatabase = (typed: Typed, context: CheckContext): string | null =>
  reasonIn(relationOf(typed, context));

/** Whether a field is computed from the time or from who reads it, so that it is not stored. */
export function isComputedOnRead(attribute: Attribute, context: CheckContext): boolean {
  const formula = attribute.kind === 'field' ? context.typed(attribute.field.computed) : null;
  return formula !== null && dependsOnClock(formula, context, []);
}

function relationOf(typed: Typed, context: CheckContext, open: readonly string[] = []): Relation {
  const byClock: ComputedOnRead = (entity, field) => {
    const attribute = context.schema.entities.get(entity)?.attributes.get(field);
    const formula = attribute?.kind === 'field' ? context.typed(attribute.field.computed) : null;
    const key = `${entity}\n${field}`;
    if (formula === null || open.includes(key) || !dependsOnClock(formula, context, [...open, key])) return undefined;
    const relation = relationOf(formula, context, [...open, key]);
    return { evaluate: () => undefined, relation, mentionsPerson: false };
  };
  return relate(typed, { zone: context.model.product.timeZone.value ?? 'UTC', schema: context.schema, byClock });
}

/**
 * Whether a formula reads the clock or the person, directly or through another field, so that its field is not stored.
 */
function dependsOnClock(typed: Typed, context: CheckContext, open: readonly string[]): boolean {
  return walk(typed).some((part) => {
    if (part.op === 'now' || part.op === 'today' || part.op === 'me') return true;
    if (part.op !== 'field' || open.includes(`${part.entity}\n${part.field}`)) return false;
    const attribute = context.schema.entities.get(part.entity)?.attributes.get(part.field);
    const formula = attribute?.kind === 'field' ? context.typed(attribute.field.computed) : null;
    return formula !== null && dependsOnClock(formula, context, [...open, `${part.entity}\n${part.field}`]);
  });
}

/** Returns the part that a database cannot evaluate; null if there is none. */
function reasonIn(relation: Relation): string | null {
  if (isAnswerable(relation)) return null;
  if (relation.r === 'unanswerable') return relation.why;
  for (const part of relationParts(relation)) {
    const why = reasonIn(part);
    if (why !== null) return why;
  }
  return null;
}
