import { relate } from '../../expressions/relation/relate.ts';
import { isAnswerable, relationParts } from '../../expressions/relation/relation-parts.ts';
import type { ComputedOnRead } from '../../expressions/types/computed-by-clock.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Place } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'unanswerable-in-lists',
  point: null,
  severity: 'warning',
  about: 'A condition for a list that a database cannot evaluate.',
  *find(context) {
    for (const { formula, entity, element, at, what, who } of selectingConditions(context)) {
      const typed = context.typed(formula);
      const why = typed === null ? null : reasonIn(relationOf(typed, context));
      if (why === null) continue;
      yield {
        element,
        at: formula.at ?? at,
        message: `${what} \`${formula.text}\` contains ${why}, which a database cannot evaluate, so it selects no records.`,
        next: 'Use a computed field for the calculation and compare that. For times, compare dates, as in `due < today`.',
        witness: witnessOf(context, {
          who,
          entity,
          opens: 'list',
          outcome: 'the list is always empty',
        }),
      };
    }
  },
});

interface Choosing {
  readonly formula: Formula;
  readonly entity: string | null;
  readonly element: string;
  readonly at: Place | null;
  readonly what: string;
  readonly who: string | null;
}

/** Yields the conditions that decide which records a list, a number or a chart includes. */
function* selectingConditions({ model }: CheckContext): Generator<Choosing> {
  for (const { id, at, entity, operation, role, grant } of model.permissions) {
    if (operation !== 'read' || grant.kind === 'no' || grant.kind === 'unknown' || grant.where === null) continue;
    yield { formula: grant.where, entity, element: id, at, what: `What ${role} may read`, who: role };
  }
  for (const { id, at, entity, name, filter, numbers, charts, filters, standing } of model.screens) {
    if (standing !== 'stated') continue;
    const parts = [...numbers, ...charts, ...filters];
    if (filter !== null) yield { formula: filter, entity, element: id, at, what: `The filter of ${name}`, who: null };
    for (const each of parts)
      if (each.filter !== null)
        yield { formula: each.filter, entity, element: each.id, at, what: `“${each.name}” on ${name}`, who: null };
  }
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
